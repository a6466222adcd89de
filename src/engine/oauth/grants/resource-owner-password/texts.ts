import type { GrantTexts } from '../grant-texts.ts'

/** Messages about ROPC. */
export const resourceOwnerPasswordTexts: GrantTexts = {
  meaning: {
    request: "The client sends the user's username and password to request a token.",
    reference: 'RFC 6749 section 4.3.2',
  },
  hints: new Map([['invalid_grant', 'Check Username and Password, and that the account can sign in without a second factor.']]),
  advice: {
    id: 'ropc',
    title: 'ROPC reveals the password to the client',
    text: 'Use Client Credentials for services and Auth Code with PKCE for users. OAuth 2.1 removes this grant: it supports neither a second factor nor single sign-on.',
    reference: 'RFC 9700 section 2.4',
  },
}
