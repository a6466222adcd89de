import { canonical } from '#engine/base/encoding/canonical-json.ts'
import type { OAuthSettings } from '../settings.ts'

/**
 * SHA-256 over the canonical form of the settings that decide which token comes, secrets included, as hex: a change of client,
 * scope, secret or user means another token (case 38). What only decides how it is kept or refreshed is omitted, so that
 * another Refresh Endpoint still finds the cached token (case 36).
 */
export async function fingerprintOf(settings: OAuthSettings): Promise<string> {
  const {
    refreshEndpoint: _r,
    loginTimeout: _l,
    clockTolerance: _c,
    tokenName: _t,
    clientAssertion,
    requestSigner,
    script,
    backchannelAuthenticationEndpoint,
    ...deciding
  } = settings
  const secrets = {
    clientSecret: settings.clientSecret?.value,
    password: settings.password?.value,
    clientAssertion: clientAssertion?.settings,
    requestSigner: requestSigner?.settings,
    ...(script ? { script: script.actions } : {}),
    // A field of a later version is left out while empty, so that the tokens cached by earlier ones are still found.
    ...(backchannelAuthenticationEndpoint ? { backchannelAuthenticationEndpoint } : {}),
  }
  const bytes = new TextEncoder().encode(canonical({ ...deciding, ...secrets }))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
