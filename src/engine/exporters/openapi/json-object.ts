/** An object of JSON. */
export type JsonObject = Record<string, unknown>

/** Whether a JSON value is an object, not a list. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The object at a key; made where there is none. */
export function memberObject(object: JsonObject, key: string): JsonObject {
  const known = Object.hasOwn(object, key) ? object[key] : undefined
  if (isJsonObject(known)) return known
  const made: JsonObject = {}
  object[key] = made
  return made
}
