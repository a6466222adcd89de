import type { RequestBody } from '#engine/steps/send-request/schema.ts'
import { grantOf, type ForeignAuth } from '../request/auth.ts'
import { headerValue, pair, queryPairs, splitUrl, textBody, type Pair } from '../request/body.ts'
import { projectPath } from '../curl/parse-curl.ts'
import type { Draft } from '../draft.ts'
import type { Convert } from '../variables/moustache.ts'
import { objectOf, objectsOf, textAt, type Plain } from '../json-access.ts'
import { importerTexts as texts } from '../texts.ts'
import type { TreeFolder, TreeRequest } from '../tree.ts'
import { readTests } from './tests.ts'

/** What a collection or a folder gives to its requests. */
export function thunderFolderParts(folder: Plain, draft: Draft, convert: Convert): Omit<TreeFolder, 'name' | 'items'> {
  const settings = objectOf(folder['settings']) ?? {}
  const shared = objectsOf(settings['tests']).length
  if (shared > 0) draft.leaveOut(textAt(folder, 'name') || textAt(folder, 'colName'), texts.otherStep('tests of a folder'))
  return {
    description: textAt(folder, 'docs') || textAt(settings, 'docs'),
    auth: readAuth(objectOf(settings['auth']), convert),
    headers: pairsOf(settings['headers'], convert),
  }
}

/** A request of Thunder Client, with its tests. */
export function readThunderRequest(request: Plain, draft: Draft, convert: Convert): TreeRequest {
  const name = textAt(request, 'name') || textAt(request, 'url') || texts.nameless
  const { address, query } = splitUrl(textAt(request, 'url').trim())
  const params = objectsOf(request['params']).filter((one) => textAt(one, 'name') !== '')
  const path = new Map(params.filter((one) => one['isPath'] === true).map((one) => [textAt(one, 'name'), textAt(one, 'value')]))
  const url = convert(
    address.replace(/(?<!\{)\{([\w-]+)\}(?!\})/g, (whole, key: string) => path.get(key) ?? whole),
    name,
  )
  const headers = pairsOf(request['headers'], convert)
  const listed = pairsOf(
    params.filter((one) => one['isPath'] !== true),
    convert,
  )
  if (objectOf(request['preReq']) ?? objectOf(request['postReq'])) tellOfScripts(request, name, draft)
  const { checks, keeps } = readTests(objectsOf(request['tests']), name, draft, convert)
  return {
    name,
    description: textAt(request, 'docs'),
    method: textAt(request, 'method') || 'GET',
    url: /^([a-z][a-z0-9+.-]*:\/\/|\$\{)/i.test(url) || url === '' ? url : `http://${url}`,
    // The list says what the URL says, and what is switched off besides.
    query: listed.length > 0 ? listed : queryPairs(query).map((one) => pair(convert(one.name, name), convert(one.value, name))),
    headers,
    body: readBody(objectOf(request['body']) ?? {}, headers, name, draft, convert),
    auth: readAuth(objectOf(request['auth']), convert),
    checks,
    keeps,
  }
}

function tellOfScripts(request: Plain, where: string, draft: Draft): void {
  for (const [key, what] of [
    ['preReq', texts.scripts.before],
    ['postReq', texts.scripts.after],
  ] as const) {
    const count = Object.values(objectOf(request[key]) ?? {}).filter((one) => Array.isArray(one) && one.length > 0).length
    if (count > 0) draft.leaveOut(where, texts.otherStep(what))
  }
}

const pairsOf = (list: unknown, convert: Convert): Pair[] =>
  objectsOf(list)
    .filter((one) => textAt(one, 'name') !== '')
    .map((one) => pair(convert(textAt(one, 'name')), convert(textAt(one, 'value')), one['isDisabled'] === true))

const mediaTypes: Readonly<Record<string, string>> = {
  json: 'application/json',
  xml: 'application/xml',
  text: 'text/plain',
}

function readBody(body: Plain, headers: readonly Pair[], where: string, draft: Draft, convert: Convert): RequestBody {
  const type = textAt(body, 'type')
  if (type === 'formencoded') return { type: 'form', fields: pairsOf(body['form'], convert) }
  if (type === 'formdata')
    return {
      type: 'multipart',
      parts: [
        ...pairsOf(body['form'], convert),
        ...pairsOf(body['files'], convert).map(({ name, value, disabled }) => {
          draft.leaveOut(where, texts.file(value || name))
          return { name, disabled, file: projectPath(value) || name }
        }),
      ],
    }
  if (type === 'graphql')
    return {
      type: 'graphql',
      query: convert(textAt(body, 'graphql', 'query'), where),
      variables: convert(textAt(body, 'graphql', 'variables'), where),
      operationName: '',
    }
  if (type === 'binary') {
    const file = textAt(body, 'binary')
    draft.leaveOut(where, texts.file(file || 'body'))
    return {
      type: 'file',
      file: projectPath(file) || 'body',
      mediaType: headerValue(headers, 'content-type') || 'application/octet-stream',
    }
  }
  const text = convert(textAt(body, 'raw'), where)
  return textBody(text, headerValue(headers, 'content-type') || (mediaTypes[type] ?? 'text/plain'))
}

/** Undefined if it inherits. */
function readAuth(auth: Plain | undefined, convert: Convert): ForeignAuth | undefined {
  const type = textAt(auth, 'type')
  if (auth === undefined || type === '' || type === 'inherit') return undefined
  const at = (...path: string[]): string => convert(textAt(auth, ...path))
  const login = (key: string): string => at('oauth2', key)
  const read: Readonly<Record<string, () => ForeignAuth>> = {
    none: () => ({ kind: 'none' }),
    bearer: () => ({ kind: 'bearer', token: at('bearer'), prefix: at('bearerPrefix') || 'Bearer' }),
    basic: () => ({ kind: 'basic', user: at('basic', 'username'), password: at('basic', 'password') }),
    oauth2: () => ({
      kind: 'login',
      place: 'header',
      prefix: login('tokenPrefix') || 'Bearer',
      settings: {
        grant: grantOf(textAt(auth, 'oauth2', 'grantType')) ?? 'AuthorizationCode',
        tokenUrl: login('tokenUrl'),
        authorizationUrl: login('authUrl'),
        clientId: login('clientId'),
        clientSecret: login('clientSecret'),
        basic: textAt(auth, 'oauth2', 'clientAuth') !== 'in-body',
        scope: login('scope'),
        username: login('username'),
        password: login('password'),
        pkce: /^(true|yes)$/.test(login('usePkce')) || textAt(auth, 'oauth2', 'challengeMethod') !== '',
      },
    }),
  }
  return Object.hasOwn(read, type) ? read[type]?.() : { kind: 'other', name: type }
}
