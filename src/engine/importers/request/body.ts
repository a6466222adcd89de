import { formDecoded } from '#engine/base/encoding/percent-decoded.ts'
import type { RequestBody } from '#engine/steps/send-request/schema.ts'
import { readTemplate } from '#engine/templates/parse.ts'
import { stripComments } from 'jsonc-parser'

/** A name and a value, as lists of headers and parameters hold them. */
export interface Pair {
  name: string
  value: string
  disabled: boolean
}

/** A pair that is sent. */
export const pair = (name: string, value: string, disabled = false): Pair => ({ name, value, disabled })

/** A body of one text (a template) by its media type. */
export function textBody(text: string, mediaType: string): RequestBody {
  if (text === '') return { type: 'none' }
  // A variable outside quotes would be written as JSON; elsewhere it is put in unchanged.
  if (isJsonMediaType(mediaType) && !hasBareVariable(text)) return { type: 'json', text }
  return { type: 'text', mediaType: mediaType || 'text/plain', text }
}

/** JSON by its media type. */
export const isJsonMediaType = (mediaType: string): boolean =>
  /^application\/json$|\+json$/.test(mediaType.toLowerCase().split(';', 1)[0]?.trim() ?? '')

/** A body as tools send it that let JSON have comments: without them. Other bodies stay unchanged. */
export const withoutComments = (text: string, mediaType: string): string =>
  isJsonMediaType(mediaType) && /\/[/*]/.test(text) ? stripComments(text) : text

function hasBareVariable(text: string): boolean {
  return readTemplate(text).parts.some((part) => typeof part !== 'string' && !part.quoted && part.compute === undefined)
}

/** Headers without those that the body writes itself. */
export function withoutImplied(headers: readonly Pair[], body: RequestBody): Pair[] {
  const implied = impliedType(body)
  return headers.filter(({ name, value }) => {
    const lower = name.trim().toLowerCase()
    if (lower === 'content-length' || lower === '') return false
    return lower !== 'content-type' || (body.type !== 'multipart' && value.trim().toLowerCase() !== implied)
  })
}

function impliedType(body: RequestBody): string | undefined {
  if (body.type === 'form') return 'application/x-www-form-urlencoded'
  if (body.type === 'json' || body.type === 'graphql') return 'application/json'
  return 'mediaType' in body ? body.mediaType.toLowerCase() : undefined
}

/** The value of a header by name; '' if there is none. */
export const headerValue = (headers: readonly Pair[], wanted: string): string =>
  headers.find(({ name, disabled }) => !disabled && name.trim().toLowerCase() === wanted)?.value ?? ''

/** A query's text as pairs, decoded where that can be done. */
export function queryPairs(query: string): Pair[] {
  return query
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf('=')
      return at < 0 ? pair(formDecoded(part), '') : pair(formDecoded(part.slice(0, at)), formDecoded(part.slice(at + 1)))
    })
}

/** A URL without its query and fragment, and its query. Placeholders keep their question marks. */
export function splitUrl(url: string): { address: string; query: string } {
  const end = endOfAddress(url)
  if (url[end] !== '?') return { address: url.slice(0, end), query: '' }
  const fragment = url.indexOf('#', end)
  return { address: url.slice(0, end), query: url.slice(end + 1, fragment < 0 ? undefined : fragment) }
}

/** Character by character: an expression would look for the end of each placeholder as far as the text goes. */
function endOfAddress(url: string): number {
  const last = { '{{': url.lastIndexOf('}}'), '${': url.lastIndexOf('}') }
  for (let at = 0; at < url.length; at++) {
    const opening = url.slice(at, at + 2)
    if (opening === '{{' && last[opening] >= at + 2) at = url.indexOf('}}', at + 2) + 1
    else if (opening === '${' && last[opening] >= at + 2) at = url.indexOf('}', at + 2)
    else if (url[at] === '?' || url[at] === '#') return at
  }
  return url.length
}
