import type { StepFacts } from '#engine/oauth/validation/expectations.ts'
import type { Step } from '#engine/project/format/schema.ts'
import { isOAuth2Step } from '#engine/steps/oauth2/facts.ts'

/** What is known of a step besides its messages: how it is set now, when its run started, and why it broke, if it did. */
export const stepFacts = (
  step: Step | undefined,
  startedAt: string,
  failed: { code?: string | undefined; message?: string | undefined } | undefined,
): StepFacts => ({
  ...(isOAuth2Step(step)
    ? { issuer: step.issuer, clientId: step.clientId, resource: step.resource, clockTolerance: step.clockTolerance }
    : {}),
  startedAt,
  failure: failed && { code: failed.code ?? '', message: failed.message ?? '' },
})
