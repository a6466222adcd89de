import { challengeOf } from '#engine/oauth/refusals/provider-error.ts'
import type { HttpRequest, HttpResponse } from '#engine/ports/index.ts'
import type { RunContext } from '../../step-kind.ts'
import type { BuiltRequest } from '../request.ts'
import { authenticateMessage, negotiateMessage, ntlmHeader, ntlmMessageIn, readNtlmChallenge } from './ntlm-messages.ts'
import type { Send } from './send-signed.ts'
import type { NtlmAuth } from './signed-auth.ts'
import { signingTexts } from './signing-texts.ts'

const texts = signingTexts.ntlm

const otherSchemes = ['Negotiate', 'Digest', 'Basic', 'Bearer'] as const

/** Schemes that a response requests. */
const offered = ({ headers }: HttpResponse): string =>
  otherSchemes.filter((scheme) => new RegExp(`(?:^|,)\\s*${scheme}\\b`, 'i').test(challengeOf(headers))).join(', ')

const requestsNtlm = (response: HttpResponse): boolean =>
  response.status === 401 && /(?:^|,)\s*NTLM\b/i.test(challengeOf(response.headers))

/**
 * Sends one request that signs in with NTLM (MS-NTHT): without credentials, then, if the server requests NTLM, a message that starts
 * the sign-in and one with the response to its challenge, all on one connection. The body is sent with the first and the last.
 */
export async function deliverNtlm(
  hop: BuiltRequest,
  auth: NtlmAuth,
  { ports, redactor }: Pick<RunContext, 'ports' | 'redactor'>,
  send: Send,
): Promise<{ response: HttpResponse; note: string; refused: boolean }> {
  const connection = `ntlm ${ports.random.uuid()}`
  // A repeated message would be sent on another connection.
  const request: HttpRequest = { ...hop.request, connection, resend: false }
  const sendWith = (message: Uint8Array, part: Partial<HttpRequest> = {}): Promise<HttpResponse> => {
    const value = ntlmHeader(message)
    return send({
      ...hop,
      ...('body' in part ? { fields: undefined, shown: undefined } : {}),
      request: { ...request, ...part, headers: [...(part.headers ?? request.headers), ['Authorization', value]] },
    })
  }
  const bare = await send({ ...hop, request })
  if (!requestsNtlm(bare)) {
    const isRefused = bare.status === 401
    return { response: bare, note: texts.notAsked(isRefused ? offered(bare) : ''), refused: isRefused }
  }
  const headers = request.headers.filter(([name]) => !/^content-(type|length|encoding)$/i.test(name))
  const started = await sendWith(negotiateMessage(), { headers, body: undefined })
  const challenge = readNtlmChallenge(ntlmMessageIn(challengeOf(started.headers)) ?? new Uint8Array())
  if (challenge === undefined) return { response: started, note: texts.noChallenge, refused: true }
  const source = { now: ports.clock.now(), random: ports.random.bytes(8) }
  const proof = authenticateMessage(auth, challenge, source)
  // From it and the challenge the password could be guessed.
  redactor.add('ntlm-proof', ntlmHeader(proof).slice(5))
  const response = await sendWith(proof)
  if (response.status !== 401) return { response, note: texts.done, refused: false }
  const isNew = ntlmMessageIn(challengeOf(response.headers)) !== undefined
  return { response, note: isNew ? texts.lostConnection : texts.refused, refused: true }
}
