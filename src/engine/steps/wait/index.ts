import { boundedValue } from '../bounded-value.ts'
import type { StepKind } from '../step-kind.ts'
import { waitCheck } from './check.ts'
import { waitFacts } from './facts.ts'
import { waitSchema } from './schema.ts'

/** Wait: lets time pass; Stop and Cancel end it at once. */
export const waitKind: StepKind<'wait', typeof waitSchema> = {
  id: 'wait',
  schema: waitSchema,
  facts: waitFacts,
  check: waitCheck,
  async run(step, { variables, ports, signal }) {
    const seconds = await boundedValue(step.seconds, 'Seconds', { min: 0, max: 3600 }, variables)
    if (seconds > 0) await ports.clock.sleep(seconds * 1000, signal)
    return { outcome: 'passed' }
  },
}
