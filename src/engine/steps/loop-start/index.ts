import type { StepKind } from '../step-kind.ts'
import type { loopStartSchema } from './schema.ts'
import { loopStartTexts as texts } from './texts.ts'

/** Loop Start. The runner iterates over its rows; the step itself does nothing. */
export const loopStartKind: StepKind<typeof loopStartSchema> = {
  run: async () => ({ outcome: 'skipped', message: texts.alone }),
}
