import type { Exchange } from '#engine/ports/http/exchange.ts'
import { formatSize } from '#engine/base/format-size.ts'
import { isPending, members } from './pending.ts'
import { sizeOf } from '#engine/ports/http/exchange-size.ts'
import { sequenceTexts as texts } from './sequence-texts.ts'

/** Who takes part, from left to right. */
export type Lane = 'tester' | 'browser' | 'assay' | 'provider' | 'api'

/** One arrow of the sequence diagram. */
export interface Arrow {
  id: string
  /** Index of the exchange that it belongs to. */
  exchange: number
  side: 'request' | 'response'
  from: Lane
  to: Lane
  /** `POST` or `401`. */
  head: string
  /** `/token` or `invalid_client`; set in the code font. */
  code: string
  /** `client_credentials` or `issuer, 14 endpoints`. */
  note: string
  /** `bad`: an error that arose here; `lost`: nothing came back, or nothing that could be read; `given-up`: a user stopped it. */
  state: 'ok' | 'bad' | 'lost' | 'given-up'
  /** No server answered but the sandbox in this browser. */
  sandbox?: true
}

const order: Lane[] = ['tester', 'browser', 'assay', 'provider', 'api']

/** The lanes of a diagram: every sender and receiver. */
export function lanesOf(arrows: readonly Arrow[]): Lane[] {
  const used = new Set<Lane>(arrows.flatMap(({ from, to }) => [from, to]))
  return order.filter((lane) => used.has(lane))
}

/** What a lane is called: it is said of a sandbox that it is one. */
export function laneTitle(lane: Lane, arrows: readonly Arrow[]): string {
  const sandboxed = arrows.some((arrow) => arrow.sandbox && (arrow.from === lane || arrow.to === lane) && lane !== 'assay')
  return sandboxed ? texts.sandbox(texts.lanes[lane]) : texts.lanes[lane]
}

/** The URL without what all arrows share: path and query. */
export function pathOf(url: string): string {
  try {
    const { pathname, search } = new URL(url)
    return pathname + search
  } catch {
    return url
  }
}

const parameter = (pairs: [string, string][] | undefined, name: string): string | undefined =>
  pairs?.find(([key]) => key === name)?.[1]

function requestNote({ purpose, request }: Exchange): string {
  if (purpose === 'token' || purpose === 'refresh') {
    // Grants of extensions are named by a URN (RFC 6749 4.5); its end says which.
    return (parameter(request.parameters, 'grant_type') ?? '').replace('urn:ietf:params:oauth:grant-type:', '')
  }
  if (purpose === 'authorization') {
    const type = parameter(request.parameters, 'response_type') ?? ''
    return parameter(request.parameters, 'code_challenge') ? `${type}, PKCE` : type
  }
  return request.body && request.body.size > 0 && purpose === 'request' ? formatSize(request.body.size) : ''
}

/** What of a response is worth a glance: its error, or what it brought. */
function answer(exchange: Exchange): { code: string; note: string } {
  const { purpose, response, tokens } = exchange
  const body = members(response?.text)
  const error = parameter(response?.parameters, 'error') ?? body['error']
  if (typeof error === 'string') return { code: error, note: '' }
  if (purpose === 'discovery') {
    const endpoints = Object.keys(body).filter((key) => key.endsWith('_endpoint')).length
    return { code: '', note: body['issuer'] ? `issuer, ${endpoints} endpoints` : '' }
  }
  if (purpose === 'jwks') return { code: '', note: Array.isArray(body['keys']) ? texts.keys(body['keys'].length) : '' }
  const own = purpose === 'device-authorization' ? ['user_code'] : purpose === 'par' ? ['request_uri'] : []
  const brought = ['access_token', 'id_token', 'refresh_token', ...own].filter((name) => typeof body[name] === 'string')
  if (brought.length > 0) return { code: brought.join(', '), note: '' }
  if (tokens && tokens.length > 0) return { code: tokens.map((token) => token.name).join(', '), note: '' }
  const size = sizeOf(exchange)
  const type = response?.body?.mediaType.split(';')[0]?.trim() ?? ''
  return { code: '', note: size > 0 ? [type, formatSize(size)].filter(Boolean).join(', ') : '' }
}

