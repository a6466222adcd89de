import { followed } from '#engine/case-builder/change-set/apply-change-set.ts'
import { isOnlyPlace, type ChangeItem } from '#engine/case-builder/change-set/change-set.ts'

/** Ids that are not ticked after some were ticked or unticked. */
export function toggled(
  unticked: ReadonlySet<string>,
  ids: readonly string[],
  on: boolean,
  items: readonly ChangeItem[],
): Set<string> {
  if (!on) return followed(new Set([...unticked, ...ids]), items)
  const next = ids.reduce<Set<string>>((rest, id) => ticked(rest, id, items), new Set(unticked))
  // What only waited for these comes with them; what has its own flag waits for the user.
  const added = new Set(ids)
  for (const one of items) {
    if (one.unticked || !one.needs.some((id) => added.has(id)) || one.needs.some((id) => next.has(id))) continue
    if (one.parent !== undefined && next.has(one.parent)) continue
    next.delete(one.id)
    added.add(one.id)
  }
  return next
}

/** Ids that are not ticked after one was ticked: whatever it is in and needs is ticked with it. */
export function ticked(unticked: ReadonlySet<string>, id: string, items: readonly ChangeItem[]): Set<string> {
  const byId = new Map(items.map((one) => [one.id, one]))
  const next = new Set(unticked)
  const seen = new Set<string>()
  const tick = (one: string | undefined) => {
    if (one === undefined || seen.has(one)) return
    seen.add(one)
    next.delete(one)
    const item = byId.get(one)
    tick(item?.parent)
    for (const needed of item?.needs ?? []) tick(needed)
  }
  tick(id)
  // What is in it comes with it again.
  for (const one of items) if (within(one, id, byId)) tick(one.id)
  return next
}

const within = (one: ChangeItem, id: string, byId: ReadonlyMap<string, ChangeItem>): boolean => {
  let at: ChangeItem | undefined = one
  for (let depth = 0; at?.parent !== undefined && depth < 20; depth += 1) {
    if (at.parent === id) return true
    at = byId.get(at.parent)
  }
  return false
}

/** How many things are added, changed, removed and moved, of those that are ticked. */
export function countsOf(items: readonly ChangeItem[], unticked: ReadonlySet<string>): Record<ChangeItem['what'], number> {
  const counts = { added: 0, changed: 0, removed: 0, moved: 0 }
  for (const one of items) if (!unticked.has(one.id) && !isOnlyPlace(one, items)) counts[one.what] += 1
  return counts
}

/** How deep an item stands. */
export function depthOf(item: ChangeItem, items: readonly ChangeItem[]): number {
  const byId = new Map(items.map((one) => [one.id, one]))
  let depth = 0
  for (let at = item; at.parent !== undefined && depth < 8;) {
    const parent = byId.get(at.parent)
    if (!parent) break
    depth += 1
    at = parent
  }
  return depth
}
