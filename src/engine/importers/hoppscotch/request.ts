import type { RequestBody } from '#engine/steps/send-request/schema.ts'
import type { ForeignAuth, OAuth2Settings } from '../request/auth.ts'
import { awsSigning } from '../request/signing-auth.ts'
import {
  headerValue,
  isJsonMediaType,
  pair,
  queryPairs,
  splitUrl,
  textBody,
  withoutComments,
  type Pair,
} from '../request/body.ts'
import type { Draft } from '../draft.ts'
import type { Convert } from '../variables/moustache.ts'
import { type Plain, listOf, objectIn, objectOf, objectsOf, textAt } from '../json-access.ts'
import { importerTexts as texts } from '../texts.ts'
import type { TreeRequest } from '../tree.ts'

/** A request of Hoppscotch, of REST or GraphQL. */
export function readHoppscotchRequest(request: Plain, draft: Draft, shared: Convert): TreeRequest {
  const convert = withOwn(request, shared)
  const isGraphql = 'query' in request && !('endpoint' in request)
  const { address, query } = splitUrl(
    textAt(request, 'endpoint').trim() || `${textAt(request, 'url').trim()}${textAt(request, 'path').trim()}`,
  )
  const method = isGraphql ? 'POST' : textAt(request, 'method') || 'GET'
  const name = textAt(request, 'name') || `${method} ${convert(address)}`.slice(0, 120)
  const url = convert(address, name)
  const headers = lastOfEach(hoppscotchPairs(request['headers'], convert))
  const examples = Object.keys(objectOf(request['responses']) ?? {}).length
  if (examples > 0) draft.leaveOut(name, texts.examples(examples))
  const auth = readHoppscotchAuth(objectOf(request['auth']), convert)
  return {
    name,
    description: textAt(request, 'description'),
    method,
    url: /^([a-z][a-z0-9+.-]*:\/\/|\$\{)/i.test(url) || url === '' ? url : `https://${url}`,
    query: [
      ...queryPairs(query).map((one) => pair(convert(one.name, name), convert(one.value, name))),
      ...hoppscotchPairs(request['params'], convert),
    ],
    headers,
    body: isGraphql
      ? {
          type: 'graphql',
          query: convert(textAt(request, 'query'), name),
          variables: convert(textAt(request, 'variables'), name),
          operationName: '',
        }
      : readBody(objectOf(request['body']) ?? {}, headers, name, draft, convert),
    ...(auth ? { auth } : {}),
    before: [scriptAt(request, 'preRequestScript')],
    after: [scriptAt(request, 'testScript')],
  }
}

/** A script, without what makes it a module: nothing is imported or exported by it. */
export const scriptAt = (holder: Plain, key: string): string => textAt(holder, key).replace(/^\s*export\s*\{\s*\}\s*;?/m, '')

/**
 * Variables of a request hold for it alone: their values are in their place. Of several with one name the first counts; empty
 * ones do not.
 */
function withOwn(request: Plain, convert: Convert): Convert {
  const own = new Map<string, string>()
  for (const one of objectsOf(request['requestVariables'])) {
    const [key, value] = [textAt(one, 'key'), textAt(one, 'value')]
    if (one['active'] !== false && key !== '' && value !== '' && !own.has(key)) own.set(key, value)
  }
  if (own.size === 0) return convert
  const filled = (text: string, depth: number): string =>
    text.replace(/<<([^<>]+)>>/g, (whole, name: string) => {
      const value = own.get(name.trim())
      return value === undefined || depth > 10 ? whole : filled(value, depth + 1)
    })
  return (text, where) => convert(filled(text, 0), where)
}

/** Headers, parameters and fields. */
export const hoppscotchPairs = (list: unknown, convert: Convert): Pair[] =>
  objectsOf(list)
    .filter((one) => textAt(one, 'key') !== '')
    .map((one) => pair(convert(textAt(one, 'key')), convert(textAt(one, 'value')), one['active'] === false))

/** Of headers with one name the last is sent. */
const lastOfEach = (headers: readonly Pair[]): Pair[] =>
  headers.filter(
    ({ name, disabled }, at) =>
      disabled || !headers.some((one, later) => later > at && !one.disabled && one.name.toLowerCase() === name.toLowerCase()),
  )

function readBody(body: Plain, headers: readonly Pair[], where: string, draft: Draft, convert: Convert): RequestBody {
  const mediaType = textAt(body, 'contentType')
  const content = body['body']
  // Without a media type Hoppscotch sends no body, though it keeps what was typed.
  if (mediaType === '') return { type: 'none' }
  if (mediaType === 'multipart/form-data')
    return {
      type: 'multipart',
      parts: objectsOf(content).map((one) => {
        const part = { name: convert(textAt(one, 'key'), where), disabled: one['active'] === false }
        const type = textAt(one, 'contentType')
        const typed = type === '' ? part : { ...part, mediaType: type }
        if (one['isFile'] !== true) return { ...typed, value: convert(textAt(one, 'value'), where) }
        draft.leaveOut(where, texts.file(textAt(one, 'key')))
        return { ...typed, file: textAt(one, 'key') || 'file' }
      }),
    }
  if (mediaType === 'application/x-www-form-urlencoded')
    return {
      type: 'form',
      fields: typeof content === 'string' ? fieldsOf(content, where, convert) : hoppscotchPairs(listOf(content), convert),
    }
  if (typeof content !== 'string') {
    if (mediaType === 'application/octet-stream') draft.leaveOut(where, texts.file('body'))
    return mediaType === 'application/octet-stream' ? { type: 'file', file: 'body', mediaType } : { type: 'none' }
  }
  const sent = headerValue(headers, 'content-type') || mediaType
  const type = mediaType || sent
  return textBody(convert(isJsonMediaType(type) ? withoutCommas(withoutComments(content, type)) : content, where), sent)
}

/** JSON without commas behind the last item, which are taken away with the comments; what is in quotes stays. */
const withoutCommas = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g, (found) => (found === ',' ? '' : found))

