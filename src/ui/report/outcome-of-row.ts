import type { OutcomeName } from '#engine/runner/report/events.ts'
import { stateOfRange } from '../run/results/row-ranges.ts'
import { outcomeWithNested, type ResultRow } from '../run/results/result-rows.ts'
import { outcomeOf } from './filter.ts'

/** The outcome of what a row of the results represents: what a run did not reach was skipped. */
export function outcomeOfRow({ range, step, nested, row, case: entry, suite }: ResultRow): OutcomeName {
  if (range && entry) return stateOfRange(entry, range).outcome ?? 'cancelled'
  if (step) return outcomeWithNested(step, nested) ?? 'skipped'
  const part = row ?? entry
  return part ? (part.outcome ?? 'skipped') : outcomeOf(suite)
}
