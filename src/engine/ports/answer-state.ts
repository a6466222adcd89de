import { parseJsonObject } from '#engine/base/encoding/json-value.ts'

/** The claims of a signed response, unchanged. */
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
 * The `state` of a sign-in response (RFC 6749 section 4.1.2). In a JWT response it is a claim (JARM section 4.1), unverified at
 * this point: use it only to find the sign-in.
 */
export function stateOfAnswer(parameters: URLSearchParams): string | undefined {
  const stated = parameters.get('state')
  if (stated !== null) return stated
  const state = claimsOf(parameters.get('response') ?? '')?.state
  return typeof state === 'string' ? state : undefined
}
