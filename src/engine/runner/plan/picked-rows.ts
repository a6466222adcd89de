import { AssayError } from '#engine/base/errors.ts'
import type { Step } from '#engine/project/format/schema.ts'
import { loopPartners } from '#engine/steps/loops.ts'
import type { Scopes } from '#engine/templates/scopes.ts'
import type { RunningCase } from '../execute/block-pass.ts'
import { rowNumber } from '../execute/place.ts'
import { shownValues, type Row, type RowsContext } from './rows.ts'
import { runnerTexts as texts } from '../texts.ts'

/** The loops that a step is in, the outermost first. */
function loopsOver(steps: readonly Step[], step: string): Step[] {
  const at = steps.findIndex(({ id }) => id === step)
  const partners = loopPartners(steps)
  return steps.slice(0, at).filter((start) => {
    const end = partners.get(start)
    return end !== undefined && !start.disabled && !end.disabled && steps.indexOf(end) > at
  })
}

/**
 * The variables that a step which is run alone sees of the loops around it: of each the row that was picked, or the next one
 * after it; the first one if none was. AssayError if there is no such row, or it can't be used.
 */
export async function inPickedRows(
  { planned, state }: RunningCase,
  step: string,
  scopes: Scopes,
  context: RowsContext,
): Promise<Scopes> {
  const picked = state.plan.options.selection?.step?.picked ?? []
  const numbers: number[] = []
  let variables = scopes
  for (const loop of loopsOver(planned.case.steps, step)) {
    const wanted = picked.find((one) => one.loop === loop.id)?.row ?? 1
    const { row, number } = await rowFrom(state.openRows(loop, { ...context, variables }), wanted, loop)
    if (row.problem) throw row.problem
    numbers.push(number)
    variables = variables.row(`${loop.id} ${rowNumber(numbers)}`, row.values)
    const values = Object.entries(shownValues(row, context.redactor)).map(([name, value]) => `${name}=${value}`)
    context.emit({ type: 'noted', level: 'info', text: context.redactor.mask(texts.inRow(loop.name, number, values.join(', '))) })
  }
  return variables
}

async function rowFrom(
  rows: Iterable<Row> | AsyncIterable<Row>,
  wanted: number,
  loop: Step,
): Promise<{ row: Row; number: number }> {
  let number = 0
  for await (const row of rows) {
    number = row.number ?? number + 1
    if (number >= wanted) return { row, number }
  }
  throw new AssayError('data-unusable', texts.noRowFrom(loop.name, wanted), { hint: texts.noRowFromHint })
}
