import { AssayError } from '#engine/base/errors.ts'
import type { Redactor } from '#engine/base/secrets/redactor.ts'
import type { Ports } from '#engine/ports/index.ts'
import { parseJsonObject } from '#engine/base/encoding/json-value.ts'
import { importSigningKey, type SigningKey } from '../keys/import-signing-key.ts'
import type { KeySettings } from '../keys/key-settings.ts'
import { headerFor, signJwt } from '../keys/sign-jwt.ts'
import { jarTexts } from '../texts.ts'

/** Lifetime of a request object in seconds: the time a user needs to reach the provider's first page. */
const lifetime = 300

/** A client that signs its authorization requests (RFC 9101). The key is read once, on first use. */
export interface RequestSigner {
  /** The content of request objects. */
  settings: { key: KeySettings }
  /** Reads the key, so that a bad one is known before anything is sent. Rejects with AssayError `key-unusable`. */
  prepare(): Promise<void>
  /**
   * The parameters that stand for a request: `client_id` and `request`, and for OpenID Connect the copies of `response_type` and
   * `scope` that it requires (Core 6.1). Rejects with AssayError `oauth-settings` if no issuer is known, which is the audience.
   */
  sign(provider: { issuer?: string }, parameters: [string, string][]): Promise<[string, string][]>
}

const valueOf = (name: string, value: string): unknown => {
  if (name === 'max_age' && /^\d+$/.test(value)) return Number(value)
  return name === 'claims' ? (parseJsonObject(value) ?? value) : value
}

/** Parameters as claims: a repeated name is a list (RFC 9101 section 4, RFC 8707 section 2.1). */
function claimsOf(parameters: [string, string][]): [string, unknown][] {
  const claims = new Map<string, unknown[]>()
  for (const [name, value] of parameters) claims.set(name, [...(claims.get(name) ?? []), valueOf(name, value)])
  return Array.from(claims, ([name, values]) => [name, values.length === 1 ? values[0] : values])
}

/** Creates the {@link RequestSigner} of a step; its request objects are known to the redactor before they are sent (case 48). */
export function createRequestSigner(
  settings: { key: KeySettings },
  { ports, redactor }: { ports: Pick<Ports, 'clock' | 'random'>; redactor: Redactor },
): RequestSigner {
  let reading: Promise<SigningKey> | undefined
  const signingKey = (): Promise<SigningKey> => (reading ??= importSigningKey(settings.key))
  return {
    settings,
    async prepare() {
      await signingKey()
    },
    async sign({ issuer }, parameters) {
      if (issuer === undefined) throw new AssayError('oauth-settings', jarTexts.noIssuer, { hint: jarTexts.noIssuerHint })
      const key = await signingKey()
      const clientId = parameters.find(([name]) => name === 'client_id')?.[1] ?? ''
      const now = Math.floor(ports.clock.now() / 1000)
      const own = { iss: clientId, aud: issuer, jti: ports.random.uuid(), iat: now, nbf: now, exp: now + lifetime }
      const claims = JSON.stringify({ ...Object.fromEntries(claimsOf(parameters)), ...own })
      const request = await signJwt(key, headerFor(key, { typ: 'oauth-authz-req+jwt' }), claims)
      redactor.add('request', request)
      const openId = parameters.some(([name, value]) => name === 'scope' && value.split(' ').includes('openid'))
      const copied = openId ? ['client_id', 'response_type', 'scope'] : ['client_id']
      return [...parameters.filter(([name]) => copied.includes(name)), ['request', request]]
    },
  }
}
