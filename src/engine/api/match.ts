import type { Api } from './api.ts'
import type { OperationHead } from './operation.ts'

/** What of a request says which operation it is. */
export interface SentRequest {
  method: string
  /** Absolute. */
  url: string
}

/** How well a path fits: a better one is larger. */
interface Fit {
  head: OperationHead
  rank: number
}

/**
 * The operation of an API that a request asks for: its method, and the path template that fits what follows the base path of a server. Literal
 * segments count before parameters (OpenAPI 3.1.0, 4.8.8.2). Where no server's base path fits, the path may follow any other: a test
 * environment or a gateway has its own. Undefined: none.
 */
export function matchOperation(api: Api, { method, url }: SentRequest): OperationHead | undefined {
  const address = parsed(url)
  if (!address) return undefined
  const segments = segmentsOf(address.pathname)
  const bases = [...new Set(api.servers.map((server) => basePathOf(server.url)))]
  const starts = bases.flatMap((base) => (startsWith(segments, base) ? [base.length] : []))
  const same = (a: string): boolean => a.toUpperCase() === method.toUpperCase()
  let best: Fit | undefined
  for (const head of api.operations) {
    if (!same(head.method)) continue
    const rank = rankOf(head, segments, starts, address.searchParams, api)
    if (rank > 0 && rank > (best?.rank ?? 0)) best = { head, rank }
  }
  return best?.head
}

function rankOf(head: OperationHead, segments: string[], starts: readonly number[], query: URLSearchParams, api: Api): number {
  const { path: template, query: asked } = templateOf(head.path)
  if (!asked.every(([name, value]) => query.getAll(name).includes(value))) return 0
  const own = ownStarts(head, segments, api)
  const known = Math.max(0, ...[...starts, ...own].map((start) => fitOf(template, segments.slice(start))))
  const weight = known * 1_000 + asked.length
  if (known > 0) return 1e15 + weight
  const elsewhere = segments.length >= template.length ? fitOf(template, segments.slice(-template.length)) : 0
  if (template.length > 0 && elsewhere > 0 && template.some((part) => !part.includes('{')))
    return 1e11 + elsewhere * 1_000 + asked.length
  // A parameter at the end that is a path itself, by its name, may hold slashes.
  const last = template.at(-1)
  if (last === undefined || !/^\{([^{}]*(path|file|ref|proxy|wildcard)[^{}]*|[^{}]*[+*])\}$/i.test(last)) return 0
  const long = starts.some(
    (start) => segments.length - start > template.length && fitOf(template, segments.slice(start, start + template.length)) > 0,
  )
  return long ? template.length : 0
}

/** Where the base paths of servers end that only this operation has. */
function ownStarts(head: OperationHead, segments: string[], api: Api): number[] {
  const servers = api.ownServers(head.key)
  return servers.map((server) => basePathOf(server.url)).flatMap((base) => (startsWith(segments, base) ? [base.length] : []))
}

const parsed = (url: string): URL | undefined => {
  try {
    return new URL(url)
  } catch {
    return undefined
  }
}

const segmentsOf = (path: string): string[] => path.split('/').slice(1).map(decoded)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The segments of a server's path, which may be relative, without a slash at its end. */
function basePathOf(url: string): string[] {
  const path = (parsed(url) ?? parsed(`http://server${url.startsWith('/') ? '' : '/'}${url}`))?.pathname ?? '/'
  return segmentsOf(path.replace(/\/+$/, '')).filter((segment, index, all) => index < all.length - 1 || segment !== '')
}

const startsWith = (segments: readonly string[], base: readonly string[]): boolean =>
  base.every((segment, index) => segments[index] === segment)

const templates = new Map<string, { path: string[]; query: [string, string][] }>()

/** The segments of a path template. Some documents write a query or a fragment behind it, to have a path twice. */
function templateOf(path: string): { path: string[]; query: [string, string][] } {
  const known = templates.get(path)
  if (known) return known
  const [before = '', query = ''] = path.replace(/#.*$/, '').split('?')
  const template = {
    path: segmentsOf(before),
    query: [...new URLSearchParams(query)].filter(([, value]) => !value.includes('{')),
  }
  if (templates.size > 20_000) templates.clear()
  templates.set(path, template)
  return template
}

/** Past twenty segments nobody tells paths apart any more. */
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
