import { isFields, keyAt, keyedBy, type ItemKey, type Path } from './path.ts'

/** What can go from one list to another: cases between suites, steps between cases. Lists are named by the fields that lead to them. */
const inside: Readonly<Record<string, string | undefined>> = { suites: 'cases', 'suites/cases': 'steps' }
const lists: ReadonlySet<string> = new Set(Object.entries(inside).map(([list, field]) => `${list}/${field}`))

/** Something that could go to another list, and where it is. */
export interface Movable {
  path: Path
  behind: ItemKey | undefined
  value: unknown
}

/** Names an item of a list, if it is one that can go to another list. */
export const movableName = (list: string, key: ItemKey): string | undefined =>
  lists.has(list) && typeof key === 'object' && 'id' in key ? `${list} ${key.id}` : undefined

/** All items that could go to another list, by {@link movableName}; none at all if they can't be distinguished. */
export function movableItems(root: unknown): Map<string, Movable> {
  const found = new Map<string, Movable>()
  let unique = true
  const visit = (list: readonly unknown[], fields: string, path: Path): void => {
    const by = keyedBy(list)
    for (const [index, value] of list.entries()) {
      const key = keyAt(list, index, by)
      const own = [...path, key]
      if (lists.has(fields)) {
        const name = movableName(fields, key)
        if (name === undefined || found.has(name)) unique = false
        else found.set(name, { path: own, behind: index === 0 ? undefined : keyAt(list, index - 1, by), value })
      }
      const field = inside[fields]
      const below = field !== undefined && isFields(value) ? value[field] : undefined
      if (field !== undefined && Array.isArray(below)) visit(below, `${fields}/${field}`, [...own, field])
    }
  }
  if (isFields(root) && Array.isArray(root['suites'])) visit(root['suites'], 'suites', ['suites'])
  return unique ? found : new Map()
}

/** An item of `list` without those inside it that have one of these names; itself when it has none of them. */
export function withoutItems(value: unknown, list: string, names: { has(name: string): boolean }): unknown {
  const field = inside[list]
  const below = field !== undefined && isFields(value) ? value[field] : undefined
  if (field === undefined || !isFields(value) || !Array.isArray(below)) return value
  const fields = `${list}/${field}`
  const by = keyedBy(below)
  const left = below
    .filter((_, index) => {
      const name = movableName(fields, keyAt(below, index, by))
      return name === undefined || !names.has(name)
    })
    .map((item: unknown) => withoutItems(item, fields, names))
  return left.length === below.length && left.every((item, index) => item === below[index]) ? value : { ...value, [field]: left }
}
