import { runLater } from '../later.ts'
import type { StepKind } from '../step-kind.ts'
import { loopStartSchema } from './schema.ts'

/** Loop Start: repeats the steps up to its Loop End for each row of a data source; its running comes with a later version. */
export const loopStartKind: StepKind<'loop-start', typeof loopStartSchema> = {
  id: 'loop-start',
  title: 'Loop Start',
  schema: loopStartSchema,
  defaults: () => ({
    kind: 'loop-start',
    name: 'For each row',
    description: '',
    disabled: false,
    dataSource: '',
    mapping: [],
    onFailure: 'continue',
  }),
  run: runLater('Loop Start'),
}
