import { AssayError } from '#engine/base/errors.ts'
import { createClientAssertion, type ClientAssertion } from '#engine/oauth/client/client-assertion.ts'
import { canScript, endpointFields, endpointNames, type EndpointField } from '#engine/oauth/grants/grant-facts.ts'
import { createRequestSigner, type RequestSigner } from '#engine/oauth/client/request-object.ts'
import { normaliseScope, type NamedSecret, type OAuthSettings } from '#engine/oauth/settings.ts'
import { assertionTexts, jarTexts, settingsTexts } from '#engine/oauth/texts.ts'
import { resolveSecret } from '#engine/templates/resolve-secret.ts'
import { boundedValue } from '../bounded-value.ts'
import type { Secret } from '../fields.ts'
import { inField } from '../field-error.ts'
import { resolveKey } from '../keys/resolve-key.ts'
import type { RunContext } from '../step-kind.ts'
import { resolveScript } from './automation/resolve.ts'
import { grantOf } from './grant.ts'
import { resolveGrantSettings } from './grant-settings/resolve.ts'
import { isManaged } from './managed-parameters.ts'
import type { OAuth2Step } from './schema.ts'

/** A secret field's value and the name that represents it; undefined if there is none. The redactor knows it from here on. */
async function namedSecret(
  { variables, ports, redactor }: RunContext,
  secret: Secret | undefined,
  name: string,
  field: string,
): Promise<NamedSecret | undefined> {
  const value = await inField(field, resolveSecret(secret, variables, ports.secrets, redactor))
  if (value === '') return undefined
  const shown = typeof secret === 'object' ? secret.secret : name
  redactor.add(shown, value)
  return { name: shown, value }
}

async function readParameters(context: RunContext, step: OAuth2Step): Promise<[string, string][]> {
  const parameters: [string, string][] = []
  for (const [index, { name, value }] of step.additionalParameters.entries()) {
    const field = settingsTexts.parameter(index + 1)
    const resolved = (await inField(field, context.variables.resolve(name))).trim()
    if (resolved === '' && value === '') continue
    if (resolved === '') throw settingsError(settingsTexts.unnamed(index + 1), settingsTexts.unnamedHint)
    if (isManaged(step, resolved)) {
      throw settingsError(settingsTexts.managed(resolved), settingsTexts.managedHint(resolved))
    }
    parameters.push([resolved, await inField(field, context.variables.resolve(value))])
  }
  return parameters
}

const settingsError = (message: string, hint: string): AssayError => new AssayError('oauth-settings', message, { hint })

function checkComplete(settings: OAuthSettings, step: OAuth2Step): void {
  const { title, password, client, optionalClient } = grantOf(settings)
  const proof = settings.clientSecret ?? settings.clientAssertion ?? settings.clientCertificate
  const required: [field: string, value: string, template: string][] = []
  if (!optionalClient || proof) required.push(['Client ID', settings.clientId, step.clientId])
  if (password) required.push(['Username', settings.username, step.username])
  for (const [field, value, template] of required) {
    if (value === '') throw settingsError(settingsTexts.missing(field), settingsTexts.fill(field, template.trim()))
  }
  if (client === 'proves' && !proof) {
    throw settingsError(settingsTexts.secretMissing(title), settingsTexts.fill('Client Secret'))
  }
  const forIssuer = settings.clientAssertion?.settings.audience === 'issuer'
  if (forIssuer && settings.issuer === '' && settings.discoveryEndpoint === '') {
    throw settingsError(assertionTexts.noIssuer, assertionTexts.noIssuerHint)
  }
}

/** What signs the client's assertions; undefined for a client that authenticates by its secret, or not at all. */
async function readAssertion(context: RunContext, step: OAuth2Step): Promise<ClientAssertion | undefined> {
  if (step.clientAuthMethod !== 'ClientAssertion' || grantOf(step).client === 'unproven') return undefined
  const { privateKeyJwt } = step
  if (!privateKeyJwt?.key) throw settingsError(assertionTexts.noKey, assertionTexts.noKeyHint)
  const audience = (await inField('Audience', context.variables.resolve(privateKeyJwt.audience))).trim()
  if (audience === '') throw settingsError(settingsTexts.missing('Audience'), settingsTexts.fill('Audience'))
  return createClientAssertion({ key: await resolveKey(context, privateKeyJwt), audience }, context)
}

