import { percentDecoded } from '#engine/base/encoding/percent-decoded.ts'
import type { Value } from '#engine/design/result.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { isLeftOut } from '#engine/design/marks.ts'
import { variableOf } from '../data-driven/variable-of.ts'

/** A string of the template, with its references; everything else is a literal. */
export class Template {
  readonly text: string
  /** It stands outside quotes in a JSON body. */
  readonly bare: boolean
  constructor(text: string, bare = false) {
    this.text = text
    this.bare = bare
  }
}

/** A string with references as such, any other string unchanged. */
const given = (text: string): string | Template => (text.includes('${') ? new Template(text) : text)

/** What a request consists of, as far as tests differ in it. Texts are literals or {@link Template}s. */
export interface Parts {
  /** In front of the path. */
  base: string
  /** Between slashes, as they are written in a URL; `name` where the template names one. */
  segments: { name: string; value: string | Template }[]
  query: { name: string; value: unknown }[]
  headers: { name: string; value: unknown }[]
  body: { type: 'none' } | { type: 'json' | 'form'; value: unknown } | { type: 'kept'; value: SendRequestStep['body'] }
}

/** A request that was computed for a test; what `requestOf` of `engine/design/models` gives. */
export interface BuiltRequest {
  path: string
  query: readonly { name: string; value: string }[]
  headers: readonly { name: string; value: string }[]
  body?: unknown
  /** What is sent as it is instead of `body`. */
  bodyText?: string
  bodyType?: string
  token: string
  /** An answer with the status that is expected of it is not described. */
  undocumented?: true
  /** Names of the test that no part of it is called by. */
  unplaced?: string[]
}

/** The parts of a request of a project. */
export function requestPartsOf(step: SendRequestStep): Parts {
  const [address = '', ...rest] = step.url.split('?')
  const base = /^(?:\$\{[^}]*\}|[a-z][a-z0-9+.-]*:\/\/[^/]*)/i.exec(address)?.[0] ?? ''
  const query = (rest.join('?') === '' ? [] : rest.join('?').split('&')).map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return { name: percentDecoded(name), value: given(percentDecoded(value.join('='))) }
  })
  const filled = (pairs: SendRequestStep['query']) =>
    pairs.filter(({ disabled }) => !disabled).map(({ name, value }) => ({ name, value: given(value) }))
  return {
    base,
    segments: address.slice(base.length).split('/').slice(1).map(segmentOf),
    query: [...query, ...filled(step.query)],
    headers: filled(step.headers),
    body: bodyOf(step.body),
  }
}

const segmentOf = (text: string, index: number): Parts['segments'][number] => {
  const name = /^(?:\$\{([^}]*)\}|\{([^}]*)\}|:(\w+))$/.exec(text)
  return { name: name?.[1] ?? name?.[2] ?? name?.[3] ?? `path ${index + 1}`, value: given(text) }
}

function bodyOf(body: SendRequestStep['body']): Parts['body'] {
  if (body.type === 'none') return { type: 'none' }
  if (body.type === 'form')
    return {
      type: 'form',
      value: Object.fromEntries(body.fields.filter(({ disabled }) => !disabled).map(({ name, value }) => [name, given(value)])),
    }
  if (body.type !== 'json') return { type: 'kept', value: body }
  const value = parseTemplate(body.text)
  return value === undefined ? { type: 'kept', value: body } : { type: 'json', value }
}

const bare = '\uFDD0bare'

/** JSON with references, which may stand outside quotes too; undefined if it is none. */
function parseTemplate(text: string): unknown {
  const quoted = text.replace(/"(?:[^"\\]|\\.)*"|\$\{[^}]*\}/g, (token) =>
    token.startsWith('"') ? token : JSON.stringify(`${bare}${token}`),
  )
  try {
    return JSON.parse(quoted.trim() === '' ? '{}' : quoted, (_, value: unknown) => {
      if (typeof value !== 'string') return value
      return value.startsWith(bare) ? new Template(value.slice(bare.length), true) : given(value)
    })
  } catch {
    return undefined
  }
}

