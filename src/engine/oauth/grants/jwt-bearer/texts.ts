import type { GrantTexts } from '../grant-texts.ts'

/** Messages about JWT Bearer. */
export const jwtBearerTexts: GrantTexts = {
  meaning: {
    request: 'The client exchanges a signed assertion for a token. The assertion states who the token is for.',
    reference: 'RFC 7523 section 2.1',
  },
  hints: new Map([
    [
      'invalid_grant',
      "Compare the decoded assertion under Exchange with the provider's settings: issuer (iss), subject (sub), audience (aud), times and key. The provider must have the public key and trust the issuer.",
    ],
  ]),
}

/** Assertions that can't be made or read. */
export const bearerTexts = {
  noKey: 'The assertion has no signing key.',
  noKeyHint: 'Add the key under Private Key JWT, or enter a complete assertion.',
  noIssuer: 'The assertion has no issuer.',
  noIssuerHint: "Enter Issuer (iss) under JWT assertion, such as a service account's email, or enter the Client ID.",
  noAudience: "The assertion's audience is the provider's issuer, but there is no issuer.",
  noAudienceHint: 'Enter Issuer or a Discovery Endpoint, or set Audience (aud) to the token endpoint.',
  empty: 'Assertion is empty.',
} as const
