import { grantOf } from '#engine/steps/oauth2/grant.ts'
import type { Step } from './schema.ts'
import { texts } from './texts.ts'

/** What is empty of a step that therefore breaks whenever it is run. The format allows it: a step is filled in by and by. */
export function missingSettings(step: Step): string[] {
  const { unset } = texts
  if (step.kind === 'send-request') return step.url.trim() ? [] : [unset.url]
  if (step.kind !== 'oauth2') return []
  const secretless = step.clientSecret === undefined || step.clientSecret === ''
  const grant = grantOf(step)
  const needsSecret = grant.client === 'proves' && step.clientAuthMethod === 'SharedSecret'
  const endpointless = !step.discoveryEndpoint.trim() && !step.tokenEndpoint.trim() && grant.endpoints.includes('tokenEndpoint')
  return [
    ...(needsSecret && secretless ? [unset.clientSecret] : []),
    ...(endpointless ? [unset.tokenEndpoint] : []),
    ...(step.clientId.trim() ? [] : [unset.clientId]),
  ]
}
