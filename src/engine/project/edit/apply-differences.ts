import type { Difference } from './differences.ts'
import { indexOfKey, isFields, valueAt, type ItemKey, type Path } from './path.ts'

/**
 * Makes these differences, or some of them, on another value; `left` are those whose place is not there, or taken. An item
 * whose neighbor is gone comes last in its list.
 */
export function applyDifferences<T>(value: T, differences: readonly Difference[]): { value: T; left: Difference[] } {
  const root: { value: unknown } = { value: structuredClone(value) }
  const left: Difference[] = []
  const taken = takeOut(root.value, differences)
  for (const difference of differences) {
    const done =
      difference.what === 'removed'
        ? taken.has(difference)
        : difference.what === 'changed'
          ? set(root, difference.path, difference.after)
          : put(root.value, difference, taken.get(difference))
    if (!done) left.push(difference)
  }
  return { value: root.value as T, left }
}

/** Where something was before it was taken out. */
interface Taken {
  list: unknown[]
  index: number
  item: unknown
}

/** Takes out what is removed or moved; places are those before any of it. */
function takeOut(root: unknown, differences: readonly Difference[]): Map<Difference, Taken> {
  const taken = new Map<Difference, Taken>()
  const indexes = new Map<unknown[], Set<number>>()
  for (const difference of differences) {
    if (difference.what !== 'removed' && difference.what !== 'moved') continue
    const path = difference.what === 'moved' ? difference.from : difference.path
    const [list, key] = listAt(root, path)
    const index = list && key !== undefined ? indexOfKey(list, key) : -1
    if (!list || index < 0) continue
    taken.set(difference, { list, index, item: list[index] })
    const there = indexes.get(list) ?? new Set()
    indexes.set(list, there.add(index))
  }
  for (const [list, gone] of indexes) list.splice(0, list.length, ...list.filter((_, index) => !gone.has(index)))
  return taken
}

function listAt(root: unknown, path: Path): [list: unknown[] | undefined, key: ItemKey | undefined] {
  const list = valueAt(root, path.slice(0, -1))
  const key = path.at(-1)
  return [Array.isArray(list) ? list : undefined, typeof key === 'string' ? undefined : key]
}

function put(root: unknown, difference: Difference & { what: 'inserted' | 'moved' }, taken: Taken | undefined): boolean {
  if (difference.what === 'moved' && !taken) return false
  const [list, key] = listAt(root, difference.path)
  const isTaken = list !== undefined && typeof key === 'object' && indexOfKey(list, key) >= 0
  if (!list || key === undefined || isTaken) {
    // What can't go where it should stays where it was.
    if (taken) taken.list.splice(Math.min(taken.index, taken.list.length), 0, taken.item)
    return false
  }
  const item = difference.what === 'moved' ? taken?.item : structuredClone(difference.value)
  list.splice(indexBehind(list, difference.behind), 0, item)
  return true
}

function indexBehind(list: readonly unknown[], behind: ItemKey | undefined): number {
  if (behind === undefined) return 0
  const index = indexOfKey(list, behind)
  return index < 0 ? list.length : index + 1
}

function set(root: { value: unknown }, path: Path, value: unknown): boolean {
  const key = path.at(-1)
  const next: unknown = structuredClone(value)
  if (key === undefined) {
    root.value = next
    return true
  }
  const parent = valueAt(root.value, path.slice(0, -1))
  if (Array.isArray(parent)) {
    const index = typeof key === 'string' ? -1 : indexOfKey(parent, key)
    if (index >= 0) parent[index] = next
    return index >= 0
  }
  if (!isFields(parent) || typeof key !== 'string') return false
  if (value === undefined) delete parent[key]
  else Object.defineProperty(parent, key, { value: next, writable: true, enumerable: true, configurable: true })
  return true
}
