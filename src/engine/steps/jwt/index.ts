import type { StepKind } from '../step-kind.ts'
import { jwtCheck } from './check.ts'
import { jwtFacts } from './facts.ts'
import { jwtSchema } from './schema.ts'

/** JWT: signs a token with a key of one's own, for APIs and providers that take one. */
export const jwtKind: StepKind<'jwt', typeof jwtSchema> = {
  id: 'jwt',
  schema: jwtSchema,
  facts: jwtFacts,
  check: jwtCheck,
  // Loaded at its first use: a run without tokens starts without what reads and signs.
  run: async (step, context) => (await import('./run.ts')).runJwt(step, context),
}
