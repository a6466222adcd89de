/** Several references in one text, one by one: `RFC 6749 section 4.1.1, RFC 7636 section 4.3`. */
export const splitReferences = (text: string): string[] => text.split(/,\s+(?=\D)/)

/** The URL of the section that a reference such as `RFC 6749 section 4.4.2` names; undefined for other texts. */
export function referenceLink(reference: string): string | undefined {
  const match = /\bRFC\s*(\d{3,5})(?:[,\s]+(?:section\s+|§\s*)?(\d+(?:\.\d+)*))?/i.exec(reference)
  if (!match) return undefined
  return `https://www.rfc-editor.org/rfc/rfc${match[1]}${match[2] ? `#section-${match[2]}` : ''}`
}
