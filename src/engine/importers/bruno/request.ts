import type { Variable } from '#engine/project/format/schema.ts'
import type { RequestBody } from '#engine/steps/send-request/schema.ts'
import { grantOf, type ForeignAuth } from '../request/auth.ts'
import { awsSigning, ntlmSigning, oauth1Signing } from '../request/signing-auth.ts'
import { pair, splitUrl, textBody, withoutComments, type Pair } from '../request/body.ts'
import { asUrlParsersDo, queryAsSent, writtenParams, type QueryEncoder, type WrittenParam } from '../request/query.ts'
import { projectPath } from '../curl/parse-curl.ts'
import type { Draft } from '../draft.ts'
import type { Convert } from '../variables/moustache.ts'
import { listOf, member, objectOf, objectsOf, textAt, textOfValue, type Plain } from '../json-access.ts'
import { importerTexts as texts } from '../texts.ts'
import type { TreeFolder, TreeRequest } from '../tree.ts'
import { assertionScript } from './assertions.ts'

const isOn = (one: Plain): boolean => one['enabled'] !== false

/** The value of a variable: a number or a boolean where Bruno calls it one and it is, else a template. */
function valueOf(one: Plain, convert: Convert, where?: string): string | number | boolean {
  const text = textAt(one, 'value')
  const type = textAt(one, 'type')
  if (type === 'number' && String(Number(text)) === text.trim() && Number.isFinite(Number(text))) return Number(text)
  if (type === 'boolean' && /^(true|false)$/.test(text.trim())) return text.trim() === 'true'
  return convert(text, where)
}

/**
 * A variable with its value; of an object, which Bruno writes as JSON where it is requested whole, also its members by their
 * paths (`user.name`, `user.tags[0]`), by which Bruno finds them.
 */
function valuesOf(one: Plain, convert: Convert, where?: string): [name: string, value: string | number | boolean][] {
  const name = textAt(one, 'name')
  const object = textAt(one, 'type') === 'object' ? jsonOf(textAt(one, 'value')) : undefined
  if (object === undefined) return [[name, valueOf(one, convert, where)]]
  return [...membersOf(name, object)].slice(0, mostMembers).map(([path, value]) => {
    if (typeof value === 'number' || typeof value === 'boolean') return [path, value]
    return [path, convert(typeof value === 'string' ? value : JSON.stringify(value), where)]
  })
}

/** The variables that one of Bruno's becomes. */
export const variablesOf = (one: Plain, draft: Draft, convert: Convert, where?: string): Variable[] =>
  valuesOf(one, convert, where).map(([name, value]) => draft.variable(name, value))

/** More of one object are data, not variables. */
const mostMembers = 200

