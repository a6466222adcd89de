import type { StepFacts } from '../step-facts.ts'
import { words } from '../summary.ts'
import type { JwtStep } from './schema.ts'

/** JWT: signs a token with your own key, for APIs and providers that accept one. */
export const jwtFacts: StepFacts<JwtStep> = {
  title: 'JWT',
  newName: 'Sign JWT',
  summary: ({ algorithm, variableName }) => [words(`${algorithm} → ${variableName}`)],
  writes: ({ variableName, variableScope }) => [
    { name: variableName, scope: variableScope, place: ['variableName'], scopePlace: ['variableScope'] },
  ],
}
