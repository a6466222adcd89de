import { loopStartTexts as texts } from '../loop-start/texts.ts'
import type { StepKind } from '../step-kind.ts'
import type { loopEndSchema } from './schema.ts'

/** Loop End: marks where a Loop Start's steps end; it does nothing on its own. */
export const loopEndKind: StepKind<typeof loopEndSchema> = {
  run: async () => ({ outcome: 'skipped', message: texts.alone }),
}
