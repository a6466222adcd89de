import type { GrantTexts } from '../grant-texts.ts'

/** What is said about ROPC. */
export const resourceOwnerPasswordTexts: GrantTexts = {
  meaning: {
    request: "The client hands over the person's username and password and asks for a token.",
    reference: 'RFC 6749 section 4.3.2',
  },
  hints: new Map([['invalid_grant', 'Check Username and Password, and that the account may sign in without a second factor.']]),
  advice: {
    id: 'ropc',
    title: 'ROPC shows the password to the client',
    text: 'It must not be used any more, and OAuth 2.1 drops it: no second factor, no single sign-on. Use Client Credentials for services, Auth Code with PKCE for people.',
    reference: 'RFC 9700 section 2.4',
  },
}
