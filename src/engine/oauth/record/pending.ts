import type { Exchange } from '#engine/ports/exchange.ts'

/** The members of a JSON object; nothing for any other text. */
export function members(text: string | undefined): Record<string, unknown> {
  if (!text?.trimStart().startsWith('{')) return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  } catch {
    return {}
  }
}

const pending = new Set<unknown>(['authorization_pending', 'slow_down'])

/** Whether an answer says that a device is not yet approved (RFC 8628 section 3.5): no error, the client is to go on asking. */
export const isPending = ({ purpose, response }: Exchange): boolean =>
  purpose === 'token' && pending.has(members(response?.text)['error'])
