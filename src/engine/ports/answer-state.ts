import { parseJsonObject } from '#engine/base/json-value.ts'

/** The claims of a signed answer, as they are in it. */
function claimsOf(token: string): Record<string, unknown> | undefined {
  const [, claims = '', signature] = token.split('.')
  if (signature === undefined) return undefined
  try {
    const bytes = atob(claims.replaceAll('-', '+').replaceAll('_', '/'))
    return parseJsonObject(new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0))))
  } catch {
    return undefined
  }
}

/**
 * The `state` that a response to a sign-in says it belongs to (RFC 6749 section 4.1.2). One that came as a JWT has it among its
 * claims (JARM section 4.1), which nobody has verified here: it tells whose response it is, nothing else.
 */
export function stateOfAnswer(parameters: URLSearchParams): string | undefined {
  const stated = parameters.get('state')
  if (stated !== null) return stated
  const state = claimsOf(parameters.get('response') ?? '')?.state
  return typeof state === 'string' ? state : undefined
}
