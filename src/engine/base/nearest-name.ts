const longest = 200
const rows = [new Uint8Array(longest + 1), new Uint8Array(longest + 1), new Uint8Array(longest + 1)] as const

/**
 * Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbors; `limit + 1` if it is more
 * than that: only what is so near the diagonal is looked at. The texts have at most 200 units.
 */
function distance(a: string, b: string, limit: number): number {
  let [beforeLast, last, row] = rows
  const tooFar = limit + 1
  let leastBefore = 0
  for (let j = 0; j <= b.length; j++) last[j] = Math.min(j, tooFar)
  for (let i = 1; i <= a.length; i++) {
    const from = Math.max(1, i - limit)
    const to = Math.min(b.length, i + limit)
    row[from - 1] = from === 1 ? Math.min(i, tooFar) : tooFar
    let least: number = tooFar
    for (let j = from; j <= to; j++) {
      const cost = a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1
      // What is over the diagonal by more than the limit was not looked at.
      const above = j < i + limit ? (last[j] ?? tooFar) : tooFar
      let best = Math.min(above + 1, (row[j - 1] ?? tooFar) + 1, (last[j - 1] ?? tooFar) + cost)
      if (i > 1 && j > 1 && a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1))
        best = Math.min(best, (beforeLast[j - 2] ?? tooFar) + 1)
      row[j] = Math.min(best, tooFar)
      least = Math.min(least, best)
    }
    // A swap reaches back over a row.
    if (least >= tooFar && leastBefore >= tooFar) return tooFar
    leastBefore = least
    ;[beforeLast, last, row] = [last, row, beforeLast]
  }
  return Math.abs(a.length - b.length) > limit ? tooFar : (last[b.length] ?? tooFar)
}

const plain = (text: string) => text.toLowerCase().replace(/[_.-]/g, '')

/** Only the first candidates are compared: a guess isn't worth more time. */
const mostCandidates = 1_000

/**
 * Up to three likely candidates for a mistyped `name`, nearest first. Case and the separators `_`, `-`, `.` count little. A
 * candidate that starts with `name`, or the reverse, counts as near.
 */
export function nearest(name: string, candidates: Iterable<string>): string[] {
  const wanted = plain(name.slice(0, 100))
  const limit = Math.max(1, Math.floor(wanted.length / 3))
  const found: { candidate: string; far: number }[] = []
  const seen = new Set<string>()
  for (const candidate of candidates) {
    if (seen.size >= mostCandidates) break
    if (seen.has(candidate)) continue
    seen.add(candidate)
    if (candidate.length > 400) continue
    const other = plain(candidate)
    if (other.length > 200) continue
    const begins = wanted.length > 2 && other.length > 2 && (other.startsWith(wanted) || wanted.startsWith(other))
    if (!begins && Math.abs(other.length - wanted.length) > limit) continue
    const far = distance(wanted, other, begins ? longest : limit)
    if (far <= limit || begins) found.push({ candidate, far })
  }
  found.sort((a, b) => a.far - b.far || (a.candidate < b.candidate ? -1 : 1))
  return found.slice(0, 3).map(({ candidate }) => candidate)
}
