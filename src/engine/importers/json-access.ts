import { isObject, jsonValue } from '#engine/base/encoding/json-value.ts'

/** A JSON object that someone else wrote. */
export type Plain = Readonly<Record<string, unknown>>

/** The value as an object; undefined if it is none. */
export const objectOf = (value: unknown): Plain | undefined => (isObject(value) ? value : undefined)

/** The members of a JSON text that holds an object; none for every other text. */
export const objectIn = (text: string): Record<string, unknown> => ({ ...objectOf(jsonValue(text)) })

/** The value as a list; empty if it is none. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The objects of a list. */
export const objectsOf = (value: unknown): Plain[] =>
  listOf(value)
    .map(objectOf)
    .filter((one) => one !== undefined)

/** A member of an object by its own key: `constructor` and its like are not found. */
export const member = (value: unknown, ...path: string[]): unknown => {
  let found = value
  for (const key of path) {
    const object = objectOf(found)
    if (object === undefined || !Object.hasOwn(object, key)) return undefined
    found = object[key]
  }
  return found
}

/** The value as a string: numbers and booleans as they are written, everything else as ''. */
export const textOfValue = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

/** The text of a member; '' if there is none. */
export const textAt = (value: unknown, ...path: string[]): string => textOfValue(member(value, ...path))
