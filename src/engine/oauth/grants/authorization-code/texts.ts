import type { GrantTexts } from '../grant-texts.ts'

/** Messages about Auth Code. */
export const authorizationCodeTexts: GrantTexts = {
  meaning: {
    request: "The client exchanges the sign-in's code for a token, directly with the provider.",
    reference: 'RFC 6749 section 4.1.3',
  },
}
