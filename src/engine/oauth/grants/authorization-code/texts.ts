import type { GrantTexts } from '../grant-texts.ts'

/** What is said about Auth Code. */
export const authorizationCodeTexts: GrantTexts = {
  meaning: {
    request: "The client exchanges the sign-in's code for a token, directly with the provider.",
    reference: 'RFC 6749 section 4.1.3',
  },
}
