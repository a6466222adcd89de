import type { GrantTexts } from '../grant-texts.ts'

/** What is said about Client Credentials. */
export const clientCredentialsTexts: GrantTexts = {
  meaning: {
    request: 'The client asks for a token in its own name, with its own credentials.',
    reference: 'RFC 6749 section 4.4.2',
  },
}