function jsonOf(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** A value and what it holds, by path. */
function* membersOf(path: string, value: unknown): Generator<[string, unknown]> {
  if (value === null) return
  yield [path, value]
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* membersOf(`${path}[${index}]`, item)
  else if (typeof value === 'object') for (const [key, item] of Object.entries(value)) yield* membersOf(`${path}.${key}`, item)
}

/** Puts the modules of the collection into a script that requires them. */
export type WithModules = (code: string) => string

/** What a folder or a collection gives to its requests. */
export function brunoFolderParts(
  root: Plain,
  draft: Draft,
  convert: Convert,
  withModules: WithModules,
): Omit<TreeFolder, 'name' | 'items'> {
  const request = objectOf(root['request']) ?? {}
  const auth = readAuth(objectOf(request['auth']), convert)
  return {
    description: textAt(root, 'docs') || textAt(request, 'docs'),
    // A folder that says "none" lets its requests inherit from what is around it.
    auth: auth?.kind === 'none' ? undefined : auth,
    headers: pairsOf(request['headers'], convert),
    variables: objectsOf(member(request, 'vars', 'req'))
      .filter((one) => isOn(one) && textAt(one, 'name') !== '')
      .flatMap((one) => variablesOf(one, draft, convert)),
    before: [withModules(textAt(request, 'script', 'req'))],
    after: [withModules(textAt(request, 'script', 'res')), withModules(textAt(request, 'tests'))],
  }
}

/** The whole body, which is text or JSON. */
const ofBody = /^\$?res\.(body|getBody\(\))$/

/** A request in the form of Bruno's JSON export. */
export function readBrunoRequest(
  item: Plain,
  name: string,
  draft: Draft,
  convert: Convert,
  withModules: WithModules,
): TreeRequest {
  const request = objectOf(item['request']) ?? {}
  const params = objectsOf(request['params'])
  const { address } = splitUrl(textAt(request, 'url').trim())
  const path = new Map(params.filter((one) => one['type'] === 'path').map((one) => [textAt(one, 'name'), textAt(one, 'value')]))
  const url = convert(
    address.replace(/(?<=[/('=,]):([A-Za-z_][\w-]*)/g, (whole, key: string) => path.get(key) || whole),
    name,
  )
  const settings = objectOf(request['settings']) ?? {}
  const encode: QueryEncoder = settings['encodeUrl'] === true ? encodeURIComponent : asUrlParsersDo
  const { query, text } = queryAsSent(paramsOf(params, textAt(request, 'url')), encode, (one) => convert(one, name))
  const timeout = Math.round(Number(settings['timeout']) / 1000)
  const headers = pairsOf(request['headers'], convert)
  const body = readBody(objectOf(request['body']) ?? {}, headers, name, draft, convert)
  const sets = objectsOf(member(request, 'vars', 'req'))
    .filter(isOn)
    .flatMap((one) => valuesOf(one, (text) => text))
    .map(([of, value]) => {
      const set = typeof value === 'string' ? `bru.interpolate(${JSON.stringify(value)})` : value
      return `bru.setVar(${JSON.stringify(of)}, ${set})`
    })
  const keeps = objectsOf(member(request, 'vars', 'res'))
    .filter(isOn)
    .map((one) => {
      const value = textAt(one, 'value').replace(/^\$res/, 'res')
      // An expression that fails gives nothing.
      const safe = /^res\b/.test(value) ? value : `(() => { try { return (${value}) } catch { return undefined } })()`
      return `bru.setVar(${JSON.stringify(textAt(one, 'name'))}, ${safe})`
    })
  const asserted = objectsOf(request['assertions'])
    .filter(isOn)
    .map((one) => ({ name: textAt(one, 'name'), value: textAt(one, 'value') }))
  const asserts = asserted.filter(({ name }) => !ofBody.test(name)).map(({ name, value }) => assertionScript(name, value))
  // In a script that may be run as such each is a test of its own.
  const bodyAsserts = asserted
    .filter(({ name }) => ofBody.test(name))
    .map(({ name, value }) => `test(${JSON.stringify(`${name}: ${value}`)}, () => ${assertionScript(name, value)})`)
  return {
    name,
    description: textAt(item, 'docs') || textAt(request, 'docs'),
    method: textAt(request, 'method') || 'GET',
    url: `${/^([a-z][a-z0-9+.-]*:\/\/|\$\{)/i.test(url) || url === '' ? url : `http://${url}`}${text === '' ? '' : `?${text}`}`,
    query,
    headers: withType(headers, request, body),
    body,
    ...(settings['followRedirects'] === false ? { followRedirects: false } : {}),
    ...(timeout >= 1 && timeout <= 3600 ? { timeout } : {}),
    auth: readAuth(objectOf(request['auth']), convert),
    before: [...sets, withModules(textAt(request, 'script', 'req'))],
    isSkippedByThrow: true,
    after: [
      asserts.join('\n'),
      bodyAsserts.join('\n'),
      keeps.join('\n'),
      withModules(textAt(request, 'script', 'res')),
      withModules(textAt(request, 'tests')),
    ],
  }
}

/** Bruno sends the query of the URL; the list beside it only adds those that are switched off. */
function paramsOf(params: readonly Plain[], url: string): WrittenParam[] {
  const listed = params.filter((one) => one['type'] !== 'path' && textAt(one, 'name') !== '')
  const off = listed.filter((one) => !isOn(one))
  return [
    ...writtenParams(splitUrl(url).query),
    ...off.map((one) => ({ name: textAt(one, 'name'), value: textAt(one, 'value'), disabled: true })),
  ]
}

const pairsOf = (list: unknown, convert: Convert): Pair[] =>
  objectsOf(list)
    .filter((one) => textAt(one, 'name') !== '')
    .map((one) => pair(convert(textAt(one, 'name')), convert(textAt(one, 'value')), !isOn(one)))

const mediaTypes: Readonly<Record<string, string>> = {
  json: 'application/json',
  text: 'text/plain',
  xml: 'application/xml',
  sparql: 'application/sparql-query',
}

/** Bruno sends the type of an empty text too. */
function withType(headers: Pair[], request: Plain, body: RequestBody): Pair[] {
  const mode = textAt(request, 'body', 'mode')
  const isEmptyJson = mode === 'json' && textAt(request, 'body', 'json') === ''
  const formOfPost = /^(post|put|patch)$/i.test(textAt(request, 'method')) ? 'application/x-www-form-urlencoded' : undefined
  const known = Object.hasOwn(mediaTypes, mode) ? mediaTypes[mode] : undefined
  // Empty JSON is no body for Bruno, and a POST without one has the type that axios gives it.
  const type = isEmptyJson ? formOfPost : known
  const isNamed = headers.some(({ name, disabled }) => !disabled && /^content-type$/i.test(name.trim()))
  return type === undefined || body.type !== 'none' || isNamed ? headers : [...headers, pair('Content-Type', type)]
}

function readBody(body: Plain, headers: readonly Pair[], where: string, draft: Draft, convert: Convert): RequestBody {
  const mode = textAt(body, 'mode')
  const mediaType = Object.hasOwn(mediaTypes, mode) ? mediaTypes[mode] : undefined
  if (mediaType !== undefined) {
    const named = headers.find(({ name, disabled }) => !disabled && name.toLowerCase() === 'content-type')?.value
    return textBody(convert(withoutComments(textAt(body, mode), mediaType), where), named ?? mediaType)
  }
  switch (mode) {
    case 'formUrlEncoded':
      return { type: 'form', fields: pairsOf(body['formUrlEncoded'], convert) }
    case 'multipartForm':
      return { type: 'multipart', parts: objectsOf(body['multipartForm']).flatMap((one) => partsOf(one, where, draft, convert)) }
    case 'graphql':
      return {
        type: 'graphql',
        query: convert(textAt(body, 'graphql', 'query'), where),
        variables: convert(textAt(body, 'graphql', 'variables'), where),
        operationName: '',
      }
    case 'file': {
      const chosen = objectsOf(body['file']).find((one) => one['selected'] !== false)
      const path = textAt(chosen, 'filePath')
      draft.leaveOut(where, texts.file(path || 'body'))
      return {
        type: 'file',
        file: projectPath(path) || 'body',
        mediaType: textAt(chosen, 'contentType') || 'application/octet-stream',
      }
    }
    default:
      if (!/^(none)?$/.test(mode)) draft.leaveOut(where, texts.otherBody(mode))
      return { type: 'none' }
  }
}

type Part = Extract<RequestBody, { type: 'multipart' }>['parts'][number]

function partsOf(one: Plain, where: string, draft: Draft, convert: Convert): Part[] {
  const name = convert(textAt(one, 'name'), where)
  const disabled = !isOn(one)
  const typed = textAt(one, 'contentType') === '' ? {} : { mediaType: textAt(one, 'contentType') }
  if (one['type'] !== 'file') return [{ name, value: convert(textAt(one, 'value'), where), disabled, ...typed }]
  const paths = Array.isArray(one['value']) ? listOf(one['value']).map(textOfValue) : [textAt(one, 'value')]
  return paths.map((path) => {
    if (!disabled) draft.leaveOut(where, texts.file(path))
    return { name, file: projectPath(path) || name, disabled, ...typed }
  })
}

/** Undefined if it inherits. */
function readAuth(auth: Plain | undefined, convert: Convert): ForeignAuth | undefined {
  const mode = textAt(auth, 'mode')
  const settings = objectOf(auth?.[mode]) ?? {}
  const at = (key: string): string => convert(textAt(settings, key))
  const read: Readonly<Record<string, () => ForeignAuth | undefined>> = {
    '': () => undefined,
    inherit: () => undefined,
    none: () => ({ kind: 'none' }),
    bearer: () => ({ kind: 'bearer', token: at('token'), prefix: 'Bearer' }),
    basic: () => ({ kind: 'basic', user: at('username'), password: at('password') }),
    digest: () => ({ kind: 'digest', user: at('username'), password: at('password') }),
    apikey: () => ({
      kind: 'api-key',
      name: at('key'),
      value: at('value'),
      place: /query/i.test(at('placement')) ? 'query' : 'header',
    }),
    awsv4: () => (at('accessKeyId') === '' && at('profileName') !== '' ? { kind: 'other', name: 'AWS profile' } : awsSigning(at)),
    ntlm: () => ntlmSigning(at),
    oauth1: () => oauth1Signing((key) => (typeof settings[key] === 'boolean' ? String(settings[key]) : at(key))),
    oauth2: () => ({
      kind: 'login',
      place: /url|query/i.test(at('tokenPlacement')) ? 'query' : 'header',
      prefix: Object.hasOwn(settings, 'tokenHeaderPrefix') ? at('tokenHeaderPrefix').trim() : 'Bearer',
      settings: {
        grant: grantOf(textAt(settings, 'grantType')) ?? 'ClientCredentials',
        tokenUrl: at('accessTokenUrl'),
        authorizationUrl: at('authorizationUrl'),
        refreshUrl: at('refreshTokenUrl'),
        clientId: at('clientId'),
        clientSecret: at('clientSecret'),
        basic: at('credentialsPlacement') === 'basic_auth_header',
        scope: at('scope'),
        username: at('username'),
        password: at('password'),
        pkce: textAt(settings, 'pkce') === 'true',
      },
    }),
  }
  return Object.hasOwn(read, mode) ? read[mode]?.() : { kind: 'other', name: mode }
}
