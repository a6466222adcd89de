import type { GrantFacts } from '../grant-facts.ts'

/** See RFC 6749 section 4.3. */
export const resourceOwnerPasswordFacts: GrantFacts = {
  title: 'ROPC',
  name: 'password',
  endpoints: ['tokenEndpoint'],
  client: 'may-prove',
  password: true,
  refreshes: true,
  legacy: true,
  warning:
    "Prefer Client Credentials for services and Auth Code with PKCE for users. OAuth 2.1 removes this grant: the client sees the password, and a second factor isn't possible.",
}
