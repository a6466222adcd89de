import type { ForeignAuth, OAuth2Settings } from '../request/auth.ts'
import { awsSigning, ntlmSigning, oauth1Signing } from '../request/signing-auth.ts'
import type { Convert } from '../variables/moustache.ts'
import { type Plain, member, objectIn, objectOf, objectsOf, textAt, textOfValue } from '../json-access.ts'

const grants: Readonly<Record<string, { grant: OAuth2Settings['grant']; pkce?: boolean }>> = {
  authorization_code: { grant: 'AuthorizationCode', pkce: false },
  authorization_code_with_pkce: { grant: 'AuthorizationCode', pkce: true },
  implicit: { grant: 'Implicit' },
  password_credentials: { grant: 'ResourceOwnerPassword' },
  client_credentials: { grant: 'ClientCredentials' },
  device_code: { grant: 'DeviceCode' },
}

/**
 * The `auth` of a collection, a folder or a request; undefined if it inherits. Its settings are a list of keys and values (2.1) or an
 * object (2.0).
 */
export function readPostmanAuth(convert: Convert, auth: unknown): ForeignAuth | undefined {
  const found = objectOf(auth)
  const type = textAt(found, 'type')
  if (found === undefined || type === '' || type === 'inherit') return undefined
  const settings = settingsOf(found[type])
  const at = (key: string): string => convert(textAt(settings, key))
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined
  return read === undefined ? { kind: 'other', name: type } : read(settings, at, convert)
}

type Read = (settings: Plain, at: (key: string) => string, convert: Convert) => ForeignAuth

/** By Postman's names. */
const readers: Readonly<Record<string, Read>> = {
  noauth: () => ({ kind: 'none' }),
  bearer: (_settings, at) => ({ kind: 'bearer', token: at('token'), prefix: 'Bearer' }),
  basic: (_settings, at) => ({ kind: 'basic', user: at('username'), password: at('password') }),
  digest: (_settings, at) => ({ kind: 'digest', user: at('username'), password: at('password') }),
  apikey: (_settings, at) => ({
    kind: 'api-key',
    name: at('key'),
    value: at('value'),
    place: at('in') === 'query' ? 'query' : 'header',
  }),
  oauth2: (settings, at, convert) => oauth2(settings, at, convert),
  jwt: (settings, at) => jwt(settings, at),
  // What Postman signs for where nothing is entered.
  awsv4: (settings, at) => awsSigning(withFlags(settings, at), { region: 'us-east-1', service: 'execute-api' }),
  oauth1: (settings, at) => oauth1Signing(withFlags(settings, at)),
  ntlm: (_settings, at) => ntlmSigning(at),
}

/** Settings that are booleans, as texts. */
const withFlags =
  (settings: Plain, at: (key: string) => string) =>
  (key: string): string =>
    typeof settings[key] === 'boolean' ? String(settings[key]) : at(key)

function settingsOf(value: unknown): Plain {
  if (!Array.isArray(value)) return objectOf(value) ?? {}
  return Object.fromEntries(objectsOf(value).map((one) => [textAt(one, 'key'), one['value']]))
}

function oauth2(settings: Plain, at: (key: string) => string, convert: Convert): ForeignAuth {
  const place = at('addTokenTo') === 'queryParams' ? 'query' : 'header'
  const prefix = Object.hasOwn(settings, 'headerPrefix') ? at('headerPrefix').trim() : 'Bearer'
  const grant = grants[textAt(settings, 'grant_type')]
  const hasEndpoint = at('accessTokenUrl') !== '' || at('authUrl') !== ''
  // Older exports keep the token only, not how it was got.
  if (!hasEndpoint && at('accessToken') !== '') return { kind: 'bearer', token: at('accessToken'), prefix: prefix || 'Bearer' }
  const { grant: found, pkce } = grant ?? { grant: at('authUrl') === '' ? 'ClientCredentials' : 'AuthorizationCode' }
  const extra = ['authRequestParams', 'tokenRequestParams'].flatMap((list) =>
    objectsOf(member(settings, list))
      .filter((one) => one['enabled'] !== false && textAt(one, 'key') !== '')
      .map((one) => ({ name: convert(textAt(one, 'key')), value: convert(textOfValue(one['value'])) })),
  )
  const named = ['audience', 'resource'].filter((name) => at(name) !== '').map((name) => ({ name, value: at(name) }))
  const parameters = [...named, ...extra].filter((one, index, all) => all.findIndex(({ name }) => name === one.name) === index)
  return {
    kind: 'login',
    place,
    prefix,
    settings: {
      grant: found,
      tokenUrl: at('accessTokenUrl'),
      authorizationUrl: at('authUrl'),
      refreshUrl: at('refreshTokenUrl') === at('accessTokenUrl') ? '' : at('refreshTokenUrl'),
      deviceUrl: at('deviceAuthUrl'),
      clientId: at('clientId'),
      clientSecret: at('clientSecret'),
      basic: textAt(settings, 'client_authentication') !== 'body',
      scope: at('scope'),
      username: at('username'),
      password: at('password'),
      ...(pkce === undefined ? {} : { pkce }),
      parameters: parameters.filter(({ name }) => !managed.has(name)),
    },
  }
}

/** Parameters that a login step writes itself. */
const managed = new Set(
  'client_id client_secret grant_type code redirect_uri state scope response_type code_challenge code_challenge_method code_verifier nonce username password refresh_token device_code'.split(
    ' ',
  ),
)

function jwt(settings: Plain, at: (key: string) => string): ForeignAuth {
  const algorithm = textAt(settings, 'algorithm') || 'HS256'
  const key = at(algorithm.startsWith('HS') ? 'secret' : 'privateKey')
  // Without a key Postman signs nothing, and leaves the header that someone wrote.
  if (key === '') return { kind: 'none' }
  return {
    kind: 'signed',
    place: at('addTokenTo') === 'queryParam' ? 'query' : 'header',
    prefix: Object.hasOwn(settings, 'headerPrefix') ? at('headerPrefix').trim() : 'Bearer',
    parameter: at('queryParamKey'),
    settings: {
      algorithm,
      key,
      encoding: settings['isSecretBase64Encoded'] === true ? 'base64' : 'text',
      header: objectIn(at('header')),
      claims: objectIn(at('payload')),
    },
  }
}
