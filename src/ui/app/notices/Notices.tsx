import { createSignal, lazy, Match, Show, Suspense, Switch, type Component } from 'solid-js'
import { Button } from '../../components/Button.tsx'
import { Notice } from '../../components/Notice.tsx'
import { firstUse } from '../../page/first-use.ts'
import { useProject } from '../../project/project-context.ts'
import { noticeTexts } from './notice-texts.ts'
import { recovery } from './recovery.ts'

const CompanionNotice = lazy(() => firstUse.then(() => import('../companion/CompanionNotice.tsx')))

const RecoveryNotice = lazy(() => import('./RecoveryNotice.tsx'))

/** What lasts and must be known: not saved, read-only, nothing is kept, an update waits. */
export const Notices: Component = () => {
  const context = useProject()
  const { workspace, services, files } = context
  const t = noticeTexts
  const [seen, setSeen] = createSignal(false)
  const failure = () => {
    const state = workspace.saveState()
    return state.state === 'not-saved' ? state : undefined
  }
  const saveFile = () => action(t.saveFile, () => void files.save())
  return (
    <section class="notices" aria-label={t.label}>
      <Show when={!services.store.lasting}>
        <Notice kind="warning" action={workspace.phase() === 'open' ? saveFile() : undefined}>
          {t.memory}
        </Notice>
      </Show>
      <Show when={workspace.readOnly()}>
        <Notice kind="info" action={action(t.takeOver, workspace.takeOver)}>
          {t.readOnly}
        </Notice>
      </Show>
      <Show when={failure()}>
        {(failed) => (
          <Switch>
            <Match when={failed().failure === 'stale'}>
              <Notice kind="error" live action={action(t.compare, () => context.dialogs.show({ name: 'stale' }))}>
                {t.stale}
              </Notice>
            </Match>
            <Match when={failed().failure === 'closed'}>
              <Notice kind="error" live action={[action(t.reload, () => location.reload()), saveFile()]}>
                {failed().message}
              </Notice>
            </Match>
            <Match when={true}>
              <Notice kind="error" live action={[action(t.tryAgain, () => void workspace.flush()), saveFile()]}>
                {failed().message}
              </Notice>
            </Match>
          </Switch>
        )}
      </Show>
      <Show when={workspace.head()?.conflicts?.length}>
        {(count) => (
          <Notice kind="warning" action={workspace.readOnly() ? undefined : action(t.resolve, () => void files.resolve())}>
            {t.conflicts(count())}
          </Notice>
        )}
      </Show>
      <Show when={workspace.restored()}>
        {(restored) => (
          <Notice kind="warning" live action={saveFile()}>
            {t.restored(restored().lost)}
          </Notice>
        )}
      </Show>
      <Show when={recovery()}>
        {(found) => (
          <Suspense>
            <RecoveryNotice found={found()} />
          </Suspense>
        )}
      </Show>
      <Suspense>
        <CompanionNotice />
      </Suspense>
      <Show when={services.pwa.updateReady() && !seen()}>
        <Notice
          kind="info"
          onClose={() => setSeen(true)}
          action={
            <Show when={!context.session.running()} fallback={t.updateWaits}>
              {action(t.updateNow, () => void services.pwa.apply())}
            </Show>
          }
        >
          {t.update}
        </Notice>
      </Show>
    </section>
  )
}

export default Notices

const action = (label: string, onClick: () => void) => (
  <Button small onClick={onClick}>
    {label}
  </Button>
)
