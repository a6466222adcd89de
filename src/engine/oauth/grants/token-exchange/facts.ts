import type { GrantFacts } from '../grant-facts.ts'

/** See RFC 8693. */
export const tokenExchangeFacts: GrantFacts = {
  title: 'Token Exchange',
  name: 'urn:ietf:params:oauth:grant-type:token-exchange',
  endpoints: ['tokenEndpoint'],
  client: 'may-prove',
  settings: 'tokenExchange',
  optionalClient: true,
  refreshes: true,
}
