import type { GrantFacts } from '../grant-facts.ts'

/** See RFC 6749 section 4.3. */
export const resourceOwnerPasswordFacts: GrantFacts = {
  title: 'ROPC',
  name: 'password',
  endpoints: ['tokenEndpoint'],
  client: 'may-prove',
  password: true,
  refreshes: true,
  warning:
    'OAuth 2.1 drops this grant: the client sees the password, and a second factor has no place in it. Prefer Client Credentials for services, Auth Code with PKCE for people.',
}
