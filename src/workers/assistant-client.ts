import type { AssistantWorker } from './assistant.worker.ts'
import { lazyWorkerTexts } from './worker-texts.ts'
import { workerTexts } from './texts.ts'
import { createWorkerClient, usualWorker, type AskedApi } from './worker-client.ts'

/** The page's access to the assistant: plans, and the language model if one was chosen. */
export type AssistantClient = AskedApi<AssistantWorker>

const client = createWorkerClient<AssistantWorker>({
  start: () => usualWorker(new Worker(new URL('./assistant.worker.ts', import.meta.url), { type: 'module', name: 'assistant' })),
  gone: { text: lazyWorkerTexts.assistantWorkerDied, hint: workerTexts.tryAgain },
  // A model that does not hear is ended with its worker; what was said is in the page.
  grace: 5_000,
})

/** The one worker of the assistant; it is started by the first call. */
export const assistantClient: AssistantClient = client.api

/** Frees what a model holds. */
export const endAssistant = (): void => client.end()
