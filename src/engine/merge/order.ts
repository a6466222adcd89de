import { inOrder } from '#engine/project/edit/pair-items.ts'
import { same } from '#engine/base/deep-equal.ts'

/** The keys of a list on each side; undefined where there is no such list. */
export interface KeyLists {
  base: readonly string[] | undefined
  ours: readonly string[]
  theirs: readonly string[]
}

/** A merged order, and the other one where both sides reordered the list in ways that exclude each other. */
export interface MergedOrder {
  keys: string[]
  other?: string[]
}

/**
 * The order of the merged list, which has the keys of `members`. What all sides have is put in order first; the rest follows
 * what it follows on its own side, ours before theirs.
 */
export function mergeOrder(lists: KeyLists, members: ReadonlySet<string>): MergedOrder {
  const [ours, theirs] = [lists.ours, lists.theirs].map((keys) => keys.filter((key) => members.has(key))) as [string[], string[]]
  const sides = [lists.base ?? ours, ours, theirs].map((keys) => new Set(keys))
  const inAll = (key: string) => sides.every((side) => side.has(key))
  const common = { base: (lists.base ?? ours).filter(inAll), ours: ours.filter(inAll), theirs: theirs.filter(inAll) }
  const agreed = orderOf(common)
  const complete = (order: readonly string[]) => withRest(withRest(order, theirs, new Set(ours)), ours, new Set())
  if (agreed) return { keys: complete(agreed) }
  return { keys: complete(common.ours), other: complete(common.theirs) }
}

/** Three orders of the same keys as one; undefined if none keeps what both sides changed. */
function orderOf({ base, ours, theirs }: Record<'base' | 'ours' | 'theirs', readonly string[]>): readonly string[] | undefined {
  if (same(ours, theirs) || same(base, theirs)) return ours
  if (same(base, ours)) return theirs
  return byPairs(base, ours, theirs) ?? byMoves(base, ours, theirs)
}

/** Each pair is ordered as the side has it that changed it. Undefined if that goes in circles. */
function byPairs(base: readonly string[], ours: readonly string[], theirs: readonly string[]): string[] | undefined {
  const [inBase, inOurs, inTheirs] = [base, ours, theirs].map(ranks) as [Ranks, Ranks, Ranks]
  const before = new Map(base.map((key) => [key, 0]))
  for (const [at, one] of base.entries())
    for (const other of base.slice(at + 1)) {
      const isFirst = (side: Ranks) => (side.get(one) ?? 0) < (side.get(other) ?? 0)
      const first = isFirst(inOurs) === isFirst(inBase) ? isFirst(inTheirs) : isFirst(inOurs)
      const later = first ? other : one
      before.set(later, (before.get(later) ?? 0) + 1)
    }
  // An order without circles is the one in which every item has another number of items before it.
  const order: string[] = []
  for (const [key, count] of before) {
    if (order[count] !== undefined) return undefined
    order[count] = key
  }
  return order
}

/** Each item that one side moved goes behind what it follows there. Undefined if both sides moved the same item. */
function byMoves(base: readonly string[], ours: readonly string[], theirs: readonly string[]): string[] | undefined {
  const inBase = ranks(base)
  const movedIn = (side: readonly string[]) => {
    const indexes = side.map((key) => inBase.get(key) ?? 0)
    const staying = inOrder(indexes)
    return new Set(side.filter((_, at) => !staying.has(indexes[at] ?? 0)))
  }
  const [byOurs, byTheirs] = [movedIn(ours), movedIn(theirs)]
  if ([...byOurs].some((key) => byTheirs.has(key))) return undefined
  const staying = base.filter((key) => !byOurs.has(key) && !byTheirs.has(key))
  return withRest(
    withRest(
      staying,
      theirs.filter((key) => !byOurs.has(key)),
      new Set(),
    ),
    ours,
    new Set(),
  )
}

type Ranks = ReadonlyMap<string, number>
const ranks = (keys: readonly string[]): Ranks => new Map(keys.map((key, at) => [key, at]))

/** An order with the keys of a side that it lacks, each behind what it follows there; `without` are left to the other side. */
function withRest(order: readonly string[], side: readonly string[], without: ReadonlySet<string>): string[] {
  const placed = new Set(order)
  const behind = new Map<string | undefined, string[]>()
  let last: string | undefined
  for (const key of side) {
    if (placed.has(key)) last = key
    else if (!without.has(key)) behind.set(last, [...(behind.get(last) ?? []), key])
  }
  return [undefined, ...order].flatMap((key) => [...(key === undefined ? [] : [key]), ...(behind.get(key) ?? [])])
}
