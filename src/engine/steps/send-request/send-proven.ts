import { checkScheme, isRedirect, locationOf, nextRequest, parseAddress } from '#engine/ports/http/http-rules.ts'
import { redirectLoop, tooManyRedirects } from '#engine/ports/http/http-texts.ts'
import type { Clock, Headers, HttpResponse, Redirect } from '#engine/ports/index.ts'
import type { TokenProver } from '#engine/templates/scopes.ts'
import type { BuiltRequest } from './request.ts'

const maxRedirects = 10

/** The result of a request with a bound token. */
export interface ProvenAnswer {
  /** The last one, with the redirects that led to it. */
  response: HttpResponse
  /** A server asked for its nonce, and its request was made again. */
  repeated: boolean
  /** The origin to which a redirect led and the token was not taken; undefined if it was sent everywhere. */
  left?: string
}

/**
 * Sends a request whose token is bound to a key (RFC 9449 section 7): with a fresh proof each time, again if the server wants
 * its nonce (section 9). A proof is valid for one address (section 4.3), so redirects are followed here by the rules of every
 * host (R34): each hop gets its own, and another origin gets neither token nor proof.
 */
export async function sendProven(
  built: BuiltRequest,
  prover: TokenProver,
  clock: Clock,
  send: (hop: BuiltRequest) => Promise<HttpResponse>,
): Promise<ProvenAnswer> {
  const start = clock.monotonic()
  const { redirect, timeout } = built.request
  const redirects: Redirect[] = []
  const seen = new Set<string>()
  let hop: BuiltRequest = { ...built, request: { ...built.request, redirect: 'manual' } }
  let repeated = false
  let left: string | undefined
  for (;;) {
    const { request } = hop
    seen.add(`${request.method} ${request.url}`)
    const sendHop = async (): Promise<HttpResponse> => {
      const proof: Headers = left === undefined ? [['DPoP', await prover.prove(request)]] : []
      const remaining = Math.max(1, timeout - (clock.monotonic() - start))
      return send({ ...hop, request: { ...request, headers: [...request.headers, ...proof], timeout: remaining } })
    }
    let response = await sendHop()
    if (left === undefined && prover.challenged(request.url, response)) {
      repeated = true
      response = await sendHop()
      prover.challenged(request.url, response)
    }
    const from = parseAddress(request.url)
    const location = redirect === 'follow' && isRedirect(response.status) ? locationOf(response.headers, from) : undefined
    if (location === undefined) {
      const whole = redirects.length === 0 ? response : { ...response, redirects }
      return { response: whole, repeated, ...(left === undefined ? {} : { left }) }
    }
    const next = nextRequest(request, from, response.status, location)
    const to = parseAddress(next.url)
    checkScheme(to, next.insecure)
    redirects.push({ status: response.status, url: request.url, location: next.url })
    if (seen.has(`${next.method} ${next.url}`)) throw redirectLoop(built.request.url, next.url)
    if (redirects.length > maxRedirects) throw tooManyRedirects(built.request.url, maxRedirects)
    if (to.origin !== from.origin) left ??= to.origin
    hop = { ...hop, request: next, fields: next.body === undefined ? undefined : hop.fields }
  }
}
