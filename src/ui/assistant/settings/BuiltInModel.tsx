import { createResource, Show, type Component } from 'solid-js'
import { assistantClient } from '#workers/assistant-client.ts'
import type { BrowserModels } from '#workers/assistant/assistant-protocol.ts'
import { Button } from '../../components/Button.tsx'
import { Notice } from '../../components/Notice.tsx'
import { DownloadBar } from './DownloadBar.tsx'
import { createDownloading } from './downloading.ts'
import type { ModelChoice } from './settings-store.ts'
import { settingsTexts as texts } from './settings-texts.ts'
import { fallbackIfWorkerEnded } from './worker-fallback.ts'

/** The model that the browser brings, if it does. */
export const BuiltInModel: Component<{ choice: ModelChoice }> = (props) => {
  const [look, { refetch }] = createResource(() =>
    fallbackIfWorkerEnded<BrowserModels | undefined>(assistantClient.models.look(), undefined),
  )
  const downloading = createDownloading(() => void refetch())
  const state = () => look()?.builtIn
  return (
    <>
      <Show when={state()} fallback={<p>{texts.gpu.looking}</p>}>
        {(found) => <Notice kind={found() === 'unavailable' ? 'warning' : 'info'}>{texts.builtIn[found()]}</Notice>}
      </Show>
      <Show when={state() === 'downloadable' && !downloading.progress()}>
        <Button onClick={() => void downloading.start(props.choice.settings())}>{texts.download}</Button>
      </Show>
      <DownloadBar downloading={downloading} />
    </>
  )
}