/** Fields as they are typed: `name: value` a line, with `#` before those that are switched off. */
const fieldsOf = (text: string, where: string, convert: Convert): Pair[] =>
  text
    .split(/\r?\n/)
    .filter((line) => line.replace(/^\s*#/, '').trim() !== '')
    .map((line) => {
      const disabled = /^\s*#/.test(line)
      const [, name = '', value = ''] = /^([^:]*):?(.*)$/s.exec(line.replace(/^\s*#/, '')) ?? []
      return pair(convert(name.trim(), where), convert(value.trim(), where), disabled)
    })

const grants: Readonly<Record<string, OAuth2Settings['grant']>> = {
  AUTHORIZATION_CODE: 'AuthorizationCode',
  CLIENT_CREDENTIALS: 'ClientCredentials',
  PASSWORD: 'ResourceOwnerPassword',
  IMPLICIT: 'Implicit',
}

/** Authorization of a request, a folder or a collection; undefined if it inherits. */
export function readHoppscotchAuth(auth: Plain | undefined, convert: Convert): ForeignAuth | undefined {
  const type = textAt(auth, 'authType')
  if (auth === undefined || type === '' || type === 'inherit') return undefined
  if (auth['authActive'] === false || type === 'none') return { kind: 'none' }
  const at = (key: string): string => convert(textAt(auth, key))
  const place = /query/i.test(textAt(auth, 'addTo')) ? 'query' : 'header'
  const read: Readonly<Record<string, () => ForeignAuth>> = {
    basic: () => ({ kind: 'basic', user: at('username'), password: at('password') }),
    digest: () => ({ kind: 'digest', user: at('username'), password: at('password') }),
    bearer: () => ({ kind: 'bearer', token: at('token'), prefix: 'Bearer' }),
    'api-key': () => ({ kind: 'api-key', name: at('key'), value: at('value'), place }),
    'aws-signature': () => awsSigning(at),
    'oauth-2': () => ({ kind: 'login', place, prefix: 'Bearer', settings: loginOf(auth, convert) }),
    jwt: () => ({
      kind: 'signed',
      place,
      prefix: at('headerPrefix').trim() || 'Bearer',
      parameter: at('paramName'),
      settings: {
        algorithm: textAt(auth, 'algorithm') || 'HS256',
        key: (textAt(auth, 'algorithm') || 'HS256').startsWith('HS') ? at('secret') : at('privateKey'),
        encoding: auth['isSecretBase64Encoded'] === true ? 'base64' : 'text',
        header: objectIn(at('jwtHeaders')),
        claims: objectIn(at('payload')),
      },
    }),
  }
  return Object.hasOwn(read, type) ? read[type]?.() : { kind: 'other', name: type }
}

/** Settings of a login: those of the grant in a separate part, before 2024 next to the rest. */
function loginOf(auth: Plain, convert: Convert): OAuth2Settings {
  const info = objectOf(auth['grantTypeInfo']) ?? auth
  const at = (...keys: string[]): string => convert(keys.map((key) => textAt(info, key)).find((value) => value !== '') ?? '')
  return {
    grant: grants[textAt(info, 'grantType')] ?? 'AuthorizationCode',
    discoveryUrl: at('oidcDiscoveryURL'),
    tokenUrl: at('tokenEndpoint', 'accessTokenURL'),
    authorizationUrl: at('authEndpoint', 'authURL'),
    clientId: at('clientID'),
    clientSecret: at('clientSecret'),
    basic: textAt(info, 'clientAuthentication') === 'AS_BASIC_AUTH_HEADERS',
    scope: at('scopes', 'scope'),
    username: at('username'),
    password: at('password'),
    pkce: info['isPKCE'] === true,
  }
}
