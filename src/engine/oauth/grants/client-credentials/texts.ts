import type { GrantTexts } from '../grant-texts.ts'

/** Messages about Client Credentials. */
export const clientCredentialsTexts: GrantTexts = {
  meaning: {
    request: 'The client requests a token for itself, with its own credentials.',
    reference: 'RFC 6749 section 4.4.2',
  },
}
