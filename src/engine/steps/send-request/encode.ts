import { atField } from '../field-error.ts'
import type { InheritedFrom } from './schema.ts'
import { sendRequestTexts as texts } from './texts.ts'

/** A pair of the file: name and value are templates. */
export interface Pair {
  name: string
  value: string
  disabled: boolean
  /** Absent: it is in the step itself. */
  from?: InheritedFrom
}

/** Resolves templates in order; each is a string of the step. */
export type Resolve = (template: string) => string | Promise<string>

/**
 * The pairs that are not switched off, resolved, in order; one without a name and a value is omitted. `what` they are:
 * `Header`.
 */
export async function resolvePairs(what: string, pairs: readonly Pair[], resolve: Resolve): Promise<[string, string][]> {
  const resolved: [string, string][] = []
  for (const [index, { name, value, disabled, from }] of pairs.entries()) {
    if (disabled || (name === '' && value === '')) continue
    try {
      resolved.push([await resolve(name), await resolve(value)])
    } catch (thrown) {
      throw atField(from === undefined ? `${what} ${index + 1}` : texts.inheritedFrom(what, from), thrown)
    }
  }
  return resolved
}

/** Adds a query, percent-encoded (RFC 3986 3.4), to a URL that is taken unchanged; a fragment stays behind it. */
export const withQuery = (url: string, query: readonly (readonly [string, string])[]): string =>
  withEncodedQuery(
    url,
    query.map(([name, value]) => `${encodeText(name)}=${encodeText(value)}`),
  )

/** The same with pairs that are encoded already. */
export function withEncodedQuery(url: string, pairs: readonly string[]): string {
  if (pairs.length === 0) return url
  const added = pairs.join('&')
  const hash = url.indexOf('#')
  const [before, fragment] = hash < 0 ? [url, ''] : [url.slice(0, hash), url.slice(hash)]
  const joint = !before.includes('?') ? '?' : /[?&]$/.test(before) ? '' : '&'
  return `${before}${joint}${added}${fragment}`
}

/** A string without half characters, which have no UTF-8 and which encodeURIComponent rejects. */
const wellFormed = (text: string): string =>
  text.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD')

/** A part of a query; what a query may contain (RFC 3986 3.4) and servers read alike stays legible. */
const encodeText = (text: string): string =>
  encodeURIComponent(wellFormed(text)).replace(/%(?:2F|3F|3A|40|2C|3B|24)/g, decodeURIComponent)

/** A string percent-encoded, but for the templates `${…}` in it. */
export const encodeAroundTemplates = (text: string): string =>
  text
    .split(/(\$\{[^{}]*\})/)
    .map((part, index) => (index % 2 === 1 ? part : encodeText(part)))
    .join('')

/** `application/x-www-form-urlencoded`, with spaces as `%20`, which every server decodes. */
export const encodeForm = (fields: [string, string][]): string =>
  fields.map(([name, value]) => `${encodeField(name)}=${encodeField(value)}`).join('&')

const encodeField = (text: string): string => encodeURIComponent(wellFormed(text)).replace(/[!'()*]/g, percentEncoded)

const percentEncoded = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
