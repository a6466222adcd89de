import type { GrantTexts } from '../grant-texts.ts'

const checkTokens =
  'Check that Subject token is a current token from this provider, and that Subject token type matches it. The provider must allow this client to exchange it.'

/** Messages about Token Exchange. */
export const tokenExchangeTexts: GrantTexts = {
  meaning: {
    request: 'The client exchanges a token for a new one: for another API, with fewer scopes, or to act for a user.',
    reference: 'RFC 8693 section 2.1',
  },
  hints: new Map([
    ['invalid_grant', checkTokens],
    ['invalid_request', checkTokens],
  ]),
}

/** Responses to an exchange. */
export const exchangeTexts = {
  noIssuedType:
    'The response has no issued_token_type (RFC 8693 section 2.2.1). Check that the issued token is of the type that you requested.',
  noIssuedTypeStrict: 'it has no issued_token_type (RFC 8693 section 2.2.1)',
  otherType: (requested: string, issued: string) => `Requested the token type ${requested}, but the provider issued ${issued}.`,
  notAccess: (issued: string) =>
    `The issued token isn't an access token (token_type N_A, issued_token_type ${issued || 'missing'}). Use it as described in the provider's documentation.`,
} as const
