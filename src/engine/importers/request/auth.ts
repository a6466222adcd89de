import type { Case } from '#engine/project/format/schema.ts'
import { signedAuthText, type SignedAuth } from '#engine/steps/send-request/auth/signed-auth.ts'
import type { OAuth2Step, SigningKey } from '#engine/steps/oauth2/schema.ts'
import { pair, type Pair } from './body.ts'
import type { Draft, StepFields } from '../draft.ts'
import { hasReference, isReferences, unliteral } from '../variables/templates.ts'
import { importerTexts as texts } from '../texts.ts'

/** How a request is authorized, in the terms of no tool; every text is a template already. */
export type ForeignAuth =
  | { kind: 'none' }
  | { kind: 'bearer'; token: string; prefix: string }
  | { kind: 'basic'; user: string; password: string }
  | { kind: 'digest'; user: string; password: string }
  | { kind: 'api-key'; name: string; value: string; place: 'header' | 'query' }
  | { kind: 'login'; settings: OAuth2Settings; place: 'header' | 'query'; prefix: string }
  | { kind: 'signed'; settings: JwtSettings; place: 'header' | 'query'; prefix: string; parameter: string }
  /** `inForms`: parameters that go in the query go in the body where that is a form. */
  | { kind: 'signing'; auth: SignedAuth; inForms?: true }
  | { kind: 'other'; name: string }

/** Settings of a login as tools have them. */
export interface OAuth2Settings {
  grant: OAuth2Step['grantType']
  discoveryUrl?: string
  tokenUrl?: string
  authorizationUrl?: string
  deviceUrl?: string
  refreshUrl?: string
  clientId?: string
  clientSecret?: string
  basic?: boolean
  scope?: string
  username?: string
  password?: string
  pkce?: boolean
  parameters?: readonly { name: string; value: string }[]
}

const grants = new Map<string, OAuth2Settings['grant']>([
  ['client_credentials', 'ClientCredentials'],
  ['authorization_code', 'AuthorizationCode'],
  ['password', 'ResourceOwnerPassword'],
  ['resource_owner_password_credentials', 'ResourceOwnerPassword'],
  ['implicit', 'Implicit'],
])

/** The grant that tools name nearly as RFC 6749 does; undefined for other names. */
export const grantOf = (named: string): OAuth2Settings['grant'] | undefined => grants.get(named)

/** A token that is signed for each use. */
export interface JwtSettings {
  algorithm: string
  key: string
  encoding: 'text' | 'base64'
  header: Record<string, unknown>
  claims: Record<string, unknown>
}

/** What authorization adds to a request. */
export interface Authorized {
  headers: Pair[]
  query: Pair[]
}

/** Adds authorization to requests; each case gets its own token step before the first request that needs it. */
export interface Authorizer {
  authorize(auth: ForeignAuth, one: Case, where: string): Authorized
  /** The headers that an authorization adds which requests have been authorized by. */
  headersOf(auth: ForeignAuth): Pair[]
}

const algorithms: readonly string[] = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA HS256 HS384 HS512'.split(' ')

/** See {@link Authorizer}. */
export function createAuthorizer(draft: Draft): Authorizer {
  /** What each login is called and made of, by its settings. */
  const tokens = new Map<string, { variable: string; add(one: Case): void }>()
  const added = new Map<string, Set<string>>()
  const made = new Map<ForeignAuth, Pair[]>()

  const once = (key: string, one: Case, make: () => { variable: string; add(one: Case): void }): string => {
    const known = tokens.get(key) ?? make()
    tokens.set(key, known)
    const cases = added.get(key) ?? new Set()
    added.set(key, cases)
    if (!cases.has(one.id)) known.add(one)
    cases.add(one.id)
    return `\${${known.variable}}`
  }
  const placed = (name: string, value: string, place: 'header' | 'query'): Authorized =>
    place === 'query' ? { headers: [], query: [pair(name, value)] } : { headers: [pair(name, value)], query: [] }

  const authorize = (auth: ForeignAuth, one: Case, where: string): Authorized => {
    switch (auth.kind) {
      case 'none':
        return { headers: [], query: [] }
      case 'bearer': {
        if (auth.token.trim() === '') return { headers: [], query: [] }
        const token = credential(draft, 'bearer_token', auth.token)
        return placed('Authorization', `${auth.prefix} ${token}`.trim(), 'header')
      }
      case 'basic': {
        const { user, password } = auth
        if (`${user}${password}` === '') return { headers: [], query: [] }
        // A name without a password is a key.
        const name = password === '' ? credential(draft, 'api_key', user) : user
        return placed('Authorization', `Basic ${name}:${credential(draft, 'basic_password', password)}`, 'header')
      }
      case 'digest':
        if (`${auth.user}${auth.password}` === '') return { headers: [], query: [] }
        return placed('Authorization', `Digest ${auth.user}:${credential(draft, 'digest_password', auth.password)}`, 'header')
      case 'api-key':
        if (auth.name === '') return { headers: [], query: [] }
        return placed(auth.name, credential(draft, 'api_key', auth.value), auth.place)
      case 'login': {
        const token = once(JSON.stringify(auth.settings), one, () => oauth2Step(draft, auth.settings, where))
        return auth.place === 'query'
          ? placed('access_token', token, 'query')
          : placed('Authorization', `${auth.prefix} ${token}`.trim(), 'header')
      }
      case 'signed': {
        const token = once(JSON.stringify(auth.settings), one, () => jwtStep(draft, auth.settings, where))
        return auth.place === 'query'
          ? placed(auth.parameter || 'token', token, 'query')
          : placed('Authorization', `${auth.prefix} ${token}`.trim(), 'header')
      }
      case 'signing':
        return placed('Authorization', signedAuthText(withSecretReferences(draft, auth.auth)), 'header')
      case 'other':
        draft.leaveOut(where, texts.auth(auth.name))
        return { headers: [], query: [] }
    }
  }
  return {
    authorize(auth, one, where) {
      const found = authorize(auth, one, where)
      made.set(auth, found.headers)
      return found
    },
    headersOf: (auth) => made.get(auth) ?? [],
  }
}

