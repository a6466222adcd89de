import type { GrantFacts } from '../grant-facts.ts'

/** See RFC 6749 section 4.4. */
export const clientCredentialsFacts: GrantFacts = {
  title: 'Client Credentials',
  name: 'client_credentials',
  endpoints: ['tokenEndpoint'],
  client: 'proves',
  refreshes: true,
}
