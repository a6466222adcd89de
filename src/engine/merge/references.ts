import { isObject } from '#engine/base/encoding/json-value.ts'
import type { Project } from '#engine/project/format/schema.ts'
import type { Versions } from './values.ts'

/** Fields that contain the id of something else. */
const referring = new Set(['step', 'connection', 'dataSource', 'api', 'design', 'target', 'environment', 'before'])

interface Item {
  id: string
  /** What makes two items with one id the same item. */
  mark: string
  /** Id of the item that it is in. */
  holder: string
}

/** Everything in a project that has an id, and the ids that it refers to. */
function look(project: unknown): { items: Map<string, Item>; referred: Set<string> } {
  const items = new Map<string, Item>()
  const referred = new Set<string>()
  const visit = (value: unknown, list: string, holder: string): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, list, holder)
    if (!isObject(value)) return
    if (typeof value['id'] === 'string')
      items.set(value['id'], { id: value['id'], mark: JSON.stringify([list, value['kind'] ?? '', value['name'] ?? '']), holder })
    const within = typeof value['id'] === 'string' ? value['id'] : holder
    for (const [key, field] of Object.entries(value)) {
      if (typeof field === 'string' && referring.has(key)) referred.add(field)
      else if (typeof field === 'object' && field !== null) visit(field, key, within)
    }
  }
  visit(project, '', '')
  return { items, referred }
}

/** Ids that a merged project refers to and that are in neither it nor, missing already, in one of the sides. */
export function newlyDangling(merged: unknown, { base, ours, theirs }: Versions): string[] {
  const dangling = (project: unknown) => {
    const { items, referred } = look(project)
    return [...referred].filter((id) => !items.has(id))
  }
  const known = new Set([...dangling(ours), ...dangling(theirs)])
  const { items } = look(base)
  return dangling(merged).filter((id) => !known.has(id) && items.has(id))
}

/**
 * `theirs` with other ids for what both sides added under the same id though it is not the same: ids that people write, such as
 * `c3`, meet.
 */
export function separateIds({ base, ours, theirs }: Versions<Project> & { ours: Project; theirs: Project }): Project {
  const [before, mine, added] = [look(base), look(ours), look(theirs)]
  const taken = new Set([before, mine, added].flatMap(({ items }) => [...items.keys()]))
  const renamed = new Map<string, string>()
  for (const { id, mark, holder } of added.items.values()) {
    const other = mine.items.get(id)
    if (!other || before.items.has(id) || id === theirs.id) continue
    // What is in another item is another one, whatever its name.
    if (other.mark === mark && !renamed.has(holder)) continue
    let n = 2
    while (taken.has(`${id}-${n}`)) n++
    renamed.set(id, `${id}-${n}`)
    taken.add(`${id}-${n}`)
  }
  return renamed.size === 0 ? theirs : (withIds(theirs, renamed) as Project)
}

function withIds(value: unknown, renamed: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withIds(item, renamed))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      key,
      typeof field === 'string' && (key === 'id' || referring.has(key)) ? (renamed.get(field) ?? field) : withIds(field, renamed),
    ]),
  )
}
