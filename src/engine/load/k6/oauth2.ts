import type { OAuth2Step } from '#engine/steps/oauth2/schema.ts'
import type { Secret } from '#engine/steps/fields.ts'
import { grantOf } from '#engine/steps/oauth2/grant.ts'
import { callOf, listCode, objectOf, quote, type Code } from './code.ts'
import { NoCounterpart } from './no-counterpart.ts'
import { scopeCode, type Script } from './script.ts'
import { textCode } from './template.ts'
import { k6Texts as texts } from './texts.ts'

/** A secret field: from the environment of the process, or of variables. */
export const secretCode = (secret: Secret | undefined, script: Script): string | undefined =>
  secret === undefined
    ? undefined
    : typeof secret === 'string'
      ? secret === ''
        ? undefined
        : textCode(secret, script)
      : script.secret(secret.secret)

/** An OAuth2 step of a grant that needs no one, as a call of the script's `authenticate`. */
export function authenticateCode(step: OAuth2Step, script: Script): Code {
  refuseUnlikely(step)
  const text = (template: string): string | undefined => (template.trim() === '' ? undefined : textCode(template.trim(), script))
  const grant = grantOf(step)
  const parameters = step.additionalParameters.filter(({ name, value }) => name !== '' || value !== '')
  const resource = step.resource.filter((one) => one.trim() !== '')
  if (/\bopenid\b/.test(step.scope)) script.note(texts.idTokens)
  const settings = objectOf(
    [
      ['grant', quote(grant.name)],
      ['discovery', text(step.discoveryEndpoint)],
      ['tokenEndpoint', text(step.tokenEndpoint)],
      ['refreshEndpoint', text(step.refreshEndpoint)],
      ['clientId', textCode(step.clientId, script)],
      ['clientSecret', secretCode(step.clientSecret, script)],
      ['secretTransport', step.secretTransport === 'body' ? undefined : quote(step.secretTransport)],
      ['username', grant.password ? textCode(step.username, script) : undefined],
      ['password', grant.password ? (secretCode(step.password, script) ?? quote('')) : undefined],
      ['scope', text(step.scope.trim().split(/\s+/).join(' '))],
      ['resource', resource.length === 0 ? undefined : listCode(resource.map((one) => textCode(one, script)))],
      [
        'parameters',
        parameters.length === 0
          ? undefined
          : listCode(parameters.map(({ name, value }) => listCode([textCode(name, script), textCode(value, script)]))),
      ],
    ],
    true,
  )
  const kept = objectOf([
    ['to', quote(step.variableName)],
    ['scope', scopeCode(step.variableScope)],
    ['always', step.forceReauthentication ? 'true' : undefined],
  ])
  return callOf(script.use('authenticate'), kept, settings)
}

function refuseUnlikely(step: OAuth2Step): void {
  const { person, title, settings } = grantOf(step)
  if (person !== undefined) throw new NoCounterpart(texts.grant(title))
  if (settings !== undefined) throw new NoCounterpart(texts.grantOfAssay(title))
  if (step.fault !== 'none' || step.expectError.trim() !== '') throw new NoCounterpart(texts.negative)
  if (step.enableDpop) throw new NoCounterpart(texts.dpop)
  if (step.clientAuthMethod === 'ClientCertificate') throw new NoCounterpart(texts.clientCertificate)
  if (step.clientAuthMethod === 'ClientAssertion') throw new NoCounterpart(texts.clientAssertion)
}
