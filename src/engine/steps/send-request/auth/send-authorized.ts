import { browserLimit } from '#engine/ports/http/http-texts.ts'
import type { HttpResponse } from '#engine/ports/index.ts'
import type { RunContext } from '../../step-kind.ts'
import type { BuiltRequest } from '../request.ts'
import { sendSigned, type Send } from './send-signed.ts'
import type { AwsAuth, OAuth1Auth, SignedAuth } from './signed-auth.ts'
import { signingTexts as texts } from './signing-texts.ts'

/**
 * Sends a request with AWS Signature 4, OAuth 1.0a or NTLM, and reports what was done. `warning`: why the server refused it, and what
 * to do, already reported. No signature or proof goes to another origin.
 */
export async function sendAuthorized(
  built: BuiltRequest,
  auth: SignedAuth,
  context: RunContext,
  send: Send,
): Promise<{ response: HttpResponse; warning?: string }> {
  const { ports, redactor } = context
  const report = (text: string, level: 'info' | 'warning' = 'info'): void =>
    context.emit({ type: 'noted', level, text: redactor.mask(text) })
  let note: { text: string; isRefusal: boolean } | undefined
  let last: BuiltRequest | undefined
  const answer = await sendSigned(built, ports.clock, send, async (hop, sendHop) => {
    if (auth.kind === 'ntlm') {
      const { deliverNtlm } = await import('./send-ntlm.ts')
      const delivered = await deliverNtlm(hop, auth, context, sendHop)
      note = { text: delivered.note, isRefusal: delivered.refused }
      return delivered.response
    }
    last = await signHop(hop, auth, context)
    return sendHop(last)
  })
  const { response, left } = answer
  if (response.opaqueRedirect && built.request.redirect === 'follow') throw browserLimit(texts.redirect)
  if (left !== undefined) report(texts.leftBehind(left))
  if (auth.kind !== 'ntlm') {
    report(texts.signedWith[auth.kind])
    if (response.status >= 400 && left === undefined && last) {
      const { explainSignatureRefusal } = await import('./signature-refusals.ts')
      const text = explainSignatureRefusal(
        auth,
        { request: last.request, signed: last.signed ?? '' },
        response,
        ports.clock.now(),
      )
      if (text !== undefined) note = { text, isRefusal: true }
    }
  }
  if (note === undefined) return { response }
  report(note.text, note.isRefusal ? 'warning' : 'info')
  return { response, ...(note.isRefusal ? { warning: redactor.mask(note.text) } : {}) }
}

/** A hop with the signature for its URL. */
async function signHop(hop: BuiltRequest, auth: AwsAuth | OAuth1Auth, context: RunContext): Promise<BuiltRequest> {
  const { ports, redactor, wantsDetails } = context
  const now = ports.clock.now()
  const made =
    auth.kind === 'aws'
      ? await (await import('./aws-signature.ts')).signAws(auth, hop.request, now)
      : await (await import('./oauth1.ts')).signOAuth1(auth, hop.request, { now, nonce: hex(ports.random.bytes(16)) })
  // Whoever has it can repeat the request for a while; of PLAINTEXT it is the secrets themselves.
  if (wantsDetails !== false) redactor.add(auth.kind === 'aws' ? 'aws-signature' : 'oauth1-signature', made.signature)
  const fields = made.request.body === hop.request.body ? hop.fields : [...new URLSearchParams(String(made.request.body))]
  return { ...hop, request: made.request, fields, signed: made.signed }
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
