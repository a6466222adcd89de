import { canonical } from '#engine/base/encoding/canonical-json.ts'
import { isObject } from '#engine/base/encoding/json-value.ts'
import type { KeyLists } from './order.ts'

/** Three versions of a list; undefined where there is no such list. */
export interface Lists {
  base: readonly unknown[] | undefined
  ours: readonly unknown[]
  theirs: readonly unknown[]
}

/** Whether every item has an id of its own. */
const haveIds = (list: readonly unknown[]): boolean =>
  list.every((item) => isObject(item) && typeof item['id'] === 'string') &&
  new Set(list.map((item) => (item as { id: string }).id)).size === list.length

/** Whether the items of a list are known by their ids. */
export const areKnownById = ({ base = [], ours, theirs }: Lists): boolean =>
  base.length + ours.length + theirs.length > 0 && [base, ours, theirs].every(haveIds)

/**
 * Keys for the items of a list, the same key for the same item on all sides: its id; else the item that says the same, has the
 * same name, or is between the same neighbors.
 */
export function alignLists(lists: Lists): KeyLists {
  const { base, ours, theirs } = lists
  if (areKnownById(lists)) {
    const ids = (list: readonly unknown[]) => list.map((item) => (item as { id: string }).id)
    return { base: base && ids(base), ours: ids(ours), theirs: ids(theirs) }
  }
  const known = (base ?? []).map((_, index) => `b${index}`)
  const [left, right] = [pair(base ?? [], ours), pair(base ?? [], theirs)]
  const keysOurs = left.map((index, at) => (index === undefined ? `o${at}` : `b${index}`))
  const keysTheirs = right.map((index, at) => (index === undefined ? `t${at}` : `b${index}`))
  // What both sides added.
  const [addedOurs, addedTheirs] = [left, right].map((found) =>
    found.flatMap((index, at) => (index === undefined ? at : [])),
  ) as [number[], number[]]
  const both = pairBy(
    addedOurs.map((at) => ours[at]),
    addedTheirs.map((at) => theirs[at]),
    [canonical, addedName],
  )
  for (const [at, index] of both.entries()) {
    const [mine, here] = [addedOurs[index ?? -1], addedTheirs[at]]
    if (mine !== undefined && here !== undefined) keysTheirs[here] = `o${mine}`
  }
  return { base: base && known, ours: keysOurs, theirs: keysTheirs }
}

/** For each item of `after` the index of the same item in `before`, if there is one. */
function pair(before: readonly unknown[], after: readonly unknown[]): (number | undefined)[] {
  const found = pairBy(before, after, [canonical, identity])
  // What is left of both between the same neighbors was changed, if it is as many.
  const taken = new Set(found)
  const free = (index: number) => index >= 0 && index < before.length && !taken.has(index)
  for (let at = 0; at < after.length; at++) {
    if (found[at] !== undefined) continue
    let end = at
    while (end < after.length && found[end] === undefined) end++
    const first = at === 0 ? 0 : (found[at - 1] ?? -1) + 1
    const next = end === after.length ? before.length : (found[end] ?? 0)
    const gap = Array.from({ length: Math.max(0, next - first) }, (_, n) => first + n)
    if (gap.length === end - at && gap.every(free))
      for (const [n, index] of gap.entries()) if (isAlike(before[index], after[at + n])) found[at + n] = index
    at = end
  }
  return found
}

/** A text changed to another one is another item: tags, hosts and columns are what they say. */
const isAlike = (before: unknown, after: unknown): boolean =>
  (isObject(before) && isObject(after)) || (Array.isArray(before) && Array.isArray(after))

/** Pairs what has the same mark, by the first of several marks: the first with the first, the second with the second. */
function pairBy(
  before: readonly unknown[],
  after: readonly unknown[],
  marks: readonly ((item: unknown) => string | undefined)[],
): (number | undefined)[] {
  const found = after.map((): number | undefined => undefined)
  const taken = new Set<number>()
  for (const markOf of marks) {
    const waiting = new Map<string, number[]>()
    for (const [index, item] of before.entries()) {
      const mark = taken.has(index) ? undefined : markOf(item)
      if (mark !== undefined) waiting.set(mark, [...(waiting.get(mark) ?? []), index])
    }
    for (const [at, item] of after.entries()) {
      const mark = found[at] === undefined ? markOf(item) : undefined
      const index = mark === undefined ? undefined : waiting.get(mark)?.shift()
      if (index === undefined) continue
      found[at] = index
      taken.add(index)
    }
  }
  return found
}

/** Fields by which an item without an id is known, if it has them. */
const names = ['name', 'to', 'variable', 'column', 'host', 'metric'] as const
const places = ['source', 'path', 'name', 'row', 'column', 'to', 'match'] as const

/** What an item without an id is about, whatever it says. */
function identity(item: unknown): string | undefined {
  if (!isObject(item)) return undefined
  if (typeof item['source'] === 'string') return canonical(places.map((field) => item[field] ?? null))
  return addedName(item)
}

/** The name of an item that two people added; two checks of one place are two checks. */
function addedName(item: unknown): string | undefined {
  if (!isObject(item)) return undefined
  const field = (typeof item['source'] === 'string' ? (['to'] as const) : names).find((name) => typeof item[name] === 'string')
  return field && `${field} ${String(item[field])}`
}
