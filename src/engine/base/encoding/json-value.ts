/** The value of a JSON text (RFC 8259), or undefined. To report what is wrong, parse the text yourself. */
export function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** True for a JSON object: not null, not a list. Exact numbers are objects too, see `checks/values.ts`. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The object of a JSON text, or undefined. */
export function parseJsonObject(text: string): Record<string, unknown> | undefined {
  const value = jsonValue(text)
  return isObject(value) ? value : undefined
}
