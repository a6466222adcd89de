import type { Exchange } from './exchange.ts'
import { sizeOf } from './exchange-size.ts'

type Pairs = readonly [string, string][]

const named = (pairs: Pairs) => pairs.map(([name, value]) => ({ name, value }))
const headerOf = (pairs: Pairs, wanted: string) => pairs.find(([name]) => name.toLowerCase() === wanted)?.[1]

function queryOf(url: string): Pairs {
  try {
    return [...new URL(url).searchParams]
  } catch {
    return []
  }
}

/** A form's text and its parameters exclude each other in HAR. */
function postData({ request }: Exchange) {
  const { body, parameters } = request
  if (!body) return undefined
  return body.mediaType === 'application/x-www-form-urlencoded' && parameters
    ? { mimeType: body.mediaType, params: named(parameters) }
    : { mimeType: body.mediaType, text: body.text }
}

/** Where a login came back to; HAR has no other place for the parameters of a callback. */
function callbackOf({ request, response }: Exchange): string {
  const to = request.parameters?.find(([name]) => name === 'redirect_uri')?.[1]
  const query = (response?.parameters ?? []).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  return to === undefined || query.length === 0 ? '' : `${to}?${query.join('&')}`
}

function responseOf(exchange: Exchange, content: HarBody | undefined) {
  const { response, error } = exchange
  const headers = response?.headers ?? []
  return {
    status: response?.status ?? 0,
    statusText: response?.statusText ?? '',
    httpVersion: '',
    cookies: [],
    headers: named(headers),
    content: {
      size: sizeOf(exchange),
      mimeType: response?.body?.mediaType ?? headerOf(headers, 'content-type') ?? '',
      ...(content ?? (response?.text === undefined ? {} : { text: response.text })),
    },
    redirectURL: headerOf(headers, 'location') ?? callbackOf(exchange),
    headersSize: -1,
    bodySize: -1,
    ...(error ? { comment: `${error.code}: ${error.message}` } : {}),
  }
}

/** The text of a body, or its bytes in base64. */
export interface HarBody {
  text: string
  encoding?: 'base64'
}

/** Milliseconds before the request was sent, in which its connection was made. */
const connectingOf = ({ connecting, firstByte = 0 }: Exchange): number =>
  connecting === undefined ? 0 : Math.min(firstByte, connecting.dns + connecting.connect + (connecting.tls ?? 0))

/** In HAR the time of TLS is part of that of the connection, too. */
const connectTimings = ({ connecting }: Exchange): object =>
  connecting === undefined
    ? {}
    : {
        dns: connecting.dns,
        connect: connecting.connect + (connecting.tls ?? 0),
        ...(connecting.tls === undefined ? {} : { ssl: connecting.tls }),
      }

/** A URL as it goes over the wire: HAR has URIs, without spaces and umlauts. */
function uriOf(address: string): string {
  try {
    return new URL(address).href
  } catch {
    return address
  }
}

/**
 * An exchange as an entry of HTTP Archive 1.2; `startedAt` is when its run started, in milliseconds since 1970. Sizes of
 * headers are unknown (-1).
 */
export function harEntry(startedAt: number, exchange: Exchange, content?: HarBody): object {
  const { request, duration, firstByte, meaning } = exchange
  const data = postData(exchange)
  const wait = Math.min(firstByte ?? duration, duration)
  return {
    startedDateTime: new Date(startedAt + exchange.at).toISOString(),
    time: duration,
    request: {
      method: request.method,
      url: uriOf(request.url),
      httpVersion: '',
      cookies: [],
      headers: named(request.headers),
      queryString: named(queryOf(request.url)),
      ...(data ? { postData: data } : {}),
      headersSize: -1,
      bodySize: request.body?.size ?? 0,
    },
    response: responseOf(exchange, content),
    cache: {},
    timings: { ...connectTimings(exchange), send: 0, wait: wait - connectingOf(exchange), receive: duration - wait },
    ...(meaning ? { comment: [meaning.request, meaning.response, meaning.reference].filter(Boolean).join(' ') } : {}),
  }
}
