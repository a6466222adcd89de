import { endOfGroup } from '#engine/steps/nested-steps.ts'

const ownerOf = (owners: readonly number[], index: number): number => owners[index] ?? -1

/** Where the group that a step is in starts. */
const startOfGroup = (owners: readonly number[], index: number): number => {
  const owner = ownerOf(owners, index)
  return owner < 0 ? index : owner
}

/** The owner that all of these steps are nested under, so that they move inside its group; -1 if there is none. */
function commonOwner(owners: readonly number[], moved: readonly number[]): number {
  const [first = -1, ...more] = moved.map((index) => ownerOf(owners, index))
  return more.every((owner) => owner === first) ? first : -1
}

/**
 * Before which index steps move by one place up or down, in the order before the move; undefined at the end. `moved`: their indices,
 * in order, owners with all that is nested under them. What is nested stays in its group; all else passes whole groups.
 */
export function moveTarget(owners: readonly number[], moved: readonly number[], delta: -1 | 1): number | undefined {
  const [first, last] = [moved[0], moved.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const owner = commonOwner(owners, moved)
  if (owner >= 0) {
    const to = delta < 0 ? first - 1 : last + 2
    return to > owner && to <= endOfGroup(owners, owner) ? to : undefined
  }
  if (delta < 0) return first === 0 ? undefined : startOfGroup(owners, first - 1)
  return last + 1 >= owners.length ? undefined : endOfGroup(owners, last + 1)
}

/** Before which index steps are dropped that were let go before `index`: only nested ones go into a group, all else behind it. */
export function dropTarget(owners: readonly number[], moved: readonly number[], index: number): number {
  if (ownerOf(owners, index) < 0) return index
  return moved.every((one) => ownerOf(owners, one) >= 0) ? index : endOfGroup(owners, index)
}
