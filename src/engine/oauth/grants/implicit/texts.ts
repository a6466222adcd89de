import type { GrantTexts } from '../grant-texts.ts'

/** What is said about Implicit. */
export const implicitTexts: GrantTexts = {
  hints: new Map([
    [
      'unsupported_response_type',
      'Choose the Grant Type Auth Code, which is also the safer one; or allow the implicit flow for this client at the provider.',
    ],
  ]),
  advice: {
    id: 'implicit',
    title: 'Implicit puts tokens into addresses',
    text: 'History, logs and scripts can read them, and they cannot be bound to the client. Use Auth Code with PKCE.',
    reference: 'RFC 9700 section 2.1.2',
    fix: { label: 'Use Auth Code', change: { grantType: 'AuthorizationCode', requirePkce: true } },
  },
}
