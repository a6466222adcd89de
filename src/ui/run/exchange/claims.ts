/** One member of a token's header or claims, as people read it. */
export interface Claim {
  name: string
  /** The value as JSON, strings without quotes. */
  value: string
  /** For times: the moment in words. */
  time?: string
}

/** Claims that hold seconds since 1970 (RFC 7519 section 4.1, OpenID Connect Core 1.0 section 2). */
const TIMES = new Set(['exp', 'iat', 'nbf', 'auth_time', 'updated_at'])

const two = (value: number): string => String(value).padStart(2, '0')

/** A moment in local time, to the second: `2026-11-21 14:32:10`. */
export function formatMoment(ms: number): string {
  const date = new Date(ms)
  if (Number.isNaN(date.getTime())) return String(ms)
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`
}

/** The members of a JSON object in order; undefined if the text is none. */
export function readClaims(json: string): Claim[] | undefined {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return Object.entries(value).map(([name, member]) => ({
    name,
    value: typeof member === 'string' ? member : JSON.stringify(member),
    ...(TIMES.has(name) && typeof member === 'number' ? { time: formatMoment(member * 1000) } : {}),
  }))
}

/** Several references in one text, one by one: `RFC 6749 section 4.1.1, RFC 7636 section 4.3`. */
export const splitReferences = (text: string): string[] => text.split(/,\s+(?=\D)/)

/** The address of the section that a reference such as `RFC 6749 section 4.4.2` names; undefined for other texts. */
export function referenceLink(reference: string): string | undefined {
  const match = /\bRFC\s*(\d{3,5})(?:[,\s]+(?:section\s+|§\s*)?(\d+(?:\.\d+)*))?/i.exec(reference)
  if (!match) return undefined
  return `https://www.rfc-editor.org/rfc/rfc${match[1]}${match[2] ? `#section-${match[2]}` : ''}`
}
