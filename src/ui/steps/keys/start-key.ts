import type { SigningKey } from '#engine/steps/oauth2/schema.ts'

/** The key of a step before anything is filled in. */
export const startKey = (): SigningKey => ({
  form: 'pem',
  encoding: 'text',
  algorithm: 'RS256',
  keyId: '',
  x5tS256: false,
  audience: 'issuer',
})
