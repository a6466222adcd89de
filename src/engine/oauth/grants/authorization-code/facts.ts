import type { GrantFacts } from '../grant-facts.ts'

/** See RFC 6749 section 4.1. */
export const authorizationCodeFacts: GrantFacts = {
  title: 'Auth Code',
  name: 'authorization_code',
  endpoints: ['authorizationEndpoint', 'tokenEndpoint'],
  person: 'window',
  client: 'may-prove',
  responseType: () => 'code',
  pkce: true,
  code: true,
  protectsRequest: true,
  refreshes: true,
}
