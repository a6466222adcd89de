import type { StepKind } from '../step-kind.ts'
import type { jwtSchema } from './schema.ts'

/** JWT: signs a token with your own key, for APIs and providers that accept one. */
export const jwtKind: StepKind<typeof jwtSchema> = {
  // Loaded at its first use: a run without tokens starts without what reads and signs.
  run: async (step, context) => (await import('./run.ts')).runJwt(step, context),
}
