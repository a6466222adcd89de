import { For, Show, type Component } from 'solid-js'
import type { Recovery } from '#storage/copies/types.ts'
import { Notice } from '../../components/Notice.tsx'
import { useProject } from '../../project/project-context.ts'
import { setRecovery } from './recovery.ts'
import { recoveryTexts as t } from './recovery-texts.ts'
import './RecoveryNotice.css'

/** Projects that the browser lost: what came back, as of when, and what did not. It stays, also over reloads, until it is closed. */
const RecoveryNotice: Component<{ found: Recovery }> = (props) => {
  const { services } = useProject()
  const isLasting = services.store.lasting
  const close = () => {
    setRecovery(undefined)
    void services.copies.forgetRecovery()
  }
  return (
    <Notice kind={props.found.lost.length > 0 ? 'error' : 'warning'} live onClose={close}>
      <Show when={props.found.restored.length > 0}>
        <p>{isLasting ? t.restored(props.found.restored.length) : t.inMemory(props.found.restored.length)}</p>
        <ul class="recovery-projects">
          <For each={props.found.restored}>{(one) => <li>{t.restoredProject(one)}</li>}</For>
        </ul>
        <p>{isLasting ? t.notCopied : t.inMemoryNext}</p>
      </Show>
      <Show when={props.found.lost.length > 0}>
        <p>{t.lost}</p>
        <ul class="recovery-projects">
          <For each={props.found.lost}>{(one) => <li>{t.lostProject(one)}</li>}</For>
        </ul>
      </Show>
    </Notice>
  )
}

export default RecoveryNotice
