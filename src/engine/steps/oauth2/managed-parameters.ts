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
  'assertion',
  'request',
  'request_uri',
  'dpop_jkt',
])

/** True for a parameter that a step of this grant sends itself (O10). */
export const isManaged = (step: Pick<OAuth2Step, 'grantType'>, name: string): boolean =>
  managed.has(name) || (grantOf(step).password === true && /^(username|password)$/.test(name))
