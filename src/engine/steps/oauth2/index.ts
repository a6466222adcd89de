import type { StepKind } from '../step-kind.ts'
import type { oauth2Schema } from './schema.ts'

/** OAuth2 Authentication: gets a token as a real client does, for the steps after it (O1 to O18). */
export const oauth2Kind: StepKind<typeof oauth2Schema> = {
  // Loaded at its first use: a run without tokens starts without the OAuth libraries.
  run: async (step, context) => (await import('./run.ts')).runOAuth2(step, context),
}
