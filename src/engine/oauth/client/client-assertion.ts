import type { ClientAuth } from 'oauth4webapi'
import { AssayError } from '#engine/base/errors.ts'
import type { Redactor } from '#engine/base/secrets/redactor.ts'
import type { Ports } from '#engine/ports/index.ts'
import { importSigningKey, type SigningKey } from '../keys/import-signing-key.ts'
import type { KeySettings } from '../keys/key-settings.ts'
import { headerFor, signJwt } from '../keys/sign-jwt.ts'
import { placeholderIssuer } from '../provider/placeholder-issuer.ts'
import { assertionTexts } from '../texts.ts'

/** The one type of assertion for client authentication (RFC 7523 section 2.2). */
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** Lifetime of an assertion in seconds: long enough for clock differences, below the limits of all providers. */
const lifetime = 300

/** The content of an assertion. */
export interface ClientAssertionSettings {
  key: KeySettings
  /** `issuer`, `token-endpoint`, `endpoint` for the one that it is sent to, or the audience itself. */
  audience: string
}

/** A client that authenticates with signed assertions (O4). The key is read once, on first use. */
export interface ClientAssertion {
  settings: ClientAssertionSettings
  /** Reads the key, so that an invalid one is detected before anything is sent. Rejects with AssayError `key-unusable`. */
  prepare(): Promise<void>
  /** Adds an assertion to the body of each request to an endpoint, never the same one twice (RFC 7523 section 3, point 7). */
  authenticateAt(endpoint: string): ClientAuth
}

/** The context of assertions. */
export interface AssertionContext {
  ports: Pick<Ports, 'clock' | 'random'>
  redactor: Redactor
}

function audienceOf(audience: string, as: { issuer: string; token_endpoint?: string }, endpoint: string): string {
  if (audience === 'endpoint') return endpoint
  if (audience === 'token-endpoint') return as.token_endpoint ?? ''
  if (audience !== 'issuer') return audience
  if (as.issuer !== placeholderIssuer) return as.issuer
  throw new AssayError('oauth-settings', assertionTexts.noIssuer, { hint: assertionTexts.noIssuerHint })
}

/** Creates the {@link ClientAssertion} of a step; its assertions are known to the redactor before they are sent (case 48). */
export function createClientAssertion(settings: ClientAssertionSettings, { ports, redactor }: AssertionContext): ClientAssertion {
  let reading: Promise<SigningKey> | undefined
  const signingKey = (): Promise<SigningKey> => (reading ??= importSigningKey(settings.key))
  return {
    settings,
    async prepare() {
      await signingKey()
    },
    authenticateAt: (endpoint) => async (as, client, body) => {
      const key = await signingKey()
      const iat = Math.floor(ports.clock.now() / 1000)
      const claims = {
        iss: client.client_id,
        sub: client.client_id,
        aud: audienceOf(settings.audience, as, endpoint),
        jti: ports.random.uuid(),
        iat,
        exp: iat + lifetime,
      }
      const assertion = await signJwt(key, headerFor(key), JSON.stringify(claims))
      redactor.add('client_assertion', assertion)
      body.set('client_id', client.client_id)
      body.set('client_assertion_type', assertionType)
      body.set('client_assertion', assertion)
    },
  }
}
