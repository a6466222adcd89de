import type { RequestBody } from '#engine/steps/send-request/schema.ts'
import { grantOf, type ForeignAuth } from '../request/auth.ts'
import { awsSigning, ntlmSigning, oauth1Signing } from '../request/signing-auth.ts'
import { headerValue, pair, queryPairs, splitUrl, textBody, type Pair } from '../request/body.ts'
import { projectPath } from '../curl/parse-curl.ts'
import type { Draft } from '../draft.ts'
import { member, objectOf, objectsOf, textAt, textOfValue, type Plain } from '../json-access.ts'
import { importerTexts as texts } from '../texts.ts'
import type { TreeFolder, TreeRequest } from '../tree.ts'
import type { Convert } from './templates.ts'

const scriptsOf = (item: Plain): { before: string[]; after: string[] } => ({
  before: [textAt(item, 'scripts', 'preRequest') || textAt(item, 'preRequestScript')],
  after: [textAt(item, 'scripts', 'afterResponse') || textAt(item, 'afterResponseScript')],
})

const descriptionOf = (item: Plain): string => textAt(item, 'description') || textAt(item, 'meta', 'description')

/** What a folder gives to its requests. */
export function insomniaFolderParts(item: Plain, draft: Draft, convert: Convert): Omit<TreeFolder, 'name' | 'items'> {
  const own = objectOf(item['environment']) ?? {}
  return {
    description: descriptionOf(item),
    auth: readAuth(objectOf(item['authentication']), convert),
    headers: pairsOf(item['headers'], convert),
    variables: Object.entries(own).map(([key, value]) =>
      draft.variable(
        key,
        convert(textOfValue(value) || (typeof value === 'object' && value !== null ? JSON.stringify(value) : '')),
      ),
    ),
    ...scriptsOf(item),
  }
}

/** A request of version 4 or 5. */
export function readInsomniaRequest(item: Plain, name: string, draft: Draft, convert: Convert): TreeRequest {
  const { address, query } = splitUrl(textAt(item, 'url').trim())
  const path = new Map(objectsOf(item['pathParameters']).map((one) => [textAt(one, 'name'), textAt(one, 'value')]))
  const url = convert(
    address.replace(/(?<=\/):([A-Za-z_][\w-]*)/g, (whole, key: string) => path.get(key) ?? whole),
    name,
  )
  const headers = pairsOf(item['headers'], convert)
  const redirects = textAt(item, 'settingFollowRedirects') || textAt(item, 'settings', 'followRedirects')
  return {
    name,
    description: descriptionOf(item),
    method: textAt(item, 'method') || 'GET',
    url: /^([a-z][a-z0-9+.-]*:\/\/|\$\{)/i.test(url) || url === '' ? url : `http://${url}`,
    query: [
      ...queryPairs(query).map((one) => pair(convert(one.name, name), convert(one.value, name))),
      ...pairsOf(item['parameters'], convert),
    ],
    headers,
    body: readBody(objectOf(item['body']) ?? {}, headers, name, draft, convert),
    ...(redirects === 'off' ? { followRedirects: false } : {}),
    auth: readAuth(objectOf(item['authentication']), convert),
    ...scriptsOf(item),
  }
}

const pairsOf = (list: unknown, convert: Convert): Pair[] =>
  objectsOf(list)
    .filter((one) => textAt(one, 'name') !== '')
    .map((one) => pair(convert(textAt(one, 'name')), convert(textAt(one, 'value')), one['disabled'] === true))

function readBody(body: Plain, headers: readonly Pair[], where: string, draft: Draft, convert: Convert): RequestBody {
  const mediaType = textAt(body, 'mimeType')
  const file = textAt(body, 'fileName')
  if (file !== '') {
    draft.leaveOut(where, texts.file(file))
    return { type: 'file', file: projectPath(file) || 'body', mediaType: mediaType || 'application/octet-stream' }
  }
  if (mediaType === 'application/x-www-form-urlencoded' && Array.isArray(body['params']))
    return { type: 'form', fields: pairsOf(body['params'], convert) }
  if (mediaType === 'multipart/form-data')
    return {
      type: 'multipart',
      parts: objectsOf(body['params']).map((one) => {
        const shared = { name: convert(textAt(one, 'name'), where), disabled: one['disabled'] === true }
        if (one['type'] !== 'file') return { ...shared, value: convert(textAt(one, 'value'), where) }
        draft.leaveOut(where, texts.file(textAt(one, 'fileName')))
        return { ...shared, file: projectPath(textAt(one, 'fileName')) || textAt(one, 'name') }
      }),
    }
  if (mediaType === 'application/graphql') return graphql(textAt(body, 'text'), where, convert)
  return textBody(convert(textAt(body, 'text'), where), headerValue(headers, 'content-type') || mediaType || 'text/plain')
}

function graphql(text: string, where: string, convert: Convert): RequestBody {
  try {
    const value: unknown = JSON.parse(text)
    const variables = member(value, 'variables')
    return {
      type: 'graphql',
      query: convert(textAt(value, 'query'), where),
      variables: convert(
        typeof variables === 'string' ? variables : variables === undefined ? '' : JSON.stringify(variables, null, 2),
        where,
      ),
      operationName: textAt(value, 'operationName'),
    }
  } catch {
    return textBody(convert(text, where), 'application/json')
  }
}

/** Undefined if it inherits. */
function readAuth(auth: Plain | undefined, convert: Convert): ForeignAuth | undefined {
  const type = textAt(auth, 'type')
  if (auth === undefined || type === '') return undefined
  if (auth['disabled'] === true) return { kind: 'none' }
  const at = (key: string): string => convert(textAt(auth, key))
  const read: Readonly<Record<string, () => ForeignAuth>> = {
    none: () => ({ kind: 'none' }),
    bearer: () => ({ kind: 'bearer', token: at('token'), prefix: at('prefix') || 'Bearer' }),
    basic: () => ({ kind: 'basic', user: at('username'), password: at('password') }),
    digest: () => ({ kind: 'digest', user: at('username'), password: at('password') }),
    apikey: () => ({
      kind: 'api-key',
      name: at('key'),
      value: at('value'),
      place: /query/i.test(at('addTo')) ? 'query' : 'header',
    }),
    iam: () => awsSigning(at),
    ntlm: () => ntlmSigning(at),
    oauth1: () => oauth1Signing((key) => (typeof auth[key] === 'boolean' ? String(auth[key]) : at(key))),
    oauth2: () => ({
      kind: 'login',
      place: 'header',
      prefix: at('tokenPrefix') || 'Bearer',
      settings: {
        grant: grantOf(textAt(auth, 'grantType')) ?? 'AuthorizationCode',
        tokenUrl: at('accessTokenUrl'),
        authorizationUrl: at('authorizationUrl'),
        clientId: at('clientId'),
        clientSecret: at('clientSecret'),
        basic: auth['credentialsInBody'] !== true,
        scope: at('scope'),
        username: at('username'),
        password: at('password'),
        pkce: auth['usePkce'] === true,
        parameters: ['audience', 'resource'].filter((name) => at(name) !== '').map((name) => ({ name, value: at(name) })),
      },
    }),
  }
  return Object.hasOwn(read, type) ? read[type]?.() : { kind: 'other', name: type }
}
