import { AssayError } from '#engine/base/errors.ts'
import type { Model } from '#engine/design/schemas.ts'
import type { DesignWorker } from './design.worker.ts'
import { workerRequestTexts } from './request-texts.ts'
import {
  receiveDesign,
  receiveTests,
  type SentDesign,
  type SentTests,
  type ShownDesign,
  type ShownTest,
} from './design/shown-design.ts'
import { workerTexts } from './texts.ts'
import { createWorkerClient, usualDeadline, usualWorker, withOwn } from './worker-client.ts'

const client = createWorkerClient<DesignWorker>({
  start: () => usualWorker(new Worker(new URL('./design.worker.ts', import.meta.url), { type: 'module', name: 'design' })),
  gone: { text: workerRequestTexts.designWorkerDied, hint: workerTexts.tryAgain },
  grace: 1_000,
  deadline: {
    milliseconds: usualDeadline,
    error: (seconds) =>
      new AssayError('design-unusable', workerRequestTexts.designTooLong(seconds), {
        hint: workerRequestTexts.designTooLongHint,
      }),
    // It tells of each better suite, and ends when it is stopped.
    except: ['derive'],
  },
})

/** One worker for all designs; it lives on for the next one. Results are as {@link ShownDesign} has them. */
export const designClient = {
  ...client,
  api: withOwn(client.api as Omit<typeof client.api, 'derive'>, {
    derive: async (
      model: Model,
      budget: number,
      onBetter: (better: ShownDesign) => void,
      signal: AbortSignal,
      ...shape: [string?]
    ): Promise<ShownDesign> => {
      let tests: ShownTest[] = []
      const whole = (sent: SentDesign) => {
        const shown = receiveDesign(sent, tests)
        tests = []
        return shown
      }
      const onTests = (more: SentTests) => void tests.push(...receiveTests(more))
      const better = (sent: SentDesign) => onBetter(whole(sent))
      return whole(await client.api.derive(model, budget, onTests, better, signal, ...shape))
    },
  }),
}
