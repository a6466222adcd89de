import type { HttpResponse } from '#engine/ports/index.ts'
import type { OAuthContext } from '../context.ts'
import { parseJsonObject } from '#engine/base/encoding/json-value.ts'
import { bodyText } from '../encoding.ts'
import { recordKnown, sendRecorded, type Message } from '../messages/exchange-recorder.ts'
import { rejectCut } from '../token/token-answer.ts'

/** A JSON document as it came. */
export interface ReadDocument {
  raw: HttpResponse
  /** Milliseconds since it was requested in this run; undefined if it was just now. */
  age?: number
}

/** True if the run has read this document before. */
export const isKnown = ({ known }: OAuthContext, url: string): boolean => known?.has(url) === true

/**
 * Gets a JSON document, from what the run knows if it has read it before; that is in the exchange record too, marked as not
 * sent. `anew` asks in any case. Only objects with status 200 are kept. Rejects as {@link sendRecorded}, or with
 * AssayError `oauth-unusable-answer` if the document is not whole.
 */
export async function getDocument(
  context: OAuthContext,
  message: Message,
  url: string,
  { accept, anew = false }: { accept: string; anew?: boolean },
): Promise<ReadDocument> {
  const request = { method: 'GET', url, headers: [['accept', accept]] as [string, string][] }
  const before = anew ? undefined : context.known?.get(url)
  if (before) {
    const age = context.elapsed() - before.at
    recordKnown(context, message, request, before.raw, age)
    return { raw: before.raw, age }
  }
  const at = context.elapsed()
  const raw = await sendRecorded(context, message, request)
  if (raw.status === 200) rejectCut(raw, message.label, url)
  if (raw.status === 200 && parseJsonObject(bodyText(raw.body))) context.known?.set(url, { raw, at })
  return { raw }
}
