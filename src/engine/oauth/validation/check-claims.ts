import { isObject, parseJsonObject } from '#engine/base/encoding/json-value.ts'
import { meaningOf } from './claim-meanings.ts'

/** What a token must fit, as far as it is known; what is absent is not checked. */
export interface TokenExpectations {
  kind: 'id_token' | 'access_token' | 'userinfo'
  issuer?: string | undefined
  clientId?: string | undefined
  nonce?: string | undefined
  /** Resource indicators that were requested (RFC 8707). */
  resource?: readonly string[] | undefined
  /** Scope that was requested. */
  scope?: string | undefined
  /** Seconds since 1970 at which the token came. */
  now?: number | undefined
  /** Seconds by which clocks may differ. */
  tolerance: number
  /** What the step itself found wrong: `claim` to reason. */
  found?: ReadonlyMap<string, string> | undefined
  /** Whether the step accepted the ID token after its checks of signature and hash. */
  accepted?: boolean | undefined
}

/** One claim with its meaning and its check. */
export interface ClaimCheck {
  name: string
  /** As JSON, texts without quotes; empty if the claim is missing. */
  value: string
  meaning: string
  state: 'passed' | 'failed' | 'not-checked'
  expected?: string
  /** Why it failed, or why it was not checked. */
  why?: string
}

type Verdict = Pick<ClaimCheck, 'state' | 'expected' | 'why'>
type Claims = Record<string, unknown>

const unchecked = (why?: string): Verdict => ({ state: 'not-checked', ...(why === undefined ? {} : { why }) })
const compared = (holds: boolean, expected: string, why?: string): Verdict => ({
  state: holds ? 'passed' : 'failed',
  expected,
  ...(holds || why === undefined ? {} : { why }),
})
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])
const wordsOf = (value: unknown): string[] =>
  typeof value === 'string' ? value.split(' ') : Array.isArray(value) ? value.map(String) : []

function audience(value: unknown, { kind, clientId, resource }: TokenExpectations): Verdict {
  if (kind !== 'access_token') {
    return clientId === undefined
      ? unchecked('the Client ID that was sent is unknown')
      : compared(listOf(value).includes(clientId), `holds ${clientId}`)
  }
  if (!resource || resource.length === 0) return unchecked('checked by the API; the step has no resource')
  return compared(
    resource.some((wanted) => listOf(value).includes(wanted)),
    `holds ${resource.join(' or ')}`,
  )
}

function time(name: string, value: unknown, { now, tolerance }: TokenExpectations): Verdict {
  if (now === undefined) return unchecked('its arrival time is unknown')
  if (typeof value !== 'number') return compared(false, 'a number of seconds')
  const off = Math.round(name === 'exp' ? now - value : value - now)
  const expected = name === 'exp' ? 'in the future' : 'not in the future'
  return compared(
    name === 'exp' ? now - value < tolerance : value - now <= tolerance,
    expected,
    name === 'exp' ? `expired ${off} s before it arrived` : `${off} s ahead (tolerance ${tolerance} s)`,
  )
}

function scope(value: unknown, { scope }: TokenExpectations): Verdict {
  const asked = wordsOf(scope).filter((word) => word !== '' && !['openid', 'offline_access', 'profile', 'email'].includes(word))
  if (asked.length === 0) return unchecked()
  const missing = asked.filter((word) => !wordsOf(value).includes(word))
  return compared(missing.length === 0, `holds ${asked.join(' ')}`, `not granted: ${missing.join(' ')}`)
}

/** Checks by claim; those that are not here have nothing to be compared with. */
const checks: Record<string, (value: unknown, expectations: TokenExpectations, claims: Claims) => Verdict> = {
  iss: (value, { issuer }) =>
    issuer === undefined ? unchecked('the step has no Issuer or Discovery Endpoint') : compared(value === issuer, issuer),
  aud: audience,
  azp: (value, { kind, clientId }) =>
    kind !== 'id_token' || clientId === undefined ? unchecked() : compared(value === clientId, clientId),
  client_id: (value, { clientId }) => (clientId === undefined ? unchecked() : compared(value === clientId, clientId)),
  exp: (value, expectations) => time('exp', value, expectations),
  iat: (value, expectations) => time('iat', value, expectations),
  nbf: (value, expectations) => time('nbf', value, expectations),
  sub: (value, { kind }) =>
    kind !== 'access_token' ? compared(typeof value === 'string' && value !== '', 'a text') : unchecked('checked by the API'),
  nonce: (value, { nonce }) => (nonce === undefined ? unchecked('none was sent') : compared(value === nonce, nonce)),
  at_hash: (_, { accepted }) => (accepted ? { state: 'passed' } : unchecked('the step ended first')),
  scope,
  scp: scope,
}

/** Claims without which a token is not one of its kind (OpenID Connect Core 2, RFC 9068 section 2.2). */
const required = { id_token: ['iss', 'sub', 'aud', 'exp', 'iat'], access_token: [], userinfo: ['sub'] } as const

const shown = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/**
 * Every claim of a token with its meaning and its check (OpenID Connect Core 3.1.3.7, RFC 9068 section 4), in the order of
 * the token, missing ones that it must have at the end. What the step itself found wrong counts before what is compared
 * here. Undefined if the text is not an object.
 */
export function checkClaims(json: string, expectations: TokenExpectations): ClaimCheck[] | undefined {
  const claims = parseJsonObject(json)
  if (!claims || !isObject(claims)) return undefined
  const rowOf = (name: string, value: unknown): ClaimCheck => {
    const found = expectations.found?.get(name)
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined
    const verdict = check ? check(value, expectations, claims) : unchecked()
    return {
      name,
      value: shown(value),
      meaning: meaningOf(name),
      ...verdict,
      ...(found === undefined ? {} : { state: 'failed' as const, why: found }),
    }
  }
  const needed: readonly string[] = [
    ...required[expectations.kind],
    ...(expectations.kind === 'id_token' && expectations.nonce !== undefined ? ['nonce'] : []),
  ]
  const missing = needed.filter((name) => !Object.hasOwn(claims, name))
  return [
    ...Object.entries(claims).map(([name, value]) => rowOf(name, value)),
    ...missing.map((name): ClaimCheck => ({
      name,
      value: '',
      meaning: meaningOf(name),
      state: 'failed',
      expected: 'present',
      why: 'missing',
    })),
  ]
}
