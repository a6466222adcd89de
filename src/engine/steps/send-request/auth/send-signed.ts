import { checkScheme, isRedirect, locationOf, nextRequest, parseAddress } from '#engine/ports/http/http-rules.ts'
import { redirectLoop, tooManyRedirects } from '#engine/ports/http/http-texts.ts'
import type { Clock, HttpResponse, Redirect } from '#engine/ports/index.ts'
import type { TokenProver } from '#engine/templates/scopes.ts'
import type { BuiltRequest } from '../request.ts'

const maxRedirects = 10

/** Sends one request. */
export type Send = (request: BuiltRequest) => Promise<HttpResponse>

/** The result of a request that is signed for each URL. */
export interface SignedAnswer {
  /** The last one, with the redirects that led to it. */
  response: HttpResponse
  /** The origin to which a redirect led, and no credentials; undefined if they were sent everywhere. */
  left?: string
}

/**
 * Sends a request whose authorization is valid for one URL: redirects are followed here by the rules of every host (R34), `deliver`
 * authorizes each hop, and another origin gets no authorization.
 */
export async function sendSigned(
  built: BuiltRequest,
  clock: Clock,
  send: Send,
  deliver: (hop: BuiltRequest, send: Send) => Promise<HttpResponse>,
): Promise<SignedAnswer> {
  const start = clock.monotonic()
  const { redirect, timeout } = built.request
  const redirects: Redirect[] = []
  const seen = new Set<string>()
  const sendInTime: Send = ({ request, ...hop }) =>
    send({ ...hop, request: { ...request, timeout: Math.max(1, timeout - (clock.monotonic() - start)) } })
  let hop: BuiltRequest = { ...built, request: { ...built.request, redirect: 'manual' } }
  let left: string | undefined
  for (;;) {
    const { request } = hop
    seen.add(`${request.method} ${request.url}`)
    const response = left === undefined ? await deliver(hop, sendInTime) : await sendInTime(hop)
    const from = parseAddress(request.url)
    const location = redirect === 'follow' && isRedirect(response.status) ? locationOf(response.headers, from) : undefined
    if (location === undefined) {
      const whole = redirects.length === 0 ? response : { ...response, redirects }
      return { response: whole, ...(left === undefined ? {} : { left }) }
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

/**
 * Sends a request whose token is bound to a key (RFC 9449 section 7): with a fresh proof for each URL (section 4.3), again if the
 * server wants its nonce (section 9).
 */
export async function sendProven(
  built: BuiltRequest,
  prover: TokenProver,
  clock: Clock,
  send: Send,
): Promise<SignedAnswer & { /** A server asked for its nonce. */ repeated: boolean }> {
  let repeated = false
  const answer = await sendSigned(built, clock, send, async (hop, sendHop) => {
    const sendWithProof = async (): Promise<HttpResponse> => {
      const proof: [string, string] = ['DPoP', await prover.prove(hop.request)]
      return sendHop({ ...hop, request: { ...hop.request, headers: [...hop.request.headers, proof] } })
    }
    const response = await sendWithProof()
    if (!prover.challenged(hop.request.url, response)) return response
    repeated = true
    const again = await sendWithProof()
    prover.challenged(hop.request.url, again)
    return again
  })
  return { ...answer, repeated }
}
