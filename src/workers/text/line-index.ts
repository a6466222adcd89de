/** Where the rows of a text start: its lines, long ones cut into rows of a given width. */
export interface LineIndex {
  rows: number
  lines: number
  /** Offset of each row, and the text's length as the last entry. */
  starts: Uint32Array
  /** Number of the line that starts with the row, from 1; 0 for a row that continues one. */
  numbers: Uint32Array
}

/** Widest row: what a browser lays out at ease, whatever the line (8 MB in one line froze an editor for 3 s). */
const WIDEST = 4000

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff

/** Indexes a text at a width in UTF-16 units; surrogate pairs are not split. Linear in time, 8 bytes a row. */
export function indexLines(text: string, width: number): LineIndex {
  const columns = Math.min(WIDEST, Math.max(20, Math.floor(width)))
  let starts = new Uint32Array(1024)
  let numbers = new Uint32Array(1024)
  let rows = 0
  let lines = 0
  const add = (start: number, number: number) => {
    if (rows + 1 >= starts.length) {
      const larger = new Uint32Array(starts.length * 2)
      larger.set(starts)
      starts = larger
      const largerNumbers = new Uint32Array(starts.length)
      largerNumbers.set(numbers)
      numbers = largerNumbers
    }
    starts[rows] = start
    numbers[rows] = number
    rows++
  }
  let start = 0
  for (;;) {
    const found = text.indexOf('\n', start)
    const end = found < 0 ? text.length : found
    add(start, ++lines)
    let at = start + columns
    while (at < end) {
      if (isHighSurrogate(text.charCodeAt(at - 1))) at--
      add(at, 0)
      at += columns
    }
    // A text that ends with a line break has no further line.
    if (found < 0 || found === text.length - 1) break
    start = found + 1
  }
  starts[rows] = text.length
  return { rows, lines, starts: starts.slice(0, rows + 1), numbers: numbers.slice(0, rows) }
}

/** One row without its line break. */
export function rowText(text: string, index: LineIndex, row: number): string {
  const slice = text.slice(index.starts[row] ?? 0, index.starts[row + 1] ?? 0)
  return slice.endsWith('\r\n') ? slice.slice(0, -2) : slice.endsWith('\n') ? slice.slice(0, -1) : slice
}

/** The row that holds an offset. */
export function rowOf(index: LineIndex, offset: number): number {
  let low = 0
  let high = index.rows - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((index.starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return Math.max(0, low)
}