/** Whether an error arose in this message: a refusal inside a flow, or no response at all. An API may well answer 404. */
function stateOf(exchange: Exchange): Arrow['state'] {
  if (exchange.error?.code === 'cancelled') return 'given-up'
  // The response of a login window has no status that a page could see.
  if (!exchange.response || (exchange.response.status === 0 && exchange.purpose !== 'authorization')) return 'lost'
  if (exchange.error) return 'bad'
  if (exchange.purpose === 'request') return 'ok'
  if (isPending(exchange)) return 'ok'
  if (exchange.response.status >= 400 || parameter(exchange.response.parameters, 'error')) return 'bad'
  return typeof members(exchange.response.text)['error'] === 'string' ? 'bad' : 'ok'
}

/** Milliseconds in which no one reads a page and responds to it: a window that is back by then did so by itself. */
const atOnce = 1_000

/** When someone signed in and when the ID token was issued, in seconds, from the first ID token of a sign-in that says so. */
function signInTime(exchanges: readonly Exchange[]): { at: number; issued: number } | undefined {
  for (const { tokens } of exchanges)
    for (const { name, claims } of tokens ?? []) {
      const { auth_time: at, iat: issued } = name === 'id_token' ? members(claims) : {}
      if (typeof at === 'number' && typeof issued === 'number') return { at, issued }
    }
  return undefined
}

/**
 * Whether a user signed in through the window, as far as that can be known: the ID token says when (`auth_time`, OpenID Connect
 * Core section 2); without one not if the provider was to ask no one, refused, or responded before a user could have done
 * anything.
 */
function hasSignedIn(exchange: Exchange, later: readonly Exchange[]): boolean {
  const { request, response, duration } = exchange
  if (parameter(response?.parameters, 'error') !== undefined) return false
  if (parameter(request.parameters, 'prompt')?.split(' ').includes('none')) return false
  const next = later.findIndex(({ purpose }) => purpose === 'authorization')
  const time = signInTime([exchange, ...(next < 0 ? later : later.slice(0, next))])
  if (time) return (time.issued - time.at) * 1000 <= duration + 5_000
  return duration >= atOnce
}

/** What a window did: Assay opens it, it asks the provider, a user may sign in, the response returns through the callback. */
function loginArrows(exchange: Exchange, index: number, signedIn: boolean): Arrow[] {
  const { request, response, error } = exchange
  const state = stateOf(exchange)
  const names = (response?.parameters ?? []).map(([name]) => name).join(', ')
  const base = { exchange: index, note: '', code: '', state: 'ok' as const }
  const sent: Arrow[] = [
    { ...base, id: `${exchange.id}.open`, side: 'request', from: 'assay', to: 'browser', head: texts.opens },
    {
      ...base,
      id: `${exchange.id}.ask`,
      side: 'request',
      from: 'browser',
      to: 'provider',
      head: request.method,
      code: pathOf(request.url).split('?')[0] ?? '',
      note: requestNote(exchange),
    },
  ]
  if (!response) {
    return [
      ...sent,
      {
        ...base,
        id: `${exchange.id}.answer`,
        side: 'response',
        from: 'browser',
        to: 'assay',
        head: texts.noAnswer,
        note: error?.code ?? '',
        state,
      },
    ]
  }
  const person: Arrow = {
    ...base,
    id: `${exchange.id}.person`,
    side: 'request',
    from: 'tester',
    to: 'browser',
    head: texts.signsIn,
  }
  return [
    ...sent,
    ...(signedIn ? [person] : []),
    {
      ...base,
      id: `${exchange.id}.redirect`,
      side: 'response',
      from: 'provider',
      to: 'browser',
      head: response.status > 0 ? String(response.status) : texts.redirects,
      code: parameter(response.parameters, 'error') ?? names,
      state: state === 'bad' ? 'bad' : 'ok',
    },
    {
      ...base,
      id: `${exchange.id}.answer`,
      side: 'response',
      from: 'browser',
      to: 'assay',
      head: texts.callback,
      code: parameter(response.parameters, 'error') ?? '',
      state: state === 'bad' ? 'bad' : 'ok',
    },
  ]
}

/** A page that the provider showed to a script, by its title. */
const pageArrow = (exchange: Exchange, index: number): Arrow => ({
  exchange: index,
  id: `${exchange.id}.page`,
  side: 'response',
  from: 'provider',
  to: 'browser',
  head: texts.shows,
  code: '',
  note: exchange.response?.statusText ?? '',
  state: 'ok',
})

