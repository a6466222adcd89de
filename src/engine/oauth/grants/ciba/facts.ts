import type { GrantFacts } from '../grant-facts.ts'

/** See OpenID Connect Client-Initiated Backchannel Authentication Core 1.0, poll mode. */
export const cibaFacts: GrantFacts = {
  title: 'CIBA',
  name: 'urn:openid:params:grant-type:ciba',
  endpoints: ['backchannelAuthenticationEndpoint', 'tokenEndpoint'],
  person: 'own-device',
  client: 'proves',
  settings: 'ciba',
  refreshes: true,
}
