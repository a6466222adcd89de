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
  legacy: true,
  warning:
    'Prefer Auth Code with PKCE. OAuth 2.1 removes this grant because the token in the URL ends up in the browser history, where scripts can read it.',
}
