import type { Exchange } from '#engine/ports/index.ts'
import { parseJsonObject } from '#engine/base/encoding/json-value.ts'

/** One thing that differs; undefined: it was not there. */
export interface Difference {
  /** `parameter scope`, `status`, `answer error`. */
  where: string
  before: string | undefined
  after: string | undefined
}

/** The same message of two attempts, or one that only one of them has. */
export interface ComparedMessage {
  before: Exchange | undefined
  after: Exchange | undefined
  /** Empty if both say the same. */
  differences: Difference[]
}

/** What is another one in each attempt by design, and says nothing. */
const alwaysNew = new Set(
  [
    'state',
    'nonce',
    'code',
    'code_challenge',
    'code_verifier',
    'date',
    'age',
    'etag',
    'content-length',
    'set-cookie',
    'jti',
    'iat',
    'exp',
  ].concat([
    'x-request-id',
    'x-correlation-id',
    'traceparent',
    'cf-ray',
    'server-timing',
    'trace_id',
    'correlation_id',
    'timestamp',
  ]),
)

const pathOf = (url: string): string => url.replace(/[?#].*$/, '')
const keyOf = ({ purpose, request }: Exchange): string => `${purpose} ${request.method} ${pathOf(request.url)}`

/** All that can differ, by where it is; repeated names are joined. */
function facets(exchange: Exchange | undefined): Map<string, string> {
  const found = new Map<string, string>()
  const add = (group: string, name: string, value: string) => {
    if (alwaysNew.has(name.toLowerCase())) return
    const key = `${group} ${name}`.trim()
    const before = found.get(key)
    found.set(key, before === undefined ? value : `${before}, ${value}`)
  }
  if (!exchange) return found
  const { request, response, error } = exchange
  add('', 'address', pathOf(request.url))
  for (const [name, value] of request.parameters ?? []) add('parameter', name, value)
  for (const [name, value] of request.headers) add('header', name.toLowerCase(), value)
  if (response) add('', 'status', String(response.status))
  if (error) add('', 'error', `${error.code}: ${error.message}`)
  for (const [name, value] of response?.parameters ?? []) add('answer', name, value)
  for (const [name, value] of response?.headers ?? []) add('response header', name.toLowerCase(), value)
  const members = parseJsonObject(response?.text ?? '')
  if (members) {
    for (const [name, value] of Object.entries(members))
      add('answer', name, typeof value === 'string' ? value : JSON.stringify(value))
  } else if (response?.text) add('answer', 'body', response.text)
  return found
}

function differencesOf(before: Exchange | undefined, after: Exchange | undefined): Difference[] {
  const [was, is] = [facets(before), facets(after)]
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((where) =>
    was.get(where) === is.get(where) ? [] : [{ where, before: was.get(where), after: is.get(where) }],
  )
}

/** The most messages that both have in the same order: lengths of the longest common rest, from each pair on. */
function commonRests(before: readonly string[], after: readonly string[]): number[][] {
  const rests = Array.from({ length: before.length + 1 }, () => Array.from({ length: after.length + 1 }, () => 0))
  for (let a = before.length - 1; a >= 0; a--) {
    for (let b = after.length - 1; b >= 0; b--) {
      const longer = Math.max(rests[a + 1]?.[b] ?? 0, rests[a]?.[b + 1] ?? 0)
      const row = rests[a]
      if (row) row[b] = before[a] === after[b] ? (rests[a + 1]?.[b + 1] ?? 0) + 1 : longer
    }
  }
  return rests
}

/** Two attempts of a step, message by message in order, with what differs apart from what always does. */
export function compareAttempts(before: readonly Exchange[], after: readonly Exchange[]): ComparedMessage[] {
  const [was, is] = [before.map(keyOf), after.map(keyOf)]
  const rests = commonRests(was, is)
  const compared: ComparedMessage[] = []
  const put = (one: Exchange | undefined, other: Exchange | undefined) =>
    compared.push({ before: one, after: other, differences: one && other ? differencesOf(one, other) : [] })
  let [a, b] = [0, 0]
  while (a < before.length || b < after.length) {
    if (a < before.length && b < after.length && was[a] === is[b]) put(before[a++], after[b++])
    else if (b >= after.length || (a < before.length && (rests[a + 1]?.[b] ?? 0) >= (rests[a]?.[b + 1] ?? 0)))
      put(before[a++], undefined)
    else put(undefined, after[b++])
  }
  return compared
}
