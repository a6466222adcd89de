import { same } from '#engine/base/deep-equal.ts'
import type { Project } from '#engine/project/format/schema.ts'
import type { MergeSide } from '#engine/project/format/conflict-schema.ts'
import { mergeOrder } from './order.ts'
import { mergeFields, mergeValues, type MergePath, type Merging, type Versions } from './values.ts'

/** The lists whose items can go from one to another: suites, cases, steps. */
const levels = ['suites', 'cases', 'steps'] as const

/** The project, a suite, a case or a step on one side, without what is below it. */
interface Node {
  id: string
  level: number
  parent: string | undefined
  own: Record<string, unknown>
  children: string[]
}

type Nodes = ReadonlyMap<string, Node>

const rootKey = 'project'
const keyOf = (level: number, id: string) => `${levels[level] ?? ''} ${id}`

/** The tree of a project as nodes by key. */
function nodesOf(project: Project | undefined): Nodes {
  const nodes = new Map<string, Node>()
  const visit = (value: object, key: string, parent: string | undefined, level: number) => {
    const field = levels[level]
    const { [field ?? '']: list, ...own } = value as Record<string, unknown>
    const below = (field ? (list ?? []) : []) as { id: string }[]
    const children = below.map(({ id }) => keyOf(level, id))
    nodes.set(key, { id: String(own['id']), level: level - 1, parent, own: own, children })
    for (const [at, item] of below.entries()) visit(item, children[at] ?? '', key, level + 1)
  }
  if (project) visit(project, rootKey, undefined, 0)
  return nodes
}

/**
 * Merges three versions of a project. Suites, cases and steps are followed by their ids wherever they went; what is deleted on
 * one side and unchanged on the other is gone.
 */
export function mergeTrees(versions: Versions<Project>, merging: Merging): Record<string, unknown> {
  const sides = { base: nodesOf(versions.base), ours: nodesOf(versions.ours), theirs: nodesOf(versions.theirs) }
  const keys = [...new Set([...sides.ours.keys(), ...sides.theirs.keys()])]
  const levelOf = (key: string) => (sides.ours.get(key) ?? sides.theirs.get(key))?.level ?? 0
  /** Where what stays is, by the outer first. */
  const parents = new Map<string, string | undefined>()
  const disputed = new Map<string, { by: MergeSide; inside: boolean }>()
  const moved = new Map<string, { ours: string; theirs: string }>()
  for (const key of keys.toSorted((a, b) => levelOf(a) - levelOf(b))) {
    const [base, ours, theirs] = [sides.base.get(key), sides.ours.get(key), sides.theirs.get(key)]
    if (ours && theirs) {
      const isMoved = ours.parent !== theirs.parent && ours.parent !== base?.parent && theirs.parent !== base?.parent
      parents.set(key, ours.parent === base?.parent ? theirs.parent : ours.parent)
      if (isMoved) moved.set(key, { ours: idOf(sides.ours, ours.parent), theirs: idOf(sides.theirs, theirs.parent) })
      continue
    }
    const by = ours ? 'theirs' : 'ours'
    const left = ours ?? theirs
    const around = disputed.get(left?.parent ?? '')
    const inside = around?.by === by
    if (base && !inside && !isTouched(key, sides.base, ours ? sides.ours : sides.theirs, merging.kept)) continue
    parents.set(key, left?.parent)
    // What is in a disputed item goes or stays with it.
    if (base) disputed.set(key, { by, inside })
  }
  const members = new Map<string | undefined, Set<string>>()
  for (const [key, parent] of parents) members.set(parent, (members.get(parent) ?? new Set()).add(key))

  const build = (key: string, path: MergePath): Record<string, unknown> => {
    const [base, ours, theirs] = [sides.base.get(key), sides.ours.get(key), sides.theirs.get(key)]
    const dispute = disputed.get(key)
    const apart = moved.get(key)
    if (dispute && !dispute.inside) merging.conflicts.push({ kind: 'deleted', path, by: dispute.by })
    if (apart) merging.conflicts.push({ kind: 'moved', path, ...apart })
    const level = (ours ?? theirs)?.level ?? 0
    const field = levels[level + 1]
    const owns = { base: base?.own, ours: ours?.own, theirs: theirs?.own }
    const own =
      ours && theirs ? (field ? mergeFields(owns, path, merging) : mergeValues(owns, path, merging)) : (ours ?? theirs)?.own
    if (!field) return own as Record<string, unknown>
    const list = [...path, field]
    const order = mergeOrder(
      { base: base?.children, ours: ours?.children ?? [], theirs: theirs?.children ?? [] },
      members.get(key) ?? new Set(),
    )
    const ids = (order: readonly string[]) => order.map((child) => idOf(sides.ours.has(child) ? sides.ours : sides.theirs, child))
    if (order.other) merging.conflicts.push({ kind: 'order', path: list, ours: ids(order.keys), theirs: ids(order.other) })
    const children = order.keys.map((child, at) => build(child, [...list, ids(order.keys)[at] ?? '']))
    return { ...(own as Record<string, unknown>), [field]: children }
  }
  return build(rootKey, [])
}

const idOf = (nodes: Nodes, key: string | undefined): string => nodes.get(key ?? '')?.id ?? ''

/** Whether a side changed something in a node, added to it or moved it, or needs it: the deletion by the other would lose that. */
function isTouched(key: string, base: Nodes, side: Nodes, kept: ReadonlySet<string>): boolean {
  const [before, after] = [base.get(key), side.get(key)]
  if (!before || !after || before.parent !== after.parent || kept.has(after.id) || !same(before.own, after.own)) return true
  const [had, has] = [new Set(before.children), new Set(after.children)]
  const stayed = [before.children.filter((child) => has.has(child)), after.children.filter((child) => had.has(child))]
  return !same(...(stayed as [string[], string[]])) || after.children.some((child) => isTouched(child, base, side, kept))
}
