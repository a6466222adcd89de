import type { Exchange } from '#engine/ports/index.ts'
import { parseJsonObject } from '#engine/base/encoding/json-value.ts'
import type { TokenExpectations } from './check-claims.ts'

/** The state of a token's signature, in words. */
export interface SignatureState {
  state: 'passed' | 'failed' | 'not-checked'
  text: string
}

/** What is known about the step besides its messages. */
export interface StepFacts {
  issuer?: string | undefined
  clientId?: string | undefined
  resource?: readonly string[] | undefined
  clockTolerance?: number | undefined
  /** When the run started, ISO 8601. */
  startedAt?: string | undefined
  /** How the step ended. */
  failure?: { code: string; message: string } | undefined
}

/** A setting that holds variables is not the text that was sent. */
const literal = (text: string | undefined): string | undefined =>
  text === undefined || text === '' || text.includes('${') ? undefined : text

/** `iss: expected …; exp: …` of an `oauth-id-token` failure, by claim. */
export function failedClaims(message: string): Map<string, string> {
  const list = /is invalid: (.*)$/s.exec(message)?.[1]?.replace(/\.$/, '') ?? ''
  const failures = list.split('; ').map((part) => /^([\w#]+): (.*)$/s.exec(part))
  return new Map(failures.flatMap((match) => (match?.[1] && match[2] ? [[match[1], match[2]] as const] : [])))
}

const sentIn = (exchanges: readonly Exchange[], name: string): string | undefined =>
  exchanges.flatMap(({ request }) => request.parameters ?? []).findLast(([key]) => key === name)?.[1]

/** What a token of `exchange` must fit, read from the messages of its step and from its settings where they are literal. */
export function expectationsOf(
  name: string,
  exchange: Exchange,
  exchanges: readonly Exchange[],
  facts: StepFacts,
): TokenExpectations {
  const discovery = exchanges.findLast(({ purpose, response }) => purpose === 'discovery' && response?.status === 200)
  const discovered = parseJsonObject(discovery?.response?.text ?? '')?.issuer
  const began = Date.parse(facts.startedAt ?? '')
  const kind = name === 'id_token' || name === 'userinfo' ? name : 'access_token'
  const refused = facts.failure?.code === 'oauth-id-token'
  const resource = facts.resource?.filter((one) => literal(one) !== undefined)
  return {
    kind,
    issuer: literal(facts.issuer) ?? (typeof discovered === 'string' ? discovered : undefined),
    clientId: sentIn(exchanges, 'client_id') ?? literal(facts.clientId),
    nonce: kind === 'id_token' ? sentIn(exchanges, 'nonce') : undefined,
    resource: resource?.length === facts.resource?.length ? resource : undefined,
    scope: sentIn(exchanges, 'scope'),
    now: Number.isNaN(began) ? undefined : (began + exchange.at + exchange.duration) / 1000,
    tolerance: facts.clockTolerance ?? 30,
    ...(kind === 'id_token' && refused ? { found: failedClaims(facts.failure?.message ?? '') } : {}),
    ...(kind === 'id_token' ? { accepted: !facts.failure } : {}),
  }
}

/** What is known of a token's signature: the step verifies ID tokens, and access tokens are to be verified by the API. */
export function signatureOf(name: string, header: string, exchanges: readonly Exchange[], facts: StepFacts): SignatureState {
  const { alg } = parseJsonObject(header) ?? {}
  if (name !== 'id_token' && name !== 'userinfo') {
    return alg === 'none'
      ? { state: 'failed', text: 'unsigned (alg none): APIs that accept it are insecure' }
      : { state: 'not-checked', text: 'to be verified by the API' }
  }
  const failed = facts.failure?.code === 'oauth-id-token' ? failedClaims(facts.failure.message) : undefined
  const reason = failed?.get('signature') ?? failed?.get('alg')
  if (reason !== undefined) return { state: 'failed', text: reason }
  const keys = exchanges.some(({ purpose, response }) => purpose === 'jwks' && response?.status === 200)
  if (keys) return { state: 'passed', text: "verified with the provider's JWKS" }
  if (typeof alg === 'string' && alg.startsWith('HS') && !facts.failure) {
    return { state: 'passed', text: 'verified with the client secret' }
  }
  return { state: 'not-checked', text: 'no JWKS was loaded' }
}
