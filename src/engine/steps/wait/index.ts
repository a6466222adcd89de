import { boundedValue } from '../bounded-value.ts'
import type { StepKind } from '../step-kind.ts'
import type { waitSchema } from './schema.ts'

/** Wait: pauses the case. Stop and Cancel end it immediately. */
export const waitKind: StepKind<typeof waitSchema> = {
  async run(step, { variables, ports, signal }) {
    const seconds = await boundedValue(step.seconds, 'Seconds', { min: 0, max: 3600 }, variables)
    if (seconds > 0) await ports.clock.sleep(seconds * 1000, signal)
    return { outcome: 'passed' }
  },
}
