/** A part of a URL with its escapes undone (RFC 3986 section 2.1); unchanged if it contains an invalid escape. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The same of a name or value of a form or query, where `+` represents a blank (application/x-www-form-urlencoded). */
export const formDecoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
