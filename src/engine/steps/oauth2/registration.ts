import { AssayError } from '#engine/base/errors.ts'
import { isLoopback } from '#engine/ports/http/http-rules.ts'
import { deleteClient, registerClient, type ClientMetadata, type RegisteredClient } from '#engine/oauth/client/registration.ts'
import type { OAuthContext } from '#engine/oauth/context.ts'
import { publicHalf } from '#engine/oauth/keys/import-signing-key.ts'
import { readMaterial } from '#engine/oauth/keys/read-material.ts'
import { createLastMessages } from '#engine/oauth/messages/last-messages.ts'
import { normaliseScope } from '#engine/oauth/settings.ts'
import { registrationTexts as texts } from '#engine/oauth/texts.ts'
import type { Exchange } from '#engine/ports/index.ts'
import { resolveSecret } from '#engine/templates/resolve-secret.ts'
import { inField } from '../field-error.ts'
import { resolveKey } from '../keys/resolve-key.ts'
import type { RunContext } from '../step-kind.ts'
import { explained, type Attempt } from './explained.ts'
import { grantOf } from './grant.ts'
import { oauthContext } from './run.ts'
import type { OAuth2Step } from './schema.ts'
import type { TokenActionResult } from './token-action.ts'

/** What to do with the client of a step at its provider. */
export type RegistrationRequest =
  /** `initialAccessToken`: empty where the provider registers anyone (RFC 7591 section 3). */
  { do: 'register'; clientName: string; initialAccessToken: string; redirectUri: string } | { do: 'delete' }

/** The result, with the client if one was registered: its secret and token are in clear, for the vault. */
export interface RegistrationResult extends TokenActionResult {
  client?: RegisteredClient
}

/** The `token_endpoint_auth_method` of the step's settings (RFC 7591 section 2). */
async function authenticationOf(
  step: OAuth2Step,
  context: RunContext,
): Promise<{ token_endpoint_auth_method: string; jwks?: object }> {
  const { client } = grantOf(step)
  if (step.clientAuthMethod === 'ClientCertificate') {
    throw new AssayError('oauth-settings', texts.certificate, { hint: texts.certificateHint })
  }
  if (client === 'unproven') return { token_endpoint_auth_method: 'none' }
  if (step.clientAuthMethod === 'SharedSecret') {
    return { token_endpoint_auth_method: step.secretTransport === 'body' ? 'client_secret_post' : 'client_secret_basic' }
  }
  const settings = step.privateKeyJwt && (await resolveKey(context, step.privateKeyJwt))
  if (!settings || settings.form === 'symmetric') {
    throw new AssayError('oauth-settings', texts.symmetricKey, { hint: texts.symmetricKeyHint })
  }
  const material = await readMaterial(settings)
  const kid = settings.keyId || material.keyId
  const jwk = {
    ...(await publicHalf(material.source, settings.algorithm)),
    use: 'sig',
    alg: settings.algorithm,
    ...(kid ? { kid } : {}),
  }
  return { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [jwk] } }
}

async function metadataOf(
  step: OAuth2Step,
  context: RunContext,
  { clientName, redirectUri }: Extract<RegistrationRequest, { do: 'register' }>,
): Promise<ClientMetadata> {
  const grant = grantOf(step)
  const scope = normaliseScope(await inField('Scope', context.variables.resolve(step.scope)))
  const inWindow = grant.person === 'window'
  const target = URL.canParse(redirectUri) ? new URL(redirectUri) : undefined
  const isNative = inWindow && target?.protocol === 'http:' && isLoopback(target.hostname)
  return {
    client_name: clientName,
    grant_types: [grant.name, ...(grant.refreshes && grant.person !== undefined ? ['refresh_token'] : [])],
    response_types: grant.responseType ? [grant.responseType(scope.split(' ').includes('openid'))] : [],
    redirect_uris: inWindow ? [redirectUri] : [],
    // OpenID Connect Dynamic Client Registration 1.0 section 2: others may not redirect to http:.
    ...(isNative ? { application_type: 'native' } : {}),
    ...(await authenticationOf(step, context)),
    ...(scope === '' ? {} : { scope }),
    ...(step.enableDpop ? { dpop_bound_access_tokens: true } : {}),
  }
}

/** Registers a client as the step's settings need it, or deletes the registered one. Every failure is a result, in words and masked. */
export async function registration(
  step: OAuth2Step,
  context: RunContext,
  request: RegistrationRequest,
): Promise<RegistrationResult> {
  const exchanges: Exchange[] = []
  const { redactor, ports, variables } = context
  const attempt: Attempt = { step, messages: createLastMessages(), settings: undefined }
  const flow: OAuthContext = {
    ...oauthContext(context, attempt.messages),
    exchanged: (purpose, make) => void exchanges.push(attempt.messages.hear(purpose, make)()),
  }
  const text = async (field: string, template: string) => (await inField(field, variables.resolve(template))).trim()
  const work = async (): Promise<{ message: string; client?: RegisteredClient }> => {
    if (request.do === 'delete') {
      if (!step.registration) throw new AssayError('oauth-settings', texts.notRegistered)
      const token = await resolveSecret(step.registration.token, variables, ports.secrets, redactor)
      await deleteClient(flow, { uri: await text('Registration', step.registration.uri), token })
      return { message: texts.deleted(await text('Client ID', step.clientId)) }
    }
    const discoveryEndpoint = await text('Discovery Endpoint', step.discoveryEndpoint)
    const settings = { discoveryEndpoint, strict: step.strict, tokenName: step.variableName }
    const metadata = await metadataOf(step, context, request)
    const client = await registerClient(flow, settings, metadata, request.initialAccessToken.trim())
    return { message: texts.registered(client.clientId, client.token !== undefined), client }
  }
  try {
    return { ok: true, ...(await work()), exchanges }
  } catch (thrown) {
    if (!(thrown instanceof AssayError)) throw thrown
    const { hint } = await explained(thrown, attempt, context)
    return {
      ok: false,
      message: redactor.mask(thrown.message),
      ...(hint === undefined ? {} : { hint: redactor.mask(hint) }),
      exchanges,
    }
  }
}
