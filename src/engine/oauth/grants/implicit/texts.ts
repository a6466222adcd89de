import type { GrantTexts } from '../grant-texts.ts'

/** Messages about Implicit. */
export const implicitTexts: GrantTexts = {
  hints: new Map([
    [
      'unsupported_response_type',
      'Choose the safer Grant Type Auth Code, or allow the implicit flow for this client at the provider.',
    ],
  ]),
  advice: {
    id: 'implicit',
    title: 'Implicit puts tokens in URLs',
    text: "Use Auth Code with PKCE. Tokens in URLs end up in the browser history and in logs, can be read by scripts, and can't be bound to the client.",
    reference: 'RFC 9700 section 2.1.2',
    fix: { label: 'Use Auth Code', change: { grantType: 'AuthorizationCode', requirePkce: true } },
  },
}
