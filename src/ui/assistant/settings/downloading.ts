import { createSignal, onCleanup } from 'solid-js'
import { messageWithHint } from '#engine/base/errors.ts'
import { assistantClient } from '#workers/assistant-client.ts'
import type { ModelProgress, ModelSettings } from '#workers/assistant/assistant-protocol.ts'
import { showToast } from '../../components/overlays/toasts.tsx'
import { settingsTexts as texts } from './settings-texts.ts'

/** A download of a model, as the page shows it. Reading is reactive; it is cancelled when what shows it goes. */
export function createDownloading(after: () => void) {
  const [progress, setProgress] = createSignal<ModelProgress>()
  const [problem, setProblem] = createSignal<string>()
  let stopper: AbortController | undefined
  const cancel = () => stopper?.abort()
  onCleanup(cancel)
  return {
    progress,
    problem,
    cancel,
    async start(settings: ModelSettings): Promise<void> {
      if (progress()) return
      const mine = (stopper = new AbortController())
      setProblem(undefined)
      setProgress({ part: 0, text: texts.downloading })
      try {
        await assistantClient.models.download(structuredClone(settings), mine.signal, (next) => void setProgress(next))
        showToast(texts.downloaded)
      } catch (thrown) {
        if (!mine.signal.aborted) setProblem(messageWithHint(thrown))
      } finally {
        setProgress(undefined)
        after()
      }
    },
  }
}
