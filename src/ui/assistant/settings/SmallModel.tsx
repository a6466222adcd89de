import { createResource, createSignal, onCleanup, Show, type Component } from 'solid-js'
import { formatSize } from '#engine/base/format-size.ts'
import { textOf } from '#engine/base/errors.ts'
import { assistantClient } from '#workers/assistant-client.ts'
import type { ModelSettings } from '#workers/assistant/assistant-protocol.ts'
import { Button } from '../../components/Button.tsx'
import { FileInput } from '../../components/fields/FileInput.tsx'
import { Notice } from '../../components/Notice.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { showToast } from '../../components/overlays/toasts.tsx'
import { DownloadBar } from './DownloadBar.tsx'
import { createDownloading } from './downloading.ts'
import type { ModelChoice } from './settings-store.ts'
import { settingsTexts as texts } from './settings-texts.ts'
import { fallbackIfWorkerEnded } from './worker-fallback.ts'

/** A small model that runs on the processor: from a file of this machine, or from a URL. */
export const SmallModel: Component<{ choice: ModelChoice; change(wllama: Partial<ModelSettings['wllama']>): void }> = (props) => {
  const chosen = () => props.choice.settings().wllama
  const [problem, setProblem] = createSignal<string>()
  const [kept, { refetch }] = createResource(() => fallbackIfWorkerEnded(assistantClient.models.kept(), undefined))
  const downloading = createDownloading(() => void refetch())
  const stopper = new AbortController()
  onCleanup(() => stopper.abort())
  let choose: () => void = () => undefined
  const take = async (file: File) => {
    setProblem(undefined)
    try {
      await assistantClient.models.takeFile(file, stopper.signal)
      props.change({ file: file.name, url: '' })
      void refetch()
    } catch (thrown) {
      setProblem(textOf(thrown))
    }
  }
  const remove = async () => {
    await assistantClient.models.remove(structuredClone(props.choice.settings()), '')
    props.change({ file: '' })
    showToast(texts.removed)
    void refetch()
  }
  const keptText = () => {
    const size = kept.latest
    return size === undefined
      ? texts.wllama.none
      : texts.wllama.chosen(chosen().file || chosen().url || texts.wllama.unnamed, formatSize(size))
  }
  return (
    <>
      <Notice kind="warning">{texts.wllama.slow}</Notice>
      <div class="assistant-settings-file">
        <FileInput opens={(open) => (choose = open)} onChosen={(file) => void take(file)} />
        <Button onClick={() => choose()}>{texts.wllama.choose}</Button>
        <span>{keptText()}</span>
        <Show when={kept.latest !== undefined}>
          <Button small kind="danger" onClick={() => void remove()}>
            {texts.remove}
          </Button>
        </Show>
      </div>
      <TextField
        label={texts.wllama.url}
        value={chosen().url}
        variables={false}
        code
        hint={texts.wllama.urlHint}
        onInput={(url) => props.change({ url, file: '' })}
      />
      <Show when={chosen().url !== ''}>
        <Button disabled={downloading.progress() !== undefined} onClick={() => void downloading.start(props.choice.settings())}>
          {texts.download}
        </Button>
      </Show>
      <DownloadBar downloading={downloading} />
      <Show when={problem()}>
        {(text) => (
          <Notice kind="error" live>
            {text()}
          </Notice>
        )}
      </Show>
    </>
  )
}