/** By which certificates the client may authenticate: another one means another token. */
async function readCertificates(
  { certificates }: RunContext,
  step: OAuth2Step,
): Promise<OAuthSettings['clientCertificate'] | undefined> {
  if (step.clientAuthMethod !== 'ClientCertificate' || grantOf(step).client === 'unproven') return undefined
  return { thumbprints: (await certificates?.thumbprints()) ?? [] }
}

/** What signs the authorization requests, by the same key under either method of client authentication; undefined without JAR. */
async function readRequestSigner(context: RunContext, step: OAuth2Step): Promise<RequestSigner | undefined> {
  if (!grantOf(step).protectsRequest || !step.useJar) return undefined
  const { privateKeyJwt } = step
  if (!privateKeyJwt?.key) throw settingsError(jarTexts.noKey, jarTexts.noKeyHint)
  return createRequestSigner({ key: await resolveKey(context, privateKeyJwt) }, context)
}

/**
 * The step's settings with every template resolved and every secret read; only fields that the grant uses (case 6). Secrets are
 * known to the redactor from here on. Rejects with AssayError before anything has been sent.
 */
export async function resolveSettings(step: OAuth2Step, context: RunContext): Promise<OAuthSettings> {
  const resolve = async (field: string, template: string): Promise<string> =>
    (await inField(field, context.variables.resolve(template))).trim()
  const grant = grantOf(step)
  const { privateKeyJwt } = step
  const endpoints = {} as Record<EndpointField, string>
  for (const key of endpointNames) {
    // A token endpoint also refreshes what came otherwise.
    const isUsed = grant.endpoints.includes(key) || key === 'tokenEndpoint'
    endpoints[key] = isUsed ? await resolve(endpointFields[key].title, step[key]) : ''
  }
  const clientAssertion = await readAssertion(context, step)
  const requestSigner = await readRequestSigner(context, step)
  const clientCertificate = await readCertificates(context, step)
  const clientSecret =
    clientAssertion || clientCertificate || grant.client === 'unproven'
      ? undefined
      : await namedSecret(context, step.clientSecret, 'client_secret', 'Client Secret')
  const password = grant.password ? await namedSecret(context, step.password, 'password', 'Password') : undefined
  const resource: string[] = []
  for (const one of step.resource) resource.push(await resolve('Resource Indicators', one))
  const clientId = await resolve('Client ID', step.clientId)
  const scope = normaliseScope(await inField('Scope', context.variables.resolve(step.scope)))
  const settings: OAuthSettings = {
    grantType: step.grantType,
    discoveryEndpoint: await resolve('Discovery Endpoint', step.discoveryEndpoint),
    ...endpoints,
    refreshEndpoint: await resolve('Refresh Endpoint', step.refreshEndpoint),
    issuer: await resolve('Issuer', step.issuer),
    clientId,
    ...(await resolveGrantSettings(context, step, { clientId, scope })),
    ...(clientSecret ? { clientSecret } : {}),
    secretTransport: step.secretTransport,
    ...(clientAssertion ? { clientAssertion } : {}),
    ...(clientCertificate ? { clientCertificate } : {}),
    scope,
    resource: resource.filter((one) => one !== ''),
    requirePkce: step.requirePkce,
    ...(requestSigner ? { requestSigner } : {}),
    ...(privateKeyJwt?.key ? { clientKey: () => resolveKey(context, privateKeyJwt) } : {}),
    usePar: grant.protectsRequest === true && step.usePar,
    enableDpop: step.enableDpop,
    username: grant.password ? await inField('Username', context.variables.resolve(step.username)) : '',
    ...(password ? { password } : {}),
    additionalParameters: await readParameters(context, step),
    loginTimeout: grant.person
      ? await boundedValue(step.loginTimeout, 'Login Timeout', { min: 10, max: 3600 }, context.variables)
      : 0,
    ...(canScript(grant) && step.automation?.enabled ? { script: await resolveScript(context, step.automation) } : {}),
    clockTolerance: step.clockTolerance,
    strict: step.strict,
    fault: step.fault,
    tokenName: step.variableName,
  }
  checkComplete(settings, step)
  return settings
}
