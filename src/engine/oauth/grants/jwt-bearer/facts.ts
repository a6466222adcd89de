import type { GrantFacts } from '../grant-facts.ts'

/** See RFC 7523 section 2.1. RFC 7521 section 4.1 advises against refresh tokens: a new assertion does the same. */
export const jwtBearerFacts: GrantFacts = {
  title: 'JWT Bearer',
  name: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
  endpoints: ['tokenEndpoint'],
  client: 'may-prove',
  settings: 'jwtBearer',
  optionalClient: true,
  signs: true,
  refreshes: false,
}