/** The parts of a request that was computed, with the credentials of the template: what no API definition names. */
export function builtParts(template: Parts, built: BuiltRequest, described: ReadonlySet<string>): Parts {
  const references = templatesIn(template)
  const restored = (value: unknown): unknown => withTemplates(value, references)
  const count = built.path.split('/').length - 1
  const own = template.segments.slice(-count)
  const before = template.segments.slice(0, template.segments.length - count)
  const extra = (pairs: Parts['headers'], place: string) =>
    built.token === 'none' ? [] : pairs.filter(({ name }) => !described.has(`${place} ${name.toLowerCase()}`))
  const wrong = (pair: Parts['headers'][number]) =>
    built.token === 'wrong' && pair.value instanceof Template
      ? { ...pair, value: pair.value.text.replaceAll(/\$\{[^}]*\}/g, 'wrong') }
      : pair
  const pair = ({ name, value }: { name: string; value: string }) => ({ name, value: restored(value) })
  const isForm = /^application\/x-www-form-urlencoded/i.test(built.bodyType ?? '')
  return {
    base: [template.base, ...before.map(({ value }) => (value instanceof Template ? value.text : value))].join('/'),
    segments: built.path
      .split('/')
      .slice(1)
      .map((value, index) => ({
        name: own[index]?.name ?? `path ${index + 1}`,
        value: own[index]?.value instanceof Template && own[index].value.text === value ? own[index].value : value,
      })),
    query: [...built.query.map(pair), ...extra(template.query, 'query').map(wrong)],
    headers: [...built.headers.map(pair), ...extra(template.headers, 'header').map(wrong)],
    body:
      built.bodyText !== undefined
        ? {
            type: 'kept',
            value: {
              type: 'text',
              mediaType: built.bodyType ?? 'text/plain',
              text: built.bodyText.replaceAll('${', () => '$${'),
            },
          }
        : built.body === undefined
          ? { type: 'none' }
          : template.body.type === 'kept'
            ? template.body
            : { type: isForm ? 'form' : 'json', value: restored(built.body) },
  }
}

/** The references of a template by their texts. */
function templatesIn(parts: Parts): ReadonlyMap<string, Template> {
  const found = new Map<string, Template>()
  const visit = (value: unknown): void => {
    if (value instanceof Template) found.set(value.text, value)
    else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) visit(one)
  }
  visit([parts.query, parts.headers, parts.body.type === 'json' || parts.body.type === 'form' ? parts.body.value : undefined])
  return found
}

/** A computed request of the project holds its references as texts: they are references again. */
function withTemplates(value: unknown, known: ReadonlyMap<string, Template>): unknown {
  if (typeof value === 'string') return known.get(value) ?? value
  if (Array.isArray(value)) return value.map((one: unknown) => withTemplates(one, known))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withTemplates(one, known)]))
}

/** A request as it is asked what it can be: with its references as texts. */
export function givenRequest(step: SendRequestStep): {
  method: string
  path: string
  query: { name: string; value: string }[]
  headers: { name: string; value: string }[]
  body?: unknown
} {
  const { segments, query, headers, body } = requestPartsOf(step)
  const text = (value: unknown): string => (value instanceof Template ? value.text : String(value))
  const pairs = (all: Parts['headers']) => all.map(({ name, value }) => ({ name, value: text(value) }))
  const plain = (value: unknown): unknown =>
    value instanceof Template
      ? value.text
      : Array.isArray(value)
        ? value.map(plain)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]))
          : value
  return {
    method: step.method,
    path: segments.map(({ value }) => `/${text(value)}`).join(''),
    query: pairs(query),
    headers: pairs(headers),
    ...(body.type === 'json' && { body: plain(body.value) }),
  }
}

/** What the requests of a description name, as `query name` and `header name`. */
export const describedBy = (all: readonly BuiltRequest[]): ReadonlySet<string> =>
  new Set(
    all.flatMap(({ query, headers }) => [
      ...query.map(({ name }) => `query ${name.toLowerCase()}`),
      ...headers.map(({ name }) => `header ${name.toLowerCase()}`),
    ]),
  )

/** A request with values put where their names say; `unplaced` are those that have no place. */
export function placeValues(
  template: Parts,
  method: string,
  values: Readonly<Record<string, Value>>,
): { parts: Parts; unplaced: string[] } {
  const parts: Parts = {
    ...template,
    segments: [...template.segments],
    query: [...template.query],
    headers: [...template.headers],
    body: template.body.type === 'json' || template.body.type === 'form' ? { ...template.body } : template.body,
  }
  const unplaced = Object.entries(values).flatMap(([name, value]) =>
    inReferences(parts, name, value) || place(parts, method, name, value) ? [] : [name],
  )
  return { parts, unplaced }
}

