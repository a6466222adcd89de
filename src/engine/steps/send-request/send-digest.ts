import { parseAddress, targetOf } from '#engine/ports/http-rules.ts'
import { challengeOf } from '#engine/oauth/provider-error.ts'
import type { Headers, HttpResponse } from '#engine/ports/index.ts'
import type { RunContext } from '../step-kind.ts'
import { digestAnswer, digestChallenge } from './digest.ts'
import type { DigestCredentials } from './digest-header.ts'
import type { BuiltRequest } from './request.ts'
import { texts } from './texts.ts'

/** A nonce may have run out (`stale`), a second time within one request it may not. */
const mostAnswers = 2

/**
 * Sends a request that proves a name and a password by HTTP Digest (RFC 7616): first without them, then with the answer to the server's
 * challenge. They go to the address of the request alone: behind a redirect nothing is answered.
 */
export async function sendDigest(
  built: BuiltRequest,
  credentials: DigestCredentials,
  { ports, redactor, wantsDetails }: Pick<RunContext, 'ports' | 'redactor' | 'wantsDetails'>,
  send: (request: BuiltRequest) => Promise<HttpResponse>,
): Promise<{ response: HttpResponse; told: string }> {
  const { request } = built
  const headers = request.headers.filter(([name]) => name.toLowerCase() !== 'authorization')
  const address = parseAddress(request.url)
  const uri = targetOf(address)
  const start = ports.clock.monotonic()
  const sendWith = (own: Headers): Promise<HttpResponse> => {
    const timeout = Math.max(1, request.timeout - (ports.clock.monotonic() - start))
    return send({ ...built, request: { ...request, headers: [...headers, ...own], timeout } })
  }
  let response = await sendWith([])
  for (let answers = 0; ; answers++) {
    const challenge = response.status === 401 ? digestChallenge(response.headers) : undefined
    if (challenge === undefined) return { response, told: answers === 0 ? notAsked(response) : texts.digestAnswered }
    if (parseAddress(response.url).href.split('#')[0] !== address.href.split('#')[0])
      return { response, told: texts.digestMoved(response.url) }
    const isStale = challenge.get('stale')?.toLowerCase() === 'true'
    if (answers === mostAnswers || (answers > 0 && !isStale)) return { response, told: texts.digestAnswered }
    const cnonce = Array.from(ports.random.bytes(16), (byte) => byte.toString(16).padStart(2, '0')).join('')
    const answer = await digestAnswer(challenge, credentials, { method: request.method, uri, cnonce })
    // From it and the rest of the header a password could be guessed.
    if (wantsDetails !== false) redactor.add('digest', answer.response)
    response = await sendWith([['Authorization', answer.header]])
  }
}

/** Pages see a challenge only where the API exposes it. */
const notAsked = ({ status, headers }: HttpResponse): string =>
  status === 401 && challengeOf(headers) === '' ? texts.digestNotSeen : texts.digestNotAsked
