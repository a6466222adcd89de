import type { GrantFacts } from '../grant-facts.ts'

/** See RFC 6749 section 4.2. */
export const implicitFacts: GrantFacts = {
  title: 'Implicit',
  name: 'implicit',
  endpoints: ['authorizationEndpoint'],
  person: 'window',
  client: 'unproven',
  responseType: (openid) => (openid ? 'id_token token' : 'token'),
  pkce: true,
  refreshes: false,
  warning:
    'OAuth 2.1 drops this grant: the token comes back in the address, where history and scripts can read it. Prefer Auth Code with PKCE.',
}
