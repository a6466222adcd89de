import { AssayError } from '#engine/base/errors.ts'
import type { StepCheck } from '../step-check.ts'
import { canScript } from '#engine/oauth/grants/grant-facts.ts'
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
  hint: 'Enter a Login hint, or another hint that identifies the user.',
  subjectToken: 'Enter the Subject token, for example ${access_token} of an earlier step.',
} as const

/** What the grant's own settings lack. */
const missingInGrant = (step: OAuth2Step): string[] => {
  const { settings } = grantOf(step)
  const { loginHint, loginHintToken, idTokenHint } = step.ciba ?? {}
  if (settings === 'ciba') return loginHint?.trim() || loginHintToken || idTokenHint ? [] : [unset.hint]
  return settings === 'tokenExchange' && !step.tokenExchange?.subjectToken ? [unset.subjectToken] : []
}

/** See {@link StepCheck}. */
export const oauth2Check: StepCheck<OAuth2Step> = {
  browserLimit: ({ automation, grantType }) =>
    automation?.enabled && canScript(grantOf({ grantType })) ? automationTexts.limit : undefined,
  problems: (step) => {
    const grant = grantOf(step)
    return !canScript(grant) || !step.automation
      ? []
      : [...scriptProblems(step.automation.script, ['automation', 'script'], grant.person === 'device')]
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
