import { parseJsonObject } from '#engine/base/encoding/json-value.ts'
import type { Exchange } from '#engine/ports/http/exchange.ts'

/** The members of a JSON object; nothing for any other text. */
export function members(text: string | undefined): Record<string, unknown> {
  return (text?.trimStart().startsWith('{') && parseJsonObject(text)) || {}
}

const pending = new Set<unknown>(['authorization_pending', 'slow_down'])

/** Whether a response says that a device is not yet approved (RFC 8628 section 3.5): no error, the client is to continue asking. */
export const isPending = ({ purpose, response }: Exchange): boolean =>
  purpose === 'token' && pending.has(members(response?.text)['error'])
