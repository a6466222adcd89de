import { same } from '#engine/base/deep-equal.ts'
import type { Difference } from './differences.ts'
import { leadsTo, type ItemKey, type Path } from './path.ts'

/** Whether two differences from the same state leave the same. */
export const leavesSame = (mine: Difference, theirs: Difference): boolean =>
  mine.what === 'removed' ? theirs.what === 'removed' && same(mine.path, theirs.path) : same(mine, theirs)

/** Whether two differences from the same state can't both be made: one is about what the other removes, replaces or moves. */
export const areInConflict = (mine: Difference, theirs: Difference): boolean =>
  placesOf(mine).some((one) =>
    placesOf(theirs).some(
      (other) => reaches(mine, one, other) || reaches(theirs, other, one) || shiftsIndexes(mine, one, theirs, other),
    ),
  )

function placesOf(one: Difference): Path[] {
  if (one.what === 'moved') return [one.path, one.from]
  const renamed = newPlace(one)
  return renamed ? [one.path, renamed] : [one.path]
}

/** Where an item that is known by its name stands when it got another one. */
function newPlace(one: Difference): Path | undefined {
  const item = one.path.at(-2)
  const isRename = one.what === 'changed' && one.path.at(-1) === 'name' && typeof item === 'object' && 'name' in item
  return isRename && typeof one.after === 'string' ? [...one.path.slice(0, -2), { name: one.after }] : undefined
}

/** A difference for a state in which others were made: by the new names of what was renamed there. */
export function followRenames<D extends Difference>(difference: D, done: readonly Difference[]): D {
  const follow = (path: Path): Path => {
    let found = path
    for (const one of done) {
      const key = newPlace(one)?.at(-1)
      const at = one.path.length - 2
      if (key !== undefined && leadsTo(one.path.slice(0, -1), path)) found = found.with(at, key)
    }
    return found
  }
  const neighbour = (list: Path, key: ItemKey | undefined) =>
    key === undefined ? undefined : (follow([...list, key]).at(-1) as ItemKey)
  const { path } = difference
  const there = { ...difference, path: follow(path) }
  if ('behind' in there) there.behind = neighbour(listOf(path), there.behind)
  if (there.what === 'moved') {
    there.wasBehind = neighbour(listOf(there.from), there.wasBehind)
    there.from = follow(there.from)
  }
  return there
}

/** Whether two differences are about one list, or about what is in the list of the other. */
export const shareList = (mine: Difference, theirs: Difference): boolean =>
  placesOf(mine).some((one) => placesOf(theirs).some((other) => leadsTo(listOf(one), other) || leadsTo(listOf(other), one)))

/** What is inside something that moves within its list is found there as before. */
const reaches = (outer: Difference, path: Path, inner: Path): boolean =>
  leadsTo(path, inner) &&
  (path.length === inner.length || outer.what !== 'moved' || !same(listOf(outer.path), listOf(outer.from)))

const listOf = (path: Path): Path => path.slice(0, -1)

/** An index means another item after an insertion or a removal; a name or an id means none where items are known by indexes. */
function shiftsIndexes(mine: Difference, one: Path, theirs: Difference, other: Path): boolean {
  const at = one.findIndex((part, index) => !same(part, other[index]))
  const [here, there] = [one[at], other[at]]
  if (here === undefined || there === undefined || (typeof here === 'object' && typeof there === 'object')) return false
  if (typeof here !== typeof there) return true
  const shifts = (difference: Difference, path: Path) => difference.what !== 'changed' && path.length === at + 1
  return typeof here === 'number' && (shifts(mine, one) || shifts(theirs, other))
}
