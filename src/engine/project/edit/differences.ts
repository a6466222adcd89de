import { same } from '#engine/base/deep-equal.ts'
import { movableItems, movableName, withoutItems, type Movable } from './movable.ts'
import { inOrder, pairItems } from './pair-items.ts'
import { isFields, keyAt, keyedBy, type ItemKey, type Path } from './path.ts'

/**
 * One difference between two states. `path` is where something is after it, `from` and the path of what was removed where it
 * stood before. `behind` is the item in front of it, undefined for the first one. What went to another list is part of neither
 * an inserted nor a removed value.
 */
export type Difference =
  | { what: 'inserted'; path: Path; behind: ItemKey | undefined; value: unknown }
  | { what: 'removed'; path: Path; value: unknown }
  | { what: 'moved'; path: Path; behind: ItemKey | undefined; from: Path; wasBehind: ItemKey | undefined }
  /** A field; undefined if it is missing. */
  | { what: 'changed'; path: Path; before: unknown; after: unknown }

/** The same value on both sides, and where it is. */
interface Pair<T = unknown> {
  before: T
  after: T
  from: Path
  path: Path
  /** The fields on the way to it, without the items: `suites/cases`. */
  fields: string
}

interface Comparison {
  found: Difference[]
  /** Items that are on both sides, perhaps in other lists, as they were before. */
  kept: ReadonlyMap<string, Movable>
}

/**
 * What differs between two plain values of one type (projects, heads, cases), item by item: an inserted step is one insertion,
 * a case that went to another suite one move. The outer before the inner; each can be made after those before it.
 */
export function differences(before: unknown, after: unknown): Difference[] {
  if (before === after) return []
  const here = movableItems(after)
  const kept = new Map([...movableItems(before)].filter(([name]) => here.has(name)))
  const comparison: Comparison = { found: [], kept }
  compare({ before, after, from: [], path: [], fields: '' }, comparison)
  return comparison.found
}

function compare(pair: Pair, comparison: Comparison): void {
  const { before, after } = pair
  if (before === after) return
  if (Array.isArray(before) && Array.isArray(after)) {
    const by = keyedBy(before, after)
    const lists: Pair<readonly unknown[]> = { ...pair, before, after }
    if (by === 'index') compareByIndex(lists, comparison)
    else compareByKey(lists, by, comparison)
  } else if (isFields(before) && isFields(after)) compareFields({ ...pair, before, after }, comparison)
  else if (!same(before, after)) comparison.found.push({ what: 'changed', path: pair.path, before, after })
}

function compareFields({ before, after, from, path, fields }: Pair<Record<string, unknown>>, comparison: Comparison): void {
  const valueOf = (side: Record<string, unknown>, key: string) => (Object.hasOwn(side, key) ? side[key] : undefined)
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const sides = { before: valueOf(before, key), after: valueOf(after, key) }
    compare({ ...sides, from: [...from, key], path: [...path, key], fields: fields ? `${fields}/${key}` : key }, comparison)
  }
}

/** Items without their own key: what is the same at both ends stays, the rest is compared in order. */
function compareByIndex({ before, after, from, path, fields }: Pair<readonly unknown[]>, comparison: Comparison): void {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && same(before[start], after[start])) start++
  let end = 0
  while (end < shorter - start && same(before.at(-1 - end), after.at(-1 - end))) end++
  const paired = shorter - end
  for (let at = paired; at < before.length - end; at++) remove(before[at], [...from, at], fields, comparison)
  for (let at = start; at < paired; at++)
    compare({ before: before[at], after: after[at], from: [...from, at], path: [...path, at], fields }, comparison)
  for (let at = paired; at < after.length - end; at++)
    insert(after[at], [...path, at], at === 0 ? undefined : at - 1, fields, comparison)
}

function compareByKey(lists: Pair<readonly unknown[]>, by: 'id' | 'name', comparison: Comparison): void {
  const { before, after, from, path, fields } = lists
  const { found } = comparison
  const { gone, items } = pairItems(before, after, by)
  for (const { index, key } of gone) {
    if (!keptAs(fields, key, comparison)) remove(before[index], [...from, key], fields, comparison)
  }
  const staying = inOrder(items.flatMap(({ before: index }) => index ?? []))
  const renames: Difference[] = []
  for (const [at, { before: index, key, renamed }] of items.entries()) {
    const behind = items[at - 1]?.key
    const below = { after: after[at], path: [...path, key], fields }
    if (index === undefined) {
      const earlier = keptAs(fields, key, comparison)
      if (earlier) {
        found.push({ what: 'moved', path: below.path, behind, from: earlier.path, wasBehind: earlier.behind })
        compare({ before: earlier.value, from: earlier.path, ...below }, comparison)
      } else insert(after[at], below.path, behind, fields, comparison)
      continue
    }
    const own = [...from, key]
    const wasBehind = index === 0 ? undefined : keyAt(before, index - 1, by)
    if (!staying.has(index)) found.push({ what: 'moved', path: below.path, behind, from: own, wasBehind })
    const earlier = before[index]
    if (renamed !== undefined && isFields(earlier)) {
      compare({ before: { ...earlier, name: renamed }, from: own, ...below }, comparison)
      renames.push({ what: 'changed', path: [...below.path, 'name'], before: earlier['name'], after: renamed })
    } else compare({ before: earlier, from: own, ...below }, comparison)
  }
  // The last, because all others find the items by the names that they had.
  found.push(...renames)
}

const keptAs = (fields: string, key: ItemKey, { kept }: Comparison): Movable | undefined => {
  const name = movableName(fields, key)
  return name === undefined ? undefined : kept.get(name)
}

function remove(value: unknown, path: Path, fields: string, { found, kept }: Comparison): void {
  found.push({ what: 'removed', path, value: withoutItems(value, fields, kept) })
}

function insert(value: unknown, path: Path, behind: ItemKey | undefined, fields: string, comparison: Comparison): void {
  const own = withoutItems(value, fields, comparison.kept)
  comparison.found.push({ what: 'inserted', path, behind, value: own })
  compare({ before: own, after: value, from: path, path, fields }, comparison)
}
