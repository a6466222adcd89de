import { isObject } from '#engine/checks/values.ts'

/** A copy with a value at a place; what is missing on the way is made. Undefined takes the place out. */
export function withValueAt(json: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  if (Array.isArray(json) || (json === undefined && /^\d+$/.test(key))) {
    const list = Array.isArray(json) ? [...(json as unknown[])] : []
    list[Number(key)] = withValueAt(list[Number(key)], rest, value)
    return list
  }
  const members = new Map(isObject(json) ? Object.entries(json) : [])
  if (rest.length === 0 && value === undefined) members.delete(key)
  else members.set(key, withValueAt(members.get(key), rest, value))
  // Members of any name, as data.
  return Object.fromEntries(members)
}

/** What is at a place; undefined if there is nothing. */
export function valueAtPlace(json: unknown, path: readonly string[]): unknown {
  let found = json
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    found = Reflect.get(found, key)
  }
  return found
}
