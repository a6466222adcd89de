import type { RequestBody } from '#engine/steps/send-request/schema.ts'
import type { ForeignAuth } from '../request/auth.ts'
import { headerValue, pair, queryPairs, splitUrl, textBody, type Pair } from '../request/body.ts'
import { projectPath } from '../curl/parse-curl.ts'
import type { Draft } from '../draft.ts'
import { mediaTypeOfFile } from '../request/media-types.ts'
import type { Convert } from '../variables/moustache.ts'
import { objectOf, objectsOf, textAt, type Plain } from '../json-access.ts'
import { importerTexts as texts } from '../texts.ts'
import type { TreeRequest } from '../tree.ts'

/** A request of HTTPie Desktop. */
export function readHttpieRequest(request: Plain, draft: Draft, convert: Convert): TreeRequest {
  const { address, query } = splitUrl(textAt(request, 'url').trim())
  const method = textAt(request, 'method') || 'GET'
  const name = textAt(request, 'name') || `${method} ${address}`.slice(0, 120)
  const given = new Map(enabledOf(request['pathParams']).map((one) => [textAt(one, 'name'), textAt(one, 'value')]))
  // `/orders/:id` takes its value from the list; an empty one is a variable to be filled in.
  const filled = address.replace(/(?<=\/):([A-Za-z_][\w-]*)/g, (whole, key: string) =>
    given.has(key) ? given.get(key) || `{{${key}}}` : whole,
  )
  const url = convert(filled, name)
  const headers = pairsOf(request['headers'], convert)
  const auth = readHttpieAuth(objectOf(request['auth']), convert)
  return {
    name,
    method,
    url: /^([a-z][a-z0-9+.-]*:\/\/|\$\{)/i.test(url) || url === '' ? url : `http://${url}`,
    query: [
      ...queryPairs(query).map((one) => pair(convert(one.name, name), convert(one.value, name))),
      ...pairsOf(request['queryParams'], convert),
    ],
    headers,
    body: readBody(objectOf(request['body']) ?? {}, headers, name, draft, convert),
    ...(auth ? { auth } : {}),
  }
}

/** The `auth` of a collection or a request; undefined if it inherits. The password is the token of Bearer and the value of a key. */
export function readHttpieAuth(auth: Plain | undefined, convert: Convert): ForeignAuth | undefined {
  const type = textAt(auth, 'type')
  const user = convert(textAt(auth, 'credentials', 'username'))
  const password = convert(textAt(auth, 'credentials', 'password'))
  switch (type) {
    case '':
    case 'inherited':
      return undefined
    case 'none':
      return { kind: 'none' }
    case 'basic':
      return { kind: 'basic', user, password }
    case 'bearer':
      return { kind: 'bearer', token: password, prefix: 'Bearer' }
    case 'apiKey':
      return { kind: 'api-key', name: user, value: password, place: textAt(auth, 'target') === 'params' ? 'query' : 'header' }
    default:
      return { kind: 'other', name: type }
  }
}

const enabledOf = (list: unknown): Plain[] => objectsOf(list).filter((one) => one['enabled'] !== false)

const pairsOf = (list: unknown, convert: Convert): Pair[] =>
  objectsOf(list)
    .filter((one) => textAt(one, 'name') !== '')
    .map((one) => pair(convert(textAt(one, 'name')), convert(textAt(one, 'value')), one['enabled'] === false))

/** The editors of all types keep what was typed; `type` says which one is sent. */
function readBody(body: Plain, headers: readonly Pair[], where: string, draft: Draft, convert: Convert): RequestBody {
  const named = (path: string): string => {
    draft.leaveOut(where, texts.file(path))
    return projectPath(path)
  }
  switch (textAt(body, 'type')) {
    case 'text': {
      const text = textAt(body, 'text', 'value')
      if (text === '') return { type: 'none' }
      return textBody(
        convert(text, where),
        headerValue(headers, 'content-type') || textAt(body, 'text', 'format') || 'text/plain',
      )
    }
    case 'form': {
      const fields = objectsOf(objectOf(body['form'])?.['fields']).filter((one) => textAt(one, 'name') !== '')
      if (objectOf(body['form'])?.['isMultipart'] !== true) return { type: 'form', fields: pairsOf(fields, convert) }
      return {
        type: 'multipart',
        parts: fields.map((one) => {
          const part = { name: convert(textAt(one, 'name'), where), disabled: one['enabled'] === false }
          const path = textAt(one, 'file', 'name') || part.name
          return textAt(one, 'type') === 'text' || textAt(one, 'type') === ''
            ? { ...part, value: convert(textAt(one, 'value'), where) }
            : { ...part, file: named(path) }
        }),
      }
    }
    case 'graphql':
      return {
        type: 'graphql',
        query: convert(textAt(body, 'graphql', 'query'), where),
        variables: convert(textAt(body, 'graphql', 'variables'), where),
        operationName: '',
      }
    case 'file': {
      const path = textAt(body, 'file', 'name')
      if (path === '') return { type: 'none' }
      const mediaType = headerValue(headers, 'content-type') || mediaTypeOfFile(path) || 'application/octet-stream'
      return { type: 'file', file: named(path), mediaType }
    }
    default:
      return { type: 'none' }
  }
}
