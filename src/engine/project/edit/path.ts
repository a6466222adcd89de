import { same } from '#engine/base/deep-equal.ts'

/** An item of a list: by its id, else by its name; by its index in lists whose items have neither, or share them. */
export type ItemKey = { readonly id: string } | { readonly name: string } | number

/** The path to something, from the root down: fields of objects by name, items of lists by their key. */
export type Path = readonly (string | ItemKey)[]

/** By what the items of a list are known. */
export type KeyedBy = 'id' | 'name' | 'index'

type Fields = Record<string, unknown>

/** Whether a value is an object with fields: no list, and not nothing. */
export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

const uniqueTexts = (list: readonly unknown[], field: 'id' | 'name'): boolean => {
  const seen = new Set<unknown>()
  for (const item of list) {
    if (!isFields(item) || typeof item[field] !== 'string') return false
    seen.add(item[field])
  }
  return seen.size === list.length
}

/** By what the items of a list are known on both sides of a comparison. */
export function keyedBy(...lists: readonly (readonly unknown[])[]): KeyedBy {
  for (const field of ['id', 'name'] as const) if (lists.every((list) => uniqueTexts(list, field))) return field
  return 'index'
}

/** The key of the item at `index`. */
export function keyAt(list: readonly unknown[], index: number, by: KeyedBy): ItemKey {
  const item = list[index]
  if (by === 'index' || !isFields(item)) return index
  return by === 'id' ? { id: String(item['id']) } : { name: String(item['name']) }
}

/** The index of the item that a key means; -1 if there is none. */
export function indexOfKey(list: readonly unknown[], key: ItemKey): number {
  if (typeof key === 'number') return key < list.length ? key : -1
  const [field, wanted] = 'id' in key ? ['id', key.id] : ['name', key.name]
  return list.findIndex((item) => isFields(item) && item[field] === wanted)
}

/** What is at a path; undefined if nothing is. */
export function valueAt(root: unknown, path: Path): unknown {
  let value = root
  for (const part of path) {
    if (Array.isArray(value)) value = typeof part === 'string' ? undefined : value[indexOfKey(value, part)]
    else value = isFields(value) && typeof part === 'string' && Object.hasOwn(value, part) ? value[part] : undefined
  }
  return value
}

/** Whether `path` leads to `inner` or to what it is in. */
export const leadsTo = (path: Path, inner: Path): boolean =>
  path.length <= inner.length && path.every((part, at) => same(part, inner[at]))
