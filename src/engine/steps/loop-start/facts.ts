import type { StepFacts } from '../step-facts.ts'
import { counted, words } from '../summary.ts'
import type { LoopStartStep } from './schema.ts'

/** Loop Start: repeats the steps up to its Loop End for each row of a data source; its running comes with a later version. */
export const loopStartFacts: StepFacts<LoopStartStep> = {
  title: 'Loop Start',
  newName: 'For each row',
  refers: { dataSource: 'dataSource' },
  block: 'start',
  summary: ({ mapping }) => [words(`each row · ${counted(mapping.length, 'variable')}`)],
  writes: ({ mapping }) =>
    mapping.map(({ variable }, index) => ({ name: variable, scope: 'row', place: ['mapping', index, 'variable'] })),
}
