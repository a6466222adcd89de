import type { DesignWorker } from './design.worker.ts'
import { askedTexts } from './asked-texts.ts'
import { workerTexts } from './texts.ts'
import { createWorkerClient, usualWorker } from './worker-client.ts'

/** One worker for all designs; it lives on for the next one. */
export const designClient = createWorkerClient<DesignWorker>({
  start: () => usualWorker(new Worker(new URL('./design.worker.ts', import.meta.url), { type: 'module', name: 'design' })),
  gone: { text: askedTexts.designWorkerDied, hint: workerTexts.tryAgain },
  grace: 1_000,
})
