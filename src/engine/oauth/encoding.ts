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
