import { nextRequest, parseAddress, targetOf } from '#engine/ports/http/http-rules.ts'
import { challengeOf } from '#engine/oauth/refusals/provider-error.ts'
import type { Headers, HttpRequest, HttpResponse } from '#engine/ports/index.ts'
import type { RunContext } from '../../step-kind.ts'
import { digestAnswer, digestChallenge } from './digest.ts'
import type { DigestCredentials } from './digest-header.ts'
import type { BuiltRequest } from '../request.ts'
import { sendRequestTexts as texts } from '../texts.ts'

/** A nonce may have run out (`stale`), a second time at one address it may not. */
const mostAnswers = 2
/** As redirects are followed (R34). */
const mostMoves = 10

/**
 * Sends a request that proves a name and a password by HTTP Digest (RFC 7616): first without them, then with the response to
 * the server's challenge. A response holds for one address (section 3.4): where a redirect leads to another one of this origin
 * that asks too, it is answered again there. Other origins get none.
 */
export async function sendDigest(
  built: BuiltRequest,
  credentials: DigestCredentials,
  { ports, redactor, wantsDetails }: Pick<RunContext, 'ports' | 'redactor' | 'wantsDetails'>,
  send: (request: BuiltRequest) => Promise<HttpResponse>,
): Promise<{ response: HttpResponse; told: string }> {
  const start = ports.clock.monotonic()
  const sendWith = (request: HttpRequest, own: Headers): Promise<HttpResponse> => {
    const timeout = Math.max(1, built.request.timeout - (ports.clock.monotonic() - start))
    return send({ ...built, request: { ...request, headers: [...request.headers, ...own], timeout } })
  }
  const headers = built.request.headers.filter(([name]) => name.toLowerCase() !== 'authorization')
  let request: HttpRequest = { ...built.request, headers }
  let response = await sendWith(request, [])
  let [answers, moves, hasAnswered] = [0, 0, false]
  for (;;) {
    const challenge = response.status === 401 ? digestChallenge(response.headers) : undefined
    // 400: the digest sent was for the previous URL.
    if (hasMoved(request, response) && (challenge !== undefined || (response.status === 400 && answers > 0))) {
      const next = moves < mostMoves ? behindRedirects(request, response) : undefined
      if (next === undefined) return { response, told: texts.digestMoved(response.url) }
      request = next
      if (answers > 0) response = await sendWith(request, [])
      moves += 1
      answers = 0
      continue
    }
    if (challenge === undefined) return { response, told: hasAnswered ? answered(response) : notAsked(response) }
    const isStale = challenge.get('stale')?.toLowerCase() === 'true'
    if (answers === mostAnswers || (answers > 0 && !isStale)) return { response, told: texts.digestAnswered }
    const cnonce = Array.from(ports.random.bytes(16), (byte) => byte.toString(16).padStart(2, '0')).join('')
    const uri = targetOf(parseAddress(request.url))
    const answer = await digestAnswer(challenge, credentials, { method: request.method, uri, cnonce })
    // From it and the rest of the header a password could be guessed.
    if (wantsDetails !== false) redactor.add('digest', answer.response)
    response = await sendWith(request, [['Authorization', answer.header]])
    answers += 1
    hasAnswered = true
  }
}

const hasMoved = (request: HttpRequest, response: HttpResponse): boolean =>
  parseAddress(response.url).href.split('#')[0] !== parseAddress(request.url).href.split('#')[0]

/** What was sent last; undefined if that was to another origin, or if a browser keeps to itself how it was sent. */
function behindRedirects(request: HttpRequest, { url, redirects }: HttpResponse): HttpRequest | undefined {
  const { origin } = new URL(request.url)
  if ([url, ...redirects.map((hop) => hop.url)].some((each) => new URL(each).origin !== origin)) return undefined
  if (redirects.length === 0) return /^(get|head)$/i.test(request.method) ? { ...request, url } : undefined
  return redirects.reduce((sent, hop) => nextRequest(sent, new URL(hop.url), hop.status, hop.location), request)
}

const answered = ({ status }: HttpResponse): string => (status === 400 ? texts.digestUnusable : texts.digestAnswered)

/** Pages see a challenge only where the API exposes it. */
const notAsked = ({ status, headers }: HttpResponse): string =>
  status === 401 && challengeOf(headers) === '' ? texts.digestNotSeen : texts.digestNotAsked
