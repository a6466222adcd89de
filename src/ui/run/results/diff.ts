/** A piece of a difference: in both texts, only in the first, or only in the second. */
export interface DiffPiece {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** Above this many token pairs only the common start and end are found: the table would cost too much. */
const MOST_PAIRS = 1_000_000

/** The two texts of a check, as a report tells them. */
interface TwoTexts {
  expected: string
  actual: string
}

const equals = /^equals /

/**
 * Whether a diff helps more than the two texts of a check: both are long (ui.md), and the one is to be the other. A snapshot, a
 * schema or an expression isn't text to compare a response with.
 */
export const asksForDiff = ({ expected, actual }: TwoTexts): boolean =>
  equals.test(expected) && expected.length > 72 && actual.length > 72

/** The difference between what a check wanted and what it got; undefined where the two texts say more. */
export const diffOfCheck = (check: TwoTexts): DiffPiece[] | undefined =>
  asksForDiff(check) ? diff(check.expected.replace(equals, ''), check.actual) : undefined

/** Lines if both texts have several, else words, numbers, escapes and punctuation. */
function tokenize(a: string, b: string): [string[], string[]] {
  const by = a.includes('\n') && b.includes('\n') ? /[^\n]*\n|[^\n]+/g : /\\[nrt"\\]|[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu
  return [a.match(by) ?? [], b.match(by) ?? []]
}

/** Adds to the pieces, joining neighbors of one type. */
function push(pieces: DiffPiece[], kind: DiffPiece['kind'], tokens: string[]): void {
  if (tokens.length === 0) return
  const last = pieces.at(-1)
  const text = tokens.join('')
  if (last?.kind === kind) last.text += text
  else pieces.push({ kind, text })
}

/** Longest common subsequence of the middles, walked from the front. */
function middle(pieces: DiffPiece[], a: string[], b: string[]): void {
  const width = b.length + 1
  if (a.length * b.length > MOST_PAIRS) {
    push(pieces, 'removed', a)
    push(pieces, 'added', b)
    return
  }
  const table = new Uint32Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      table[i * width + j] =
        a[i] === b[j]
          ? (table[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(table[(i + 1) * width + j] ?? 0, table[i * width + j + 1] ?? 0)
    }
  }
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      push(pieces, 'same', a.slice(i, i + 1))
      i++
      j++
    } else if ((table[(i + 1) * width + j] ?? 0) >= (table[i * width + j + 1] ?? 0)) {
      push(pieces, 'removed', a.slice(i, ++i))
    } else {
      push(pieces, 'added', b.slice(j, ++j))
    }
  }
  push(pieces, 'removed', a.slice(i))
  push(pieces, 'added', b.slice(j))
}

/** The difference from one text to another. `same` and `removed` pieces joined are the first, `same` and `added` the second. */
export function diff(from: string, to: string): DiffPiece[] {
  const [a, b] = tokenize(from, to)
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const pieces: DiffPiece[] = []
  push(pieces, 'same', a.slice(0, start))
  middle(pieces, a.slice(start, a.length - end), b.slice(start, b.length - end))
  push(pieces, 'same', a.slice(a.length - end))
  return pieces
}
