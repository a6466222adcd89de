import { same } from '#engine/base/deep-equal.ts'
import { isObject } from '#engine/base/encoding/json-value.ts'
import type { MergeConflict, MergeSide } from '#engine/project/format/conflict-schema.ts'
import { alignLists, areKnownById } from './align.ts'
import { mergeOrder } from './order.ts'

/** Keys of objects, ids of items, and for items without an id a number that is known when their list is complete. */
export type MergePath = readonly (string | { index: number })[]

/** A conflict whose path isn't final yet. */
export type FoundConflict = DraftOf<MergeConflict>
type DraftOf<C> = C extends MergeConflict ? Omit<C, 'path' | 'at'> & { path: MergePath } : never

/** Three versions of a value; undefined where there is none. */
export interface Versions<T = unknown> {
  base: T | undefined
  ours: T | undefined
  theirs: T | undefined
}

/** What a merge has found so far. */
export interface Merging {
  conflicts: FoundConflict[]
  /** Paths that are merged as one value, because their parts don't go together; by {@link pathName}. */
  whole: ReadonlySet<string>
  /** Ids of items that one side deleted and the other needs. */
  kept: ReadonlySet<string>
}

/** Names a path for {@link Merging.whole}, which only has paths of keys and ids. */
export const pathName = (path: MergePath): string => JSON.stringify(path)

/** Fields whose value is one thing, whatever it is made of. */
const single = new Set(['value', 'default', 'snapshot', 'document', 'text', 'schema'])
/** Fields that decide which other fields an object has. */
const deciding = ['kind', 'type', 'driver', 'form', 'source', 'is', 'secret']

/** One value of three; a conflict keeps ours, or what there is. */
export function mergeValues(versions: Versions, path: MergePath, merging: Merging): unknown {
  const { base, ours, theirs } = versions
  // What is kept is looked for in lists that only one side changed, too.
  const isSearched = merging.kept.size > 0 && Array.isArray(ours) && Array.isArray(theirs)
  if (!isSearched && (same(ours, theirs) || same(base, theirs))) return ours
  if (!isSearched && same(base, ours)) return theirs
  if (!isSingle(versions, path, merging)) {
    if (isObject(ours) && isObject(theirs))
      return mergeFields({ base: isObject(base) ? base : undefined, ours, theirs }, path, merging)
    if (Array.isArray(ours) && Array.isArray(theirs))
      return mergeLists({ base: Array.isArray(base) ? base : undefined, ours, theirs }, path, merging)
  }
  merging.conflicts.push({
    kind: 'value',
    path,
    ...(ours === undefined ? {} : { ours }),
    ...(theirs === undefined ? {} : { theirs }),
  })
  return ours
}

function isSingle({ base, ours, theirs }: Versions, path: MergePath, { whole }: Merging): boolean {
  const key = path.at(-1)
  if ((typeof key === 'string' && single.has(key)) || whole.has(pathName(path))) return true
  const sides = base === undefined ? [ours, theirs] : [base, ours, theirs]
  if (sides.every(isObject)) {
    const differs = (field: string) => new Set(sides.map((side) => side[field]).filter((value) => !isObject(value))).size > 1
    return deciding.some(differs) || (sides.every(isTable) && !sides.every(({ columns }) => same(columns, sides[0]?.['columns'])))
  }
  // Cells are known by their column.
  const isRow = (side: unknown) =>
    Array.isArray(side) && side.some((cell) => typeof cell !== 'string' && !isObject(cell) && !Array.isArray(cell))
  return sides.some(isRow) && !sides.every((side) => Array.isArray(side) && side.length === (ours as unknown[]).length)
}

/** The cells of its rows are those of its columns. */
const isTable = ({ columns, rows }: Record<string, unknown>): boolean =>
  Array.isArray(columns) && columns.every((column) => typeof column === 'string') && Array.isArray(rows)

/** An object field by field. */
export function mergeFields(
  versions: Versions<Record<string, unknown>>,
  path: MergePath,
  merging: Merging,
): Record<string, unknown> {
  const { base = {}, ours = {}, theirs = {} } = versions
  const valueOf = (side: Record<string, unknown>, key: string) => (Object.hasOwn(side, key) ? side[key] : undefined)
  const merged: [string, unknown][] = []
  for (const key of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
    const fields = { base: valueOf(base, key), ours: valueOf(ours, key), theirs: valueOf(theirs, key) }
    const value = mergeValues(fields, [...path, key], merging)
    if (value !== undefined) merged.push([key, value])
  }
  return Object.fromEntries(merged)
}

type ListVersions = { base: readonly unknown[] | undefined; ours: readonly unknown[]; theirs: readonly unknown[] }

/** A list item by item. */
function mergeLists(lists: ListVersions, path: MergePath, merging: Merging): unknown[] {
  const known = areKnownById(lists)
  const keys = alignLists(lists)
  const sides = { base: lists.base ?? [], ours: lists.ours, theirs: lists.theirs }
  const items = {
    base: new Map((keys.base ?? []).map((key, at) => [key, sides.base[at]])),
    ours: new Map(keys.ours.map((key, at) => [key, sides.ours[at]])),
    theirs: new Map(keys.theirs.map((key, at) => [key, sides.theirs[at]])),
  }
  const found: Merging = { ...merging, conflicts: [] }
  const merged = new Map<string, unknown>()
  const indexes = new Map<string, { index: number }>()
  for (const key of new Set([...keys.ours, ...keys.theirs])) {
    const place = { index: -1 }
    const item = mergeItem(key, items, [...path, known ? key : place], found)
    if (item === undefined) continue
    merged.set(key, item)
    indexes.set(key, place)
  }
  const order = mergeOrder(keys, new Set(merged.keys()))
  if (order.other && !known) {
    // Without ids an order can't be written down; the list is one value.
    merging.conflicts.push({ kind: 'value', path, ours: lists.ours, theirs: lists.theirs })
    return [...lists.ours]
  }
  merging.conflicts.push(...found.conflicts)
  if (order.other) merging.conflicts.push({ kind: 'order', path, ours: order.keys, theirs: order.other })
  for (const [index, key] of order.keys.entries()) {
    const place = indexes.get(key)
    if (place) place.index = index
  }
  return order.keys.map((key) => merged.get(key))
}

/** An item of a list; undefined if it is gone. */
function mergeItem(
  key: string,
  items: Record<MergeSide | 'base', ReadonlyMap<string, unknown>>,
  path: MergePath,
  merging: Merging,
): unknown {
  const [base, ours, theirs] = [items.base.get(key), items.ours.get(key), items.theirs.get(key)]
  if (items.ours.has(key) && items.theirs.has(key)) return mergeValues({ base, ours, theirs }, path, merging)
  const left = items.ours.has(key) ? ours : theirs
  if (!items.base.has(key)) return left
  if (same(base, left) && !merging.kept.has(key)) return undefined
  merging.conflicts.push({ kind: 'deleted', path, by: items.ours.has(key) ? 'theirs' : 'ours' })
  return left
}