/** All arrows of a step's messages, in order. */
export function arrowsOf(exchanges: Exchange[]): Arrow[] {
  return exchanges.flatMap((exchange, index) => {
    if (exchange.purpose === 'authorization')
      return loginArrows(exchange, index, hasSignedIn(exchange, exchanges.slice(index + 1)))
    if (exchange.purpose === 'login-page') return [pageArrow(exchange, index)]
    const other: Lane = exchange.purpose === 'request' ? 'api' : 'provider'
    const { response, error } = exchange
    const state = stateOf(exchange)
    const base = { exchange: index, code: '', note: '', ...(exchange.by === 'sandbox' ? { sandbox: true as const } : {}) }
    const request: Arrow = {
      ...base,
      id: `${exchange.id}.request`,
      side: 'request',
      from: 'assay',
      to: other,
      head: exchange.request.method,
      code: pathOf(exchange.request.url),
      note: exchange.known ? texts.known : requestNote(exchange),
      state: 'ok',
    }
    const back: Arrow = {
      ...base,
      id: `${exchange.id}.response`,
      side: 'response',
      from: other,
      to: 'assay',
      head: response && response.status > 0 ? String(response.status) : texts.noAnswer,
      ...(response && response.status > 0 ? answer(exchange) : { note: error?.code ?? '' }),
      state,
    }
    return [request, back]
  })
}

/**
 * The arrow at which the step's error arose: the last marked one, else the last; of an ID token that is not acceptable the one
 * that brought it, not that of the keys that were read to check it. -1 without arrows.
 */
export function faultyArrow(arrows: Arrow[], code = ''): number {
  const brought = code === 'oauth-id-token' ? arrows.findLastIndex((arrow) => arrow.code.includes('id_token')) : -1
  if (brought >= 0) return brought
  const marked = arrows.findLastIndex((arrow) => arrow.state !== 'ok')
  return marked >= 0 ? marked : arrows.length - 1
}

/** A line of the diagram: an arrow, with those that say the same right after it. */
export interface Line {
  arrow: Arrow
  /** Index of the arrow. */
  index: number
  /** Ids of all arrows that the line represents. */
  ids: readonly string[]
  /** How often the exchange went, if more than once. */
  times: number
}

/** Fewer are shown one by one. */
const REPEATED = 3

/** The arrows as lines: an exchange that goes on as it was, as when a client polls, is one with a count. */
export function linesOf(arrows: readonly Arrow[], sameStep: (a: number, b: number) => boolean = () => true): Line[] {
  const groups: { says: string; members: Arrow[][] }[] = []
  for (let at = 0; at < arrows.length;) {
    const exchange = arrows[at]?.exchange
    let end = at
    while (end < arrows.length && arrows[end]?.exchange === exchange) end++
    const members = arrows.slice(at, end)
    const says = members.map(({ from, to, head, code, note, state }) => [from, to, head, code, note, state].join('\n')).join('\n')
    const last = groups.at(-1)
    const before = last?.members[0]?.[0]?.exchange
    if (last?.says === says && sameStep(before ?? 0, exchange ?? 0)) last.members.push(members)
    else groups.push({ says, members: [members] })
    at = end
  }
  let index = 0
  return groups.flatMap(({ members: all }) => {
    const shown = all.length < REPEATED ? all : all.slice(0, 1)
    const times = shown.length === all.length ? 1 : all.length
    const first = index
    index += all.flat().length
    return shown.flatMap((members, which) =>
      members.map((arrow, place) => ({
        arrow,
        index: first + which * members.length + place,
        ids: times === 1 ? [arrow.id] : all.flatMap((one) => one[place]?.id ?? []),
        times,
      })),
    )
  })
}

/** Where a lane is, in percent of the width: the outer ones near the edges, so that there is room for words between them. */
export function laneAt(index: number, count: number): number {
  if (count < 2) return 50
  const inset = Math.min(50 / count, 14)
  return inset + (index * (100 - 2 * inset)) / (count - 1)
}

/**
 * Where an arrow lies, in percent of the width, and its label: between the lane that it leaves and the next one on its way, so that
 * no lane runs through the words.
 */
export function span(
  arrow: Arrow,
  lanes: Lane[],
): { left: number; width: number; middle: number; room: number; toLeft: boolean } {
  const at = (index: number) => laneAt(index, lanes.length)
  const [from, to] = [lanes.indexOf(arrow.from), lanes.indexOf(arrow.to)]
  const next = from + Math.sign(to - from)
  return {
    left: Math.min(at(from), at(to)),
    width: Math.abs(at(to) - at(from)),
    middle: (at(from) + at(next)) / 2,
    room: Math.abs(at(next) - at(from)),
    toLeft: to < from,
  }
}
