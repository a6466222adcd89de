import { isObject } from '#engine/base/encoding/json-value.ts'
import type { MergeConflict, MergeSide } from '#engine/project/format/conflict-schema.ts'
import type { Project } from '#engine/project/format/schema.ts'

/** What a path leads to: the object or list that it is in, and its key there. */
interface Spot {
  holder: Record<string, unknown> | unknown[]
  key: string | number
}

/**
 * The project with its conflicts resolved, each for the side that `choose` gives; those without a side stay. A place that is gone
 * stays so.
 */
export function resolveConflicts(
  project: Project,
  choose: (conflict: MergeConflict, index: number) => MergeSide | undefined,
): Project {
  const { conflicts = [], ...rest } = project
  const next = structuredClone(rest) as Record<string, unknown>
  const open: MergeConflict[] = []
  // All places are found before anything changes, because items without ids are found by their index.
  const changes = conflicts.flatMap((conflict, index) => {
    const side = choose(conflict, index)
    if (side === undefined) open.push(conflict)
    const spot = spotOf(next, conflict.path)
    return side && spot ? () => settleAs(next, conflict, side, spot) : []
  })
  const removals = changes.flatMap((change) => change() ?? [])
  for (const { list, item } of removals) if (list.includes(item)) list.splice(list.indexOf(item), 1)
  return { ...next, ...(open.length > 0 ? { conflicts: open } : {}) } as Project
}

interface Removal {
  list: unknown[]
  item: unknown
}

/** Carries out one choice; what goes from a list goes when all other places were reached. */
function settleAs(root: unknown, conflict: MergeConflict, side: MergeSide, { holder, key }: Spot): Removal | undefined {
  if (conflict.kind === 'deleted') {
    if (side !== conflict.by) return undefined
    if (Array.isArray(holder)) return { list: holder, item: holder[Number(key)] }
    delete holder[String(key)]
    return undefined
  }
  // The file has ours.
  if (side === 'ours') return undefined
  const value = Reflect.get(holder, key) as unknown
  switch (conflict.kind) {
    case 'value':
      if (conflict.theirs === undefined && !Array.isArray(holder)) delete holder[String(key)]
      else Reflect.set(holder, key, structuredClone(conflict.theirs))
      return undefined
    case 'moved': {
      const list = conflict.path.at(-2)
      const target = holderOf(root, conflict.theirs, String(list))
      if (!target || !Array.isArray(holder)) return undefined
      target.push(value)
      return { list: holder, item: value }
    }
    case 'order': {
      const ranks = new Map(conflict.theirs.map((id, index) => [id, index]))
      const rank = (item: unknown) => ranks.get(isObject(item) ? String(item['id']) : '') ?? ranks.size
      if (Array.isArray(value)) value.splice(0, value.length, ...value.toSorted((a, b) => rank(a) - rank(b)))
      return undefined
    }
  }
}

/** Where a path leads; undefined if what it is in is gone. */
function spotOf(root: unknown, path: MergeConflict['path']): Spot | undefined {
  let holder: unknown = root
  for (const [at, part] of path.entries()) {
    const key = Array.isArray(holder) ? indexIn(holder, part) : part
    if (key === undefined || (!Array.isArray(holder) && !isObject(holder))) return undefined
    if (at === path.length - 1) return { holder, key }
    holder = Reflect.get(holder, key)
  }
  return undefined
}

function indexIn(list: readonly unknown[], part: string | number): number | undefined {
  if (typeof part === 'number') return part < list.length ? part : undefined
  const by = (field: string) => list.findIndex((item) => isObject(item) && item[field] === part)
  const index = by('id') >= 0 ? by('id') : by('name')
  return index < 0 ? undefined : index
}

/** The cases of a suite, or the steps of a case. */
function holderOf(root: unknown, id: string, list: string): unknown[] | undefined {
  const { suites } = root as Project
  const holders: readonly { id: string }[] = list === 'cases' ? suites : suites.flatMap(({ cases }) => cases)
  const found: unknown = Reflect.get(holders.find((one) => one.id === id) ?? {}, list)
  return Array.isArray(found) ? (found as unknown[]) : undefined
}
