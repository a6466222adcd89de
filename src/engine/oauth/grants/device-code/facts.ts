import type { GrantFacts } from '../grant-facts.ts'

/** See RFC 8628. */
export const deviceCodeFacts: GrantFacts = {
  title: 'Device Code',
  name: 'urn:ietf:params:oauth:grant-type:device_code',
  endpoints: ['deviceAuthorizationEndpoint', 'tokenEndpoint'],
  person: 'device',
  client: 'may-prove',
  refreshes: true,
}
