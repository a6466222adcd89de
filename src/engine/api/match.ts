import { percentDecoded } from '#engine/base/encoding/percent-decoded.ts'
import type { Api } from './api.ts'
import type { OperationHead } from './operation.ts'

/** What of a request says which operation it is. */
export interface SentRequest {
  method: string
  /** Absolute. */
  url: string
}

/** An operation that fits a request, and how well: a better one is larger. */
export interface Fit {
  head: OperationHead
  rank: number
}

/** An operation as requests are compared with it. */
interface Target {
  head: OperationHead
  path: readonly string[]
  query: readonly (readonly [string, string])[]
  /** Base paths of servers that only this operation has. */
  bases: readonly (readonly string[])[]
}

interface Targets {
  bases: readonly (readonly string[])[]
  byMethod: ReadonlyMap<string, readonly Target[]>
}

const known = new WeakMap<Api, Targets>()

/** What requests are compared with; computed once for an API. */
function targetsOf(api: Api): Targets {
  const found = known.get(api)
  if (found) return found
  const basesOf = (servers: Api['servers']) => [...new Set(servers.map(({ url }) => url))].map(basePathOf)
  const byMethod = new Map<string, Target[]>()
  for (const head of api.operations) {
    const target = { head, ...templateOf(head.path), bases: basesOf(api.ownServers(head.key)) }
    const method = head.method.toUpperCase()
    const all = byMethod.get(method)
    if (all) all.push(target)
    else byMethod.set(method, [target])
  }
  const targets = { bases: basesOf(api.servers), byMethod }
  known.set(api, targets)
  return targets
}

/** The operation of an API that a request asks for; see {@link bestFit}. */
export const matchOperation = (api: Api, request: SentRequest): OperationHead | undefined => bestFit(api, request)?.head

/**
 * The operation of an API that fits a request best: its method, and the path template that fits what follows the base path of a server. Literal
 * segments count before parameters (OpenAPI 3.1.0, 4.8.8.2). Where no server's base path fits, the path may follow any other: a test
 * environment or a gateway has its own. Undefined: none.
 */
export function bestFit(api: Api, { method, url }: SentRequest): Fit | undefined {
  const address = parsed(url)
  if (!address) return undefined
  const segments = segmentsOf(address.pathname)
  const { bases, byMethod } = targetsOf(api)
  const starts = startsOf(bases, segments)
  let best: Fit | undefined
  for (const target of byMethod.get(method.toUpperCase()) ?? []) {
    const rank = rankOf(target, segments, starts, address.searchParams)
    if (rank > (best?.rank ?? 0)) best = { head: target.head, rank }
  }
  return best
}

/** Where in a path those base paths end that it starts with. */
const startsOf = (bases: readonly (readonly string[])[], segments: readonly string[]): number[] =>
  bases.flatMap((base) => (startsWith(segments, base) ? [base.length] : []))

function rankOf({ path, query, bases }: Target, segments: string[], starts: readonly number[], sent: URLSearchParams): number {
  if (!query.every(([name, value]) => sent.getAll(name).includes(value))) return 0
  const own = bases.length === 0 ? starts : [...starts, ...startsOf(bases, segments)]
  const exact = Math.max(0, ...own.map((start) => fitOf(path, segments.slice(start))))
  if (exact > 0) return 1e15 + exact * 1_000 + query.length
  const elsewhere = segments.length >= path.length ? fitOf(path, segments.slice(-path.length)) : 0
  if (path.length > 0 && elsewhere > 0 && path.some((part) => !part.includes('{'))) return 1e11 + elsewhere * 1_000 + query.length
  // A parameter at the end that is a path itself, by its name, may hold slashes.
  const last = path.at(-1)
  if (last === undefined || !/^\{([^{}]*(path|file|ref|proxy|wildcard)[^{}]*|[^{}]*[+*])\}$/i.test(last)) return 0
  const long = own.some(
    (start) => segments.length - start > path.length && fitOf(path, segments.slice(start, start + path.length)) > 0,
  )
  return long ? path.length : 0
}

const parsed = (url: string): URL | undefined => {
  try {
    return new URL(url)
  } catch {
    return undefined
  }
}

const segmentsOf = (path: string): string[] => path.split('/').slice(1).map(percentDecoded)

/** The segments of a server's path, which may be relative, without a slash at its end. */
function basePathOf(url: string): string[] {
  const path = (parsed(url) ?? parsed(`http://server${url.startsWith('/') ? '' : '/'}${url}`))?.pathname ?? '/'
  return segmentsOf(path.replace(/\/+$/, '')).filter((segment, index, all) => index < all.length - 1 || segment !== '')
}

const startsWith = (segments: readonly string[], base: readonly string[]): boolean =>
  base.every((segment, index) => segments[index] === segment)

/** The segments of a path template. Some documents write a query or a fragment behind it, to have a path twice. */
function templateOf(path: string): { path: string[]; query: [string, string][] } {
  const [before = '', query = ''] = path.replace(/#.*$/, '').split('?')
  return { path: segmentsOf(before), query: [...new URLSearchParams(query)].filter(([, value]) => !value.includes('{')) }
}

/** Past twenty segments no one tells paths apart any more. */
const mostRank = 2 ** 20

/** 0 if the template does not fit; else larger the more of it is literal, from the left. */
function fitOf(template: readonly string[], segments: readonly string[]): number {
  const wanted = segments.length === template.length + 1 && segments.at(-1) === '' ? segments.slice(0, -1) : segments
  if (wanted.length !== template.length) return 0
  let rank = 1
  for (const [index, part] of template.entries()) {
    const fit = segmentFit(part, wanted[index] ?? '')
    if (fit === 0) return 0
    rank = Math.min(rank * 2 + (fit === 2 ? 1 : 0), mostRank)
  }
  return rank
}

/** 2 for a literal, 1 for parameters that fit, 0. Linear: literals between parameters are looked for once, from the left. */
function segmentFit(part: string, text: string): 0 | 1 | 2 {
  if (!part.includes('{')) return part === text ? 2 : 0
  const literals = part.split(/\{[^{}]*\}/)
  const first = literals[0] ?? ''
  const last = literals.at(-1) ?? ''
  if (!text.startsWith(first) || !text.endsWith(last)) return 0
  let at = first.length
  for (const literal of literals.slice(1, -1)) {
    const found = text.indexOf(literal, at + 1)
    if (found < 0) return 0
    at = found + literal.length
  }
  return text.length - last.length > at ? 1 : 0
}
