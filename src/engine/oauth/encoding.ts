/** Base64 with padding (RFC 4648 section 4). */
export const base64 = (bytes: Uint8Array): string => {
  let units = ''
  for (const byte of bytes) units += String.fromCharCode(byte)
  return btoa(units)
}

/** A JSON object, or undefined for everything else, broken JSON included. */
export function parseJsonObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** True for a JSON object: not null, not a list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The pairs of a form-encoded text, in order. */
export const parseForm = (text: string): [string, string][] => [...new URLSearchParams(text)]

/** A body as text; invalid UTF-8 becomes U+FFFD. */
export const bodyText = (body: Uint8Array): string => new TextDecoder().decode(body)

/** The first header of that name, whatever its case; undefined if there is none. */
export function headerOf(headers: readonly (readonly [string, string])[], name: string): string | undefined {
  return headers.find(([key]) => key.toLowerCase() === name)?.[1]
}

/** The media type of a message without parameters, in lower case; empty if none is stated. */
export const mediaTypeOf = (headers: readonly (readonly [string, string])[]): string =>
  (headerOf(headers, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
