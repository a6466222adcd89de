import type { GrantTexts } from '../grant-texts.ts'

/** Messages about Device Code. */
export const deviceCodeTexts: GrantTexts = {
  meaning: {
    request: 'The client checks whether the user has approved the device.',
    reference: 'RFC 8628 section 3.4',
  },
}
