import type { Api } from '#engine/api/api.ts'
import type { NeededScheme, OAuthFlow, SecurityScheme } from '#engine/api/operation.ts'
import type { OAuth2Step } from '#engine/steps/oauth2/schema.ts'
import type { Step } from '#engine/project/format/schema.ts'
import type { Draft, StepFields } from '../draft.ts'
import { openApiTexts as texts } from './texts.ts'

/** What a request needs so that the server knows who asks. */
export interface Credentials {
  /** Steps before the request, that get a token. */
  before: Step[]
  headers: { name: string; value: string }[]
  query: { name: string; value: string }[]
}

const grants: Record<OAuthFlow['flow'], OAuth2Step['grantType']> = {
  clientCredentials: 'ClientCredentials',
  authorizationCode: 'AuthorizationCode',
  password: 'ResourceOwnerPassword',
  implicit: 'Implicit',
  deviceAuthorization: 'DeviceCode',
}

/** Those that need no one at the screen come first. */
const order: OAuthFlow['flow'][] = ['clientCredentials', 'authorizationCode', 'password', 'deviceAuthorization', 'implicit']

/**
 * The credentials of an operation: API keys and Basic as secret variables, OAuth 2 and OpenID Connect as steps that get a
 * token. What is missing is reported once, not for each operation.
 */
export function credentialsOf(needed: readonly NeededScheme[], api: Api, draft: Draft): Credentials {
  const credentials: Credentials = { before: [], headers: [], query: [] }
  for (const { scheme: name, scopes } of needed) {
    const scheme = api.schemes.find((one) => one.name === name)
    if (scheme) take(scheme, scopes, draft, credentials)
    else draft.leaveOut('', texts.unknownScheme(name))
  }
  return credentials
}

function take(scheme: SecurityScheme, scopes: readonly string[], draft: Draft, into: Credentials): void {
  const authorize = (value: string) => void into.headers.push({ name: 'Authorization', value })
  switch (scheme.type) {
    case 'apiKey': {
      const value = draft.secretVariable(scheme.name, '', told(scheme))
      if (scheme.in === 'query') into.query.push({ name: scheme.parameter, value })
      else if (scheme.in === 'header') into.headers.push({ name: scheme.parameter, value })
      else into.headers.push({ name: 'Cookie', value: `${scheme.parameter}=${value}` })
      return
    }
    case 'basic':
      return authorize(`Basic ${draft.secretVariable('basic_credentials', '', texts.inClear)}`)
    case 'bearer':
      return authorize(`Bearer ${draft.secretVariable('bearer_token', '', told(scheme))}`)
    case 'openIdConnect':
      into.before.push(
        tokenStep(draft, scheme, { grantType: 'ClientCredentials', discoveryEndpoint: absolute(scheme.url) }, scopes),
      )
      return authorize('Bearer ${access_token}')
    case 'oauth': {
      const flow = order.flatMap((one) => scheme.flows.filter((known) => known.flow === one))[0]
      if (!flow) return draft.leaveOut('', texts.noFlow(scheme.name))
      into.before.push(tokenStep(draft, scheme, fieldsOf(flow), scopes))
      return authorize('Bearer ${access_token}')
    }
    case 'other':
      if (scheme.what === 'http digest')
        return authorize(`Digest ${draft.secretVariable('digest_credentials', '', texts.inClear)}`)
      if (/^awsSigv4$/i.test(scheme.what))
        return authorize(
          `AWS ${draft.secretVariable('aws_access_key', '')} ${draft.secretVariable('aws_secret_key', '')} service:execute-api`,
        )
      if (/^http ntlm$/i.test(scheme.what))
        return authorize(`NTLM ${draft.secretVariable('ntlm_credentials', '', texts.inClear)}`)
      return draft.leaveOut(
        '',
        scheme.what === 'mutualTLS' ? texts.mutualTls(scheme.name) : texts.scheme(scheme.name, scheme.what),
      )
  }
}

/** What the document says of a key: that it has a word before it, where one gets it. */
const told = ({ description }: SecurityScheme): string => description.trim().slice(0, 500)

const fieldsOf = (flow: OAuthFlow): Omit<StepFields<'oauth2'>, 'name'> => ({
  grantType: grants[flow.flow],
  ...(flow.tokenUrl ? { tokenEndpoint: absolute(flow.tokenUrl) } : {}),
  ...(flow.refreshUrl ? { refreshEndpoint: absolute(flow.refreshUrl) } : {}),
  ...(flow.authorizationUrl ? { authorizationEndpoint: absolute(flow.authorizationUrl) } : {}),
  ...(flow.deviceUrl ? { deviceAuthorizationEndpoint: absolute(flow.deviceUrl) } : {}),
})

/** Addresses may be relative to the server's. */
const absolute = (url: string): string =>
  /^[a-z][a-z0-9+.-]*:/i.test(url) || url === '' ? url : `\${baseUrl}${url.startsWith('/') ? '' : '/'}${url}`

function tokenStep(
  draft: Draft,
  scheme: SecurityScheme,
  fields: Omit<StepFields<'oauth2'>, 'name'>,
  scopes: readonly string[],
): Step {
  return draft.step('oauth2', {
    ...fields,
    name: 'Get token',
    clientId: emptyVariable(draft, 'clientId', texts.clientId),
    ...(fields.grantType === grants.implicit ? {} : { clientSecret: draft.secretVariable('clientSecret', '') }),
    ...(fields.grantType === grants.password
      ? { username: emptyVariable(draft, 'username', ''), password: draft.secretVariable('password', '') }
      : {}),
    scope: scopes.join(' '),
    description: scheme.description,
  })
}

/** A reference to a variable of the project that is to be filled in. */
function emptyVariable({ project }: Draft, name: string, description: string): string {
  if (!project.variables.some((one) => one.name === name)) project.variables.push({ name, value: '', description })
  return `\${${name}}`
}