/** A credential as a reference: what is literal becomes a secret variable, variables that hold one are marked as secret. */
export function credential(draft: Draft, name: string, template: string): string {
  if (template === '') return ''
  if (!hasReference(template)) return draft.secretVariable(name, unliteral(template))
  draft.sensitive(template)
  return template
}

/** The same with its keys and secrets as references. */
export function withSecretReferences(draft: Draft, auth: SignedAuth): SignedAuth {
  const held = (name: string, template: string): string => credential(draft, name, template)
  switch (auth.kind) {
    case 'aws':
      return {
        ...auth,
        accessKey: held('aws_access_key', auth.accessKey),
        secretKey: held('aws_secret_key', auth.secretKey),
        sessionToken: held('aws_session_token', auth.sessionToken),
      }
    case 'oauth1':
      return {
        ...auth,
        consumerSecret: held('consumer_secret', auth.consumerSecret),
        token: held('oauth_token', auth.token),
        tokenSecret: held('token_secret', auth.tokenSecret),
        privateKey: held('private_key', auth.privateKey),
      }
    case 'ntlm':
      return { ...auth, password: held('ntlm_password', auth.password) }
  }
}

/** A field of a step that holds a secret. */
function secretField(draft: Draft, where: string, field: string, template: string | undefined) {
  if (template === undefined || template === '') return undefined
  if (isReferences(template)) {
    draft.sensitive(template)
    return template
  }
  if (!hasReference(template)) return draft.secret(where, field, unliteral(template))
  draft.leaveOut(where, texts.mixedSecret(field))
  return draft.secret(where, field)
}

function oauth2Step(draft: Draft, settings: OAuth2Settings, where: string) {
  const variable = draft.freeVariableName('access_token')
  const place = texts.getToken
  const clientSecret = secretField(draft, place, 'client-secret', settings.clientSecret)
  const password = secretField(draft, place, 'password', settings.password)
  const fields: StepFields<'oauth2'> = {
    name: place,
    grantType: settings.grant,
    discoveryEndpoint: settings.discoveryUrl ?? '',
    tokenEndpoint: settings.tokenUrl ?? '',
    refreshEndpoint: settings.refreshUrl ?? '',
    authorizationEndpoint: settings.authorizationUrl ?? '',
    deviceAuthorizationEndpoint: settings.deviceUrl ?? '',
    clientId: settings.clientId ?? '',
    ...(clientSecret === undefined ? {} : { clientSecret }),
    secretTransport: settings.basic ? 'basic' : 'body',
    scope: settings.scope ?? '',
    requirePkce: settings.pkce ?? true,
    username: settings.username ?? '',
    ...(password === undefined ? {} : { password }),
    additionalParameters: [...(settings.parameters ?? [])],
    variableName: variable,
    variableScope: 'TestCase',
  }
  const missing = [settings.discoveryUrl, settings.tokenUrl, settings.authorizationUrl].every((url) => !url)
  if (missing) draft.leaveOut(where, texts.noTokenEndpoint)
  return { variable, add: (one: Case) => void one.steps.push(draft.step('oauth2', fields)) }
}

function jwtStep(draft: Draft, { algorithm, key, encoding, header, claims }: JwtSettings, where: string) {
  const variable = draft.freeVariableName('jwt')
  const symmetric = algorithm.startsWith('HS')
  const known = algorithms.includes(algorithm)
  if (!known) draft.leaveOut(where, texts.algorithm(algorithm))
  const secret = secretField(draft, texts.signToken, 'key', key)
  const fields: StepFields<'jwt'> = {
    name: texts.signToken,
    algorithm: (known ? algorithm : 'HS256') as SigningKey['algorithm'],
    key: { form: symmetric || !known ? 'symmetric' : 'pem', encoding, ...(secret === undefined ? {} : { key: secret }) },
    header,
    claims,
    variableName: variable,
    variableScope: 'TestCase',
  }
  return { variable, add: (one: Case) => void one.steps.push(draft.step('jwt', fields)) }
}
