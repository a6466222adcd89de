import type { JsonPath } from '../format/json-source.ts'
import { recordOf, type Edit } from './edit.ts'

interface Reference {
  secret: string
}

/** Takes out of an older state of a record what was in plaintext; called from the newest state to the oldest. */
export type Concealer = <T>(older: T) => T

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isReference = (value: unknown): value is Reference =>
  isObject(value) && Object.keys(value).length === 1 && typeof value['secret'] === 'string'

/** Texts of variable references hold no value. */
const isClear = (value: unknown): boolean =>
  typeof value === 'string' ? !/^(\$\{[^{}]+\})*$/.test(value) : typeof value === 'number' || typeof value === 'boolean'

const member = (value: unknown, key: string | number): unknown => (isObject(value) ? value[key] : undefined)

/** The paths where the id of a secret replaced a value in plaintext. */
function concealedBetween(before: unknown, after: unknown): JsonPath[] {
  if (before === after || !isObject(after)) return []
  if (isReference(after)) return isClear(before) ? [[]] : []
  const keys = Array.isArray(after) ? after.map((_, index) => index) : Object.keys(after)
  return keys.flatMap((key) => {
    const earlier = keyBefore(key, after, before)
    if (earlier === undefined) return []
    return concealedBetween(member(before, earlier), member(after, key)).map((place) => [key, ...place])
  })
}

/** Under which key an older state holds what a newer one holds under `key`. Items of lists are known by id, or by name. */
function keyBefore(key: string | number, newer: unknown, older: unknown): string | number | undefined {
  if (typeof key === 'string') return isObject(older) && Object.hasOwn(older, key) ? key : undefined
  if (!Array.isArray(newer) || !Array.isArray(older)) return undefined
  const mark = member(newer[key], 'id') === undefined ? 'name' : 'id'
  const is = (item: unknown) => member(item, mark) === member(newer[key], mark)
  if (key < older.length && is(older[key])) return key
  const moved = older.findIndex(is)
  if (moved >= 0) return moved
  // What has no id may have had another name.
  return mark === 'name' && newer.length === older.length ? key : undefined
}

function placeBefore(place: JsonPath, newer: unknown, older: unknown): JsonPath | undefined {
  const found: (string | number)[] = []
  let [after, before] = [newer, older]
  for (const key of place) {
    const earlier = keyBefore(key, after, before)
    if (earlier === undefined) return undefined
    found.push(earlier)
    after = member(after, key)
    before = member(before, earlier)
  }
  return found
}

const valueAt = (state: unknown, place: JsonPath): unknown => place.reduce(member, state)

function replaced<T>(state: T, [key, ...rest]: JsonPath, next: Reference): T {
  if (key === undefined) return next as T
  const copy = (Array.isArray(state) ? [...state] : { ...state }) as Record<string | number, unknown>
  copy[key] = replaced(copy[key], rest, next)
  return copy as T
}

/** A {@link Concealer} for values that stand at these places of `after` as ids of secrets: it follows them through renaming and moving. */
function createConcealer(after: unknown, places: readonly JsonPath[]): Concealer {
  let followed = places.map((place) => ({ newer: after, place, now: valueAt(after, place) as Reference }))
  return (older) => {
    let result = older
    followed = followed.map((one) => {
      const place = placeBefore(one.place, one.newer, older)
      // It was not there then; it may have been before that.
      if (!place) return one
      if (isClear(valueAt(older, place))) result = replaced(result, place, one.now)
      return { ...one, newer: older, place }
    })
    return result
  }
}

/** The concealers that an edit needs, by {@link recordOf}; most edits need none. */
export function concealersOf({ changes }: Edit): ReadonlyMap<string, Concealer> {
  const needed = new Map<string, Concealer>()
  for (const change of changes)
    if (change.concealed) needed.set(recordOf(change), createConcealer(change.after, change.concealed))
  return needed
}

/** The edit without the values in plaintext that it made secret, its changes marked with their places. */
export function concealing(edit: Edit): Edit {
  const changes = edit.changes.map((change) => {
    const concealed = concealedBetween(change.before, change.after)
    if (concealed.length === 0) return change
    return { ...change, concealed, before: createConcealer(change.after, concealed)(change.before) } as typeof change
  })
  return { ...edit, changes }
}

/** Edits before this one, in order, without the values in plaintext that it made secret. */
export function concealEarlier(edits: readonly Edit[], by: Edit): readonly Edit[] {
  const concealers = concealersOf(by)
  if (concealers.size === 0) return edits
  return edits
    .toReversed()
    .map((edit) => {
      const changes = edit.changes.map((change) => {
        const conceal = concealers.get(recordOf(change))
        if (!conceal) return change
        const after = conceal(change.after)
        return { ...change, after, before: conceal(change.before) } as typeof change
      })
      return { ...edit, changes }
    })
    .toReversed()
}
