import { AssayError } from '#engine/base/errors.ts'
import type { AssertionContext } from '../../client/client-assertion.ts'
import { importSigningKey, type SigningKey } from '../../keys/import-signing-key.ts'
import type { KeySettings } from '../../keys/key-settings.ts'
import { headerFor, signJwt } from '../../keys/sign-jwt.ts'
import { bearerTexts } from './texts.ts'

/** What an assertion that is signed here contains. */
export interface BearerClaims {
  key: KeySettings
  /** `iss`. */
  issuer: string
  /** `sub`; empty: omitted, as service accounts of Google want it that act for no user. */
  subject: string
  /** `issuer`, `token-endpoint`, or the audience itself. */
  audience: string
  /** A claim of that name as well: Google and DocuSign read it from the assertion. Empty: omitted. */
  scope: string
  /** Further claims; one of the same name replaces the assertion's own. */
  claims: Record<string, unknown>
  /** Seconds. */
  lifetime: number
}

/** Whom an assertion is for. */
export interface AssertionTarget {
  tokenEndpoint: string
  /** Absent: neither entered nor discovered. */
  issuer?: string
}

/** The assertion of JWT Bearer (RFC 7523 section 2.1). */
export interface BearerAssertion {
  /** What decides which token comes. */
  settings: BearerClaims | { assertion: string }
  /** Reads the key, so that an invalid one is detected before anything is sent. Rejects with AssayError `key-unusable`. */
  prepare(): Promise<void>
  /** The assertion for one request, known to the redactor (case 48). Rejects with AssayError. */
  make(target: AssertionTarget): Promise<string>
}

function audienceOf(audience: string, { tokenEndpoint, issuer }: AssertionTarget): string {
  if (audience === 'token-endpoint') return tokenEndpoint
  if (audience !== 'issuer') return audience
  if (issuer !== undefined) return issuer
  throw new AssayError('oauth-settings', bearerTexts.noAudience, { hint: bearerTexts.noAudienceHint })
}

/** Signs a new assertion for each request, with a `jti` of its own. The key is read once. */
export function createBearerAssertion(settings: BearerClaims, { ports, redactor }: AssertionContext): BearerAssertion {
  let reading: Promise<SigningKey> | undefined
  const signingKey = (): Promise<SigningKey> => (reading ??= importSigningKey(settings.key))
  return {
    settings,
    async prepare() {
      await signingKey()
    },
    async make(target) {
      const key = await signingKey()
      const iat = Math.floor(ports.clock.now() / 1000)
      const { issuer, subject, audience, scope, claims, lifetime } = settings
      const all = {
        iss: issuer,
        ...(subject === '' ? {} : { sub: subject }),
        aud: audienceOf(audience, target),
        ...(scope === '' ? {} : { scope }),
        jti: ports.random.uuid(),
        iat,
        exp: iat + lifetime,
        ...claims,
      }
      const assertion = await signJwt(key, headerFor(key), JSON.stringify(all))
      redactor.add('assertion', assertion)
      return assertion
    },
  }
}

/** An assertion that someone else made: `read` gives the current one at each request. */
export const givenAssertion = (assertion: string, read: () => Promise<string>): BearerAssertion => ({
  settings: { assertion },
  prepare: async () => undefined,
  make: read,
})