/** Puts a value where a template refers to it, `${name}`. False: nothing does. */
function inReferences(parts: Parts, name: string, value: Value): boolean {
  const reference = `\${${variableOf(name)}}`
  const gone = Symbol('omitted')
  let found = false
  const put = (holder: unknown): unknown => {
    if (holder instanceof Template) {
      if (!holder.text.includes(reference)) return holder
      found = true
      if (holder.text === reference) return isLeftOut(value) ? gone : value
      const text = holder.text.replaceAll(reference, () => (isLeftOut(value) ? '' : String(value).replaceAll('${', '$${')))
      return text.includes('${') ? new Template(text, holder.bare) : text
    }
    if (Array.isArray(holder)) return holder.map(put).filter((one) => one !== gone)
    if (typeof holder !== 'object' || holder === null) return holder
    return Object.fromEntries(
      Object.entries(holder)
        .map(([key, one]): [string, unknown] => [key, put(one)])
        .filter(([, one]) => one !== gone),
    )
  }
  const pairs = (all: Parts['query']): Parts['query'] =>
    all.flatMap((pair) => {
      const to = put(pair.value)
      return to === gone ? [] : [{ name: pair.name, value: to instanceof Template || to === pair.value ? to : String(to) }]
    })
  parts.query = pairs(parts.query)
  parts.headers = pairs(parts.headers)
  parts.segments = parts.segments.map((segment) => {
    const to = put(segment.value)
    return {
      ...segment,
      value: to instanceof Template || to === segment.value ? to : to === gone ? '' : encodeURIComponent(String(to)),
    }
  }) as Parts['segments']
  if (parts.body.type === 'json' || parts.body.type === 'form') parts.body = { ...parts.body, value: put(parts.body.value) }
  return found
}

function place(parts: Parts, method: string, name: string, value: Value): boolean {
  const [, where = '', rest = ''] = /^(path|query|header|cookie|body)(?:\.(.*))?$/s.exec(name) ?? []
  if (where === 'path') return inPath(parts, rest, value)
  if (where === 'query') return inPairs(parts.query, rest, value)
  if (where === 'header') return inPairs(parts.headers, rest, value)
  if (where === 'cookie') return inPairs(parts.headers, 'Cookie', `${rest}=${String(value)}`)
  if (where === 'body') return inBody(parts, rest === '' ? [] : rest.split('.'), value)
  if (inPath(parts, name, value)) return true
  const same = (pair: { name: string }) => pair.name.toLowerCase() === name.toLowerCase()
  if (parts.query.some(same)) return inPairs(parts.query, name, value)
  if (parts.headers.some(same)) return inPairs(parts.headers, name, value)
  const keys = name.split('.')
  if (parts.body.type === 'json' || parts.body.type === 'form') {
    const { value: body } = parts.body
    const isKey = typeof body === 'object' && body !== null && Object.hasOwn(body, name)
    return inBody(parts, isKey ? [name] : keys, value)
  }
  if (parts.body.type === 'none' && /^(?:POST|PUT|PATCH)$/i.test(method)) return inBody(parts, keys, value)
  return parts.body.type === 'none' && inPairs(parts.query, name, value)
}

function inPath({ segments }: Parts, name: string, value: Value): boolean {
  const at = segments.findIndex((one) => one.name.toLowerCase() === name.toLowerCase())
  const found = segments[at]
  if (!found) return false
  segments[at] = { ...found, value: encodeURIComponent(String(value)) }
  return true
}

function inPairs(pairs: { name: string; value: unknown }[], name: string, value: Value): boolean {
  const at = pairs.findIndex((pair) => pair.name.toLowerCase() === name.toLowerCase())
  if (isLeftOut(value)) {
    if (at >= 0) pairs.splice(at, 1)
  } else if (at >= 0) pairs[at] = { name: pairs[at]?.name ?? name, value: String(value) }
  else pairs.push({ name, value: String(value) })
  return true
}

function inBody(parts: Parts, keys: readonly string[], value: Value): boolean {
  if (parts.body.type === 'kept') return false
  const before = parts.body.type === 'none' ? {} : parts.body.value
  const type = parts.body.type === 'form' ? 'form' : 'json'
  const json =
    keys.length === 0 && typeof value === 'string' ? (parseTemplate(value.replaceAll('${', () => '$${')) ?? value) : value
  parts.body = { type, value: withValue(before, keys, json) }
  return true
}

function withValue(holder: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value
  if (Array.isArray(holder) && /^\d+$/.test(key)) {
    const list: unknown[] = [...(holder as unknown[])]
    const at = Math.min(Number(key), list.length)
    if (rest.length === 0 && isLeftOut(value as Value)) list.splice(at, 1)
    else list[at] = withValue(list[at], rest, value)
    return list
  }
  const isPlain = typeof holder === 'object' && holder !== null && !Array.isArray(holder) && !(holder instanceof Template)
  const next: Record<string, unknown> = { ...(isPlain ? holder : {}) }
  if (rest.length === 0 && isLeftOut(value as Value)) delete next[key]
  else {
    const inner = withValue(Object.hasOwn(next, key) ? next[key] : undefined, rest, value)
    Object.defineProperty(next, key, { value: inner, writable: true, enumerable: true, configurable: true })
  }
  return next
}
