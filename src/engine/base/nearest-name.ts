const at = (row: number[], index: number) => row[index] ?? 0

/** Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours. */
function distance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, at(beforeLast, j - 2) + 1)
      row.push(best)
    }
    beforeLast = last
    last = row
  }
  return at(last, b.length)
}

const plain = (text: string) => text.toLowerCase().replace(/[_.-]/g, '')

/**
 * The candidates that somebody who typed `name` may have meant, the nearest first, at most three. Case and the
 * separators `_`, `-`, `.` count little; a candidate that begins with `name`, or the other way round, counts as near.
 */
export function nearest(name: string, candidates: Iterable<string>): string[] {
  const wanted = plain(name.slice(0, 100))
  const limit = Math.max(1, Math.floor(wanted.length / 3))
  const found: { candidate: string; far: number }[] = []
  for (const candidate of new Set(candidates)) {
    const other = plain(candidate)
    if (other.length > 200) continue
    const begins = wanted.length > 2 && other.length > 2 && (other.startsWith(wanted) || wanted.startsWith(other))
    if (!begins && Math.abs(other.length - wanted.length) > limit) continue
    const far = distance(wanted, other)
    if (far <= limit || begins) found.push({ candidate, far })
  }
  found.sort((a, b) => a.far - b.far || (a.candidate < b.candidate ? -1 : 1))
  return found.slice(0, 3).map(({ candidate }) => candidate)
}
