/** A part of a text that is folded: its first row is shown, the rows after it up to and with `end` are not. */
export interface Fold {
  row: number
  end: number
  /** What is in the last row, shown behind the first one: `},`. */
  close: string
}

/** The folds that are not inside others, in order: only they hide rows that could be seen. */
const outer = (folds: readonly Fold[]): Fold[] =>
  folds.filter(({ row }) => !folds.some((one) => one.row < row && row <= one.end)).toSorted((one, other) => one.row - other.row)

/** How rows of a text and the lines in which they are shown belong together. */
export interface FoldedRows {
  /** Lines that are left of `rows`. */
  count(rows: number): number
  /** The row that is shown in a line. */
  rowAt(line: number): number
  /** The line in which a row is shown; for a hidden one that of the fold. */
  lineOf(row: number): number
}

/** Counts rows past the folds. A fold inside another one waits until that one is opened. */
export function foldedRows(folds: readonly Fold[]): FoldedRows {
  const hiding = outer(folds)
  return {
    count: (rows) => hiding.reduce((left, { row, end }) => left - (end - row), rows),
    rowAt(line) {
      let row = line
      for (const fold of hiding) {
        if (row <= fold.row) break
        row += fold.end - fold.row
      }
      return row
    },
    lineOf(row) {
      let hidden = 0
      for (const fold of hiding) {
        if (row <= fold.row) break
        if (row <= fold.end) return fold.row - hidden
        hidden += fold.end - fold.row
      }
      return row - hidden
    },
  }
}

/** Without the folds that hide a row. */
export const shownAgain = (folds: readonly Fold[], shown: number): Fold[] =>
  folds.filter(({ row, end }) => shown <= row || shown > end)
