/**
 * Where something happens in a run. Events, results, the report, what is stored and what the page shows name places so.
 * A row of a loop is at the loop's Loop Start: its id is `step`, and `rows` ends with the row's own number.
 */
export interface Place {
  suite?: string | undefined
  case: string
  /** Numbers, from 1, of the rows of the loops around it, the outermost first; absent outside loops. */
  rows?: readonly number[] | undefined
  step?: string | undefined
}

/** Where a step is. */
export type StepPlace = Place & { step: string }

/** The number of a row for users: `3`, of a loop in row 2 of another `2.3`. */
export const rowNumber = (rows: readonly number[]): string => rows.join('.')

/**
 * The key of a place within one run: everything reported about it is stored under this key. Ids of cases are unique in a
 * project, so the suite isn't a part of it; nor is the attempt: a later one takes the place of an earlier one.
 */
export const placeKey = ({ case: id, rows, step }: Place): string =>
  `${inKey(id)}\n${rows === undefined ? '' : rowNumber(rows)}${step === undefined ? '' : `\n${inKey(step)}`}`

/** An id as part of a key: it may be any text, and a line break ends a part of a key. */
export const inKey = (id: string): string =>
  id.includes('\n') || id.includes('\\') ? id.replaceAll('\\', '\\\\').replaceAll('\n', '\\n') : id
