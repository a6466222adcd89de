import type { AssayError } from '#engine/base/errors.ts'
import type { Masked } from '#engine/base/secrets/masked.ts'
import type { Redactor } from '#engine/base/secrets/redactor.ts'
import type { Step } from '#engine/project/format/schema.ts'
import type { RunContext } from '#engine/steps/step-kind.ts'
import { textOfValue } from '#engine/templates/insert.ts'

/** One row of data. Its variables override all others while it runs. */
export interface Row {
  values: Readonly<Record<string, unknown>>
  /** Its number in its source, from 1; absent: one more than that of the row before. */
  number?: number
  /** Why it can't be used: its steps are not run. */
  problem?: AssayError
}

/** What of a step's surroundings the reading of rows needs. */
export type RowsContext = Pick<RunContext, 'connection' | 'ports' | 'variables' | 'redactor' | 'signal' | 'emit'>

/**
 * Opens the rows of a loop, given its Loop Start. They are requested one after the other and never held: a million may come.
 * What is thrown on the way breaks the loop.
 */
export type OpenRows = (loop: Step, context: RowsContext) => Iterable<Row> | AsyncIterable<Row>

/** Characters of a value that events and reports show. */
const longestShown = 200

/** The values of a row as events show them: text, masked before it is cut. */
export function shownValues({ values }: Row, redactor: Redactor): Record<string, Masked> {
  const shown: Record<string, Masked> = {}
  for (const [name, value] of Object.entries(values)) {
    const text = redactor.begin(textOfValue(value), longestShown)
    Object.defineProperty(shown, name, { value: text, enumerable: true })
  }
  return shown
}
