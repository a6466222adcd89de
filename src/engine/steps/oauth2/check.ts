import { AssayError } from '#engine/base/errors.ts'
import type { StepCheck } from '../step-check.ts'
import { scriptProblems } from './automation/check.ts'
import { automationTexts } from './automation/texts.ts'
import { grantOf } from './grant.ts'
import { isManaged } from './managed-parameters.ts'
import type { OAuth2Step } from './schema.ts'

/** Messages about an OAuth2 step that is not filled in yet. */
const unset = {
  clientSecret: (grant: string) => `${grant} needs a client secret: enter one or use a variable.`,
  tokenEndpoint: 'Enter a Discovery Endpoint or a Token Endpoint.',
  clientId: 'Enter a Client ID.',
  subjectToken: 'Enter the Subject token, for example ${access_token} of an earlier step.',
} as const

/** What the grant's own settings lack. */
const missingInGrant = (step: OAuth2Step): string[] => {
  const { settings } = grantOf(step)
  return settings === 'tokenExchange' && !step.tokenExchange?.subjectToken ? [unset.subjectToken] : []
}

/** See {@link StepCheck}. */
export const oauth2Check: StepCheck<OAuth2Step> = {
  browserLimit: ({ automation, grantType }) =>
    automation?.enabled && grantOf({ grantType }).person ? automationTexts.limit : undefined,
  problems: (step) => {
    const { person } = grantOf(step)
    return person === undefined || !step.automation
      ? []
      : [...scriptProblems(step.automation.script, ['automation', 'script'], person === 'device')]
  },
  missing(step) {
    const { clientAuthMethod, clientSecret, discoveryEndpoint, tokenEndpoint, clientId } = step
    const secretless = clientSecret === undefined || clientSecret === ''
    const grant = grantOf(step)
    const needsSecret = grant.client === 'proves' && clientAuthMethod === 'SharedSecret'
    const endpointless = !discoveryEndpoint.trim() && !tokenEndpoint.trim() && grant.endpoints.includes('tokenEndpoint')
    // Without an ID there must be no proof either, which would be of nobody.
    const anonymous = grant.optionalClient && clientAuthMethod === 'SharedSecret' && secretless
    return [
      ...(needsSecret && secretless ? [unset.clientSecret(grant.title)] : []),
      ...missingInGrant(step),
      ...(endpointless ? [unset.tokenEndpoint] : []),
      ...(clientId.trim() || anonymous ? [] : [unset.clientId]),
    ]
  },
  sends: ({ additionalParameters }) =>
    additionalParameters.map(({ name, value }, index) => ({
      place: ['additionalParameters', index],
      as: 'parameter',
      name,
      value,
    })),
  attempts: (step) =>
    step.additionalParameters.map(({ name }, index) => ({
      place: ['additionalParameters', index],
      async attempt() {
        if (!isManaged(step, name)) return
        const { settingsTexts } = await import('#engine/oauth/texts.ts')
        throw new AssayError('oauth-settings', settingsTexts.managed(name))
      },
    })),
}
