import type { GrantSettingsKey } from '#engine/oauth/grants/grant-facts.ts'
import { grantOf } from './grant.ts'
import type { OAuth2Step } from './schema.ts'

/** Parameters that the step sends itself; an additional parameter of that name would contradict it (O10). */
const managed = new Set([
  'response_type',
  'response_mode',
  'client_id',
  'client_secret',
  'client_assertion',
  'client_assertion_type',
  'redirect_uri',
  'scope',
  'state',
  'nonce',
  'code',
  'code_challenge',
  'code_challenge_method',
  'code_verifier',
  'grant_type',
  'refresh_token',
  'device_code',
  'request',
  'request_uri',
  'dpop_jkt',
])

/** Parameters that only one grant sends. */
const managedByGrant: Readonly<Record<GrantSettingsKey, readonly string[]>> = {
  jwtBearer: ['assertion'],
  ciba: ['login_hint', 'login_hint_token', 'id_token_hint', 'binding_message', 'user_code', 'acr_values', 'auth_req_id'],
  tokenExchange: ['subject_token', 'subject_token_type', 'actor_token', 'actor_token_type', 'requested_token_type'],
}

/** True for a parameter that a step of this grant sends itself (O10). */
export function isManaged(step: Pick<OAuth2Step, 'grantType'>, name: string): boolean {
  const { password, settings } = grantOf(step)
  return (
    managed.has(name) ||
    (password === true && /^(username|password)$/.test(name)) ||
    (settings !== undefined && managedByGrant[settings].includes(name))
  )
}
