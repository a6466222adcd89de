import { AssayError } from '#engine/base/errors.ts'
import type { GrantSettingsKey } from '#engine/oauth/grants/grant-facts.ts'
import { backchannelTexts } from '#engine/oauth/grants/ciba/texts.ts'
import { createBearerAssertion, givenAssertion } from '#engine/oauth/grants/jwt-bearer/bearer-assertion.ts'
import { bearerTexts } from '#engine/oauth/grants/jwt-bearer/texts.ts'
import type { CurrentToken } from '#engine/oauth/grants/token-exchange/exchange-settings.ts'
import type { OAuthSettings } from '#engine/oauth/settings.ts'
import { settingsTexts } from '#engine/oauth/texts.ts'
import { resolveSecret } from '#engine/templates/resolve-secret.ts'
import { boundedValue } from '../../bounded-value.ts'
import { inField } from '../../field-error.ts'
import type { Secret } from '../../fields.ts'
import { resolveKey } from '../../keys/resolve-key.ts'
import { resolveDeep } from '../../resolve-deep.ts'
import type { RunContext } from '../../step-kind.ts'
import { grantOf } from '../grant.ts'
import type { OAuth2Step } from '../schema.ts'
import { startCiba, startJwtBearer, startTokenExchange } from './schema.ts'

/** What the settings of one grant add to those of the step. */
type GrantPart = Partial<Pick<OAuthSettings, 'bearerAssertion' | 'exchange' | 'ciba'>>

/** What all grants use, resolved before. */
type Resolved = Pick<OAuthSettings, 'clientId' | 'scope'>

const settingsError = (message: string, hint: string): AssayError => new AssayError('oauth-settings', message, { hint })

/** The current value of a token or assertion from elsewhere, which the redactor knows. Rejects with AssayError if it is empty. */
async function readToken(
  { variables, ports, redactor }: RunContext,
  secret: Secret,
  name: string,
  field: string,
): Promise<string> {
  const value = (await inField(field, resolveSecret(secret, variables, ports.secrets, redactor))).trim()
  const template = typeof secret === 'string' ? secret : ''
  if (value === '') throw settingsError(settingsTexts.missing(field), settingsTexts.fill(field, template))
  redactor.add(name, value)
  return value
}

async function resolveJwtBearer(context: RunContext, step: OAuth2Step, { clientId, scope }: Resolved): Promise<GrantPart> {
  const { assertion, ...own } = step.jwtBearer ?? startJwtBearer()
  if (assertion !== undefined && assertion !== '') {
    const read = () => readToken(context, assertion, 'assertion', 'Assertion')
    return { bearerAssertion: givenAssertion(await read(), read) }
  }
  const { variables } = context
  const text = async (field: string, template: string) => (await inField(field, variables.resolve(template))).trim()
  const { privateKeyJwt } = step
  if (!privateKeyJwt?.key) throw settingsError(bearerTexts.noKey, bearerTexts.noKeyHint)
  const issuer = (await text('Issuer (iss)', own.issuer)) || clientId
  if (issuer === '') throw settingsError(bearerTexts.noIssuer, bearerTexts.noIssuerHint)
  const audience = await text('Audience (aud)', own.audience)
  if (audience === '') throw settingsError(settingsTexts.missing('Audience (aud)'), settingsTexts.fill('Audience (aud)'))
  const settings = {
    key: await resolveKey(context, privateKeyJwt),
    issuer,
    subject: await text('Subject (sub)', own.subject),
    audience,
    scope,
    claims: (await inField('Claims', resolveDeep(own.claims, variables))) as Record<string, unknown>,
    lifetime: await boundedValue(own.lifetime, 'Lifetime', { min: 1, max: 86_400 }, variables),
  }
  return { bearerAssertion: createBearerAssertion(settings, context) }
}

/** A token from elsewhere; undefined if the field is empty. */
async function currentToken(
  context: RunContext,
  secret: Secret | undefined,
  name: string,
  field: string,
): Promise<CurrentToken | undefined> {
  if (secret === undefined || secret === '') return undefined
  const read = () => readToken(context, secret, name, field)
  return { value: await read(), read }
}

async function resolveTokenExchange(context: RunContext, step: OAuth2Step): Promise<GrantPart> {
  const own = step.tokenExchange ?? startTokenExchange()
  const text = async (field: string, template: string) => (await inField(field, context.variables.resolve(template))).trim()
  const subjectToken = await currentToken(context, own.subjectToken, 'subject_token', 'Subject token')
  if (!subjectToken) throw settingsError(settingsTexts.missing('Subject token'), settingsTexts.fill('Subject token'))
  const actorToken = await currentToken(context, own.actorToken, 'actor_token', 'Actor token')
  const subjectTokenType = await text('Subject token type', own.subjectTokenType)
  if (subjectTokenType === '') {
    throw settingsError(settingsTexts.missing('Subject token type'), settingsTexts.fill('Subject token type'))
  }
  const audience: string[] = []
  for (const one of own.audience) audience.push(await text('Target audience', one))
  return {
    exchange: {
      subjectToken,
      subjectTokenType,
      ...(actorToken ? { actorToken } : {}),
      actorTokenType: await text('Actor token type', own.actorTokenType),
      requestedTokenType: await text('Requested token type', own.requestedTokenType),
      audience: audience.filter((one) => one !== ''),
    },
  }
}

async function resolveCiba(context: RunContext, step: OAuth2Step): Promise<GrantPart> {
  const own = step.ciba ?? startCiba()
  const text = async (field: string, template: string) => (await inField(field, context.variables.resolve(template))).trim()
  const loginHint = await text('Login hint', own.loginHint)
  const loginHintToken = await currentToken(context, own.loginHintToken, 'login_hint_token', 'Login hint token')
  const idTokenHint = await currentToken(context, own.idTokenHint, 'id_token_hint', 'ID token hint')
  const hints = [loginHint !== '', loginHintToken, idTokenHint].filter(Boolean).length
  if (hints === 0) throw settingsError(backchannelTexts.noHint, backchannelTexts.noHintHint)
  if (hints > 1) throw settingsError(backchannelTexts.severalHints, backchannelTexts.severalHintsHint)
  const userCode = await currentToken(context, own.userCode, 'user_code', 'User code')
  return {
    ciba: {
      loginHint,
      ...(loginHintToken ? { loginHintToken } : {}),
      ...(idTokenHint ? { idTokenHint } : {}),
      bindingMessage: await text('Binding message', own.bindingMessage),
      ...(userCode ? { userCode: { name: 'user_code', value: userCode.value } } : {}),
      acrValues: await text('ACR values', own.acrValues),
    },
  }
}

const resolvers: Readonly<Record<GrantSettingsKey, typeof resolveJwtBearer>> = {
  jwtBearer: resolveJwtBearer,
  tokenExchange: resolveTokenExchange,
  ciba: resolveCiba,
}

/** The settings of the step's grant alone, resolved; nothing for a grant that has none. Rejects with AssayError. */
export async function resolveGrantSettings(context: RunContext, step: OAuth2Step, resolved: Resolved): Promise<GrantPart> {
  const { settings } = grantOf(step)
  return settings === undefined ? {} : resolvers[settings](context, step, resolved)
}
