import { counted } from '#engine/base/counted.ts'
import type { StepFacts } from '../step-facts.ts'
import { words } from '../summary.ts'
import type { LoopStartStep } from './schema.ts'

/** Whether a step starts a loop. */
export const isLoopStartStep = (step: { kind: string } | undefined): step is LoopStartStep => step?.kind === 'loop-start'

/** The only column of a loop that has no data source: the number of the row. */
export const rowColumn = 'row'

/** Loop Start: repeats the steps up to its Loop End for each row of a data source. */
export const loopStartFacts: StepFacts<LoopStartStep> = {
  title: 'Loop Start',
  newName: 'For each row',
  refers: { dataSource: 'dataSource' },
  block: 'start',
  summary: ({ mapping, from, to }) => [words(`${rowsInWords(from, to)} · ${counted(mapping.length, 'variable')}`)],
  writes: ({ mapping }) =>
    mapping.map(({ variable }, index) => ({ name: variable, scope: 'row', place: ['mapping', index, 'variable'] })),
}

function rowsInWords(from: number | undefined, to: number | undefined): string {
  if (from === undefined) return to === undefined ? 'each row' : `rows up to ${to}`
  return to === undefined ? `rows from ${from}` : `rows ${from} to ${to}`
}
