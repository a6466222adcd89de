import { keyAt, type ItemKey } from './path.ts'

/** An item of a list after a change. */
export interface PairedItem {
  /** Its index before; undefined if it was not in the list. */
  before: number | undefined
  /** Its key before, else the one that it has. */
  key: ItemKey
  /** The name that it got, in a list whose items are known by name. */
  renamed?: string
}

/** Finds the items of a list in an earlier state of it, and those that are gone. */
export function pairItems(
  before: readonly unknown[],
  after: readonly unknown[],
  by: 'id' | 'name',
): { gone: { index: number; key: ItemKey }[]; items: PairedItem[] } {
  const text = (key: ItemKey) => (typeof key === 'number' ? '' : 'id' in key ? key.id : key.name)
  const indexes = new Map(before.map((_, index) => [text(keyAt(before, index, by)), index]))
  const names = new Set(after.map((_, index) => text(keyAt(after, index, by))))
  const isGone = (index: number) => index < before.length && !names.has(text(keyAt(before, index, by)))
  const items = after.map((_, index): PairedItem => {
    const key = keyAt(after, index, by)
    const earlier = indexes.get(text(key))
    if (earlier !== undefined) return { before: earlier, key }
    // What has no id got another name when it stands where one went.
    if (by === 'id' || before.length !== after.length || !isGone(index)) return { before: undefined, key }
    return { before: index, key: keyAt(before, index, by), renamed: text(key) }
  })
  const paired = new Set(items.map((item) => item.before))
  const gone = before.flatMap((_, index) => (paired.has(index) ? [] : [{ index, key: keyAt(before, index, by) }]))
  return { gone, items }
}

/** The largest set of these numbers that are in rising order: what need not move when a list gets this order. */
export function inOrder(indexes: readonly number[]): ReadonlySet<number> {
  /** For each length of a rising row the one with the smallest end, each linked to what is before it. */
  interface Row {
    end: number
    rest: Row | undefined
  }
  const rows: Row[] = []
  for (const end of indexes) {
    let [low, high] = [0, rows.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((rows[middle]?.end ?? 0) < end) low = middle + 1
      else high = middle
    }
    rows[low] = { end, rest: rows[low - 1] }
  }
  const staying = new Set<number>()
  for (let row = rows.at(-1); row; row = row.rest) staying.add(row.end)
  return staying
}
