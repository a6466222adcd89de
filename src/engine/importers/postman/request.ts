import type { RequestBody } from '#engine/steps/send-request/schema.ts'
import type { ForeignRequest } from '../request/add-request.ts'
import { headerValue, pair, queryPairs, splitUrl, textBody, withoutComments, type Pair } from '../request/body.ts'
import { asPostmanDoes, queryAsSent, writtenParams, type WrittenParam } from '../request/query.ts'
import { projectPath } from '../curl/parse-curl.ts'
import type { Draft } from '../draft.ts'
import { mediaTypeOfFile } from '../request/media-types.ts'
import type { Convert } from '../variables/moustache.ts'
import { member, objectOf, objectsOf, textAt, textOfValue, type Plain } from '../json-access.ts'
import { importerTexts as shared } from '../texts.ts'
import { postmanTexts as texts } from './texts.ts'

/** Methods whose bodies Postman keeps to itself, unless `disableBodyPruning` is requested. */
const bodyless = new Set(['GET', 'COPY', 'HEAD', 'PURGE', 'UNLOCK'])

/** Reads the `request` of an item: what it is made of; scripts, name and authorization stand around it. `alwaysBody`: of every method. */
export function readPostmanRequest(
  request: Plain,
  where: string,
  draft: Draft,
  convert: Convert,
  alwaysBody = false,
): Pick<ForeignRequest, 'method' | 'url' | 'query' | 'headers' | 'body'> {
  const headers = readHeaders(request['header'], (text) => convert(text, where))
  const { url, query } = readUrl(request['url'], where, convert)
  const method = textAt(request, 'method').trim().toUpperCase() || 'GET'
  const hasBody = alwaysBody || !bodyless.has(method)
  const body: RequestBody = hasBody ? readBody(objectOf(request['body']), headers, where, draft, convert) : { type: 'none' }
  // A form is sent as one, whatever the row says.
  const isForm = body.type === 'form'
  return {
    method,
    url,
    query,
    headers: isForm ? headers.filter(({ name }) => !/^content-type$/i.test(name.trim())) : headers,
    body,
  }
}

/** A list of objects, or (version 2.0) a string with a header a line. */
function readHeaders(header: unknown, convert: Convert): Pair[] {
  if (typeof header === 'string')
    return header
      .split(/\r?\n/)
      .filter((line) => line.includes(':'))
      .map((line) => {
        const at = line.indexOf(':')
        return pair(convert(line.slice(0, at).trim()), convert(line.slice(at + 1).trim()))
      })
  return objectsOf(header)
    .filter((one) => textAt(one, 'key').trim() !== '')
    .map((one) => pair(convert(textAt(one, 'key').trim()), convert(textOfValue(one['value'])), one['disabled'] === true))
}

function readUrl(url: unknown, where: string, convert: Convert): { url: string; query: Pair[] } {
  const parts = urlOfParts(url)
  const { address, query: written } = splitUrl((typeof url === 'string' ? url : (parts ?? textAt(url, 'raw'))).trim())
  const listed = member(url, 'query')
  const params: WrittenParam[] = Array.isArray(listed)
    ? objectsOf(listed)
        .map((one) => ({ name: textOfValue(one['key']), value: paramValue(one), disabled: one['disabled'] === true }))
        .filter(({ name, value }) => name !== '' || (value ?? '') !== '')
    : parts === undefined
      ? writtenParams(written)
      : []
  const { query, text } = queryAsSent(params, asPostmanDoes, (one) => convert(one, where))
  const given = new Map(
    objectsOf(member(url, 'variable')).map((one) => [textAt(one, 'key') || textAt(one, 'id'), textOfValue(one['value'])]),
  )
  // `/orders/:id` takes its value from the list beside it; an empty one is a variable to be filled in.
  const withPath = address.replace(/(?<=\/):([A-Za-z_][\w-]*)/g, (whole, name: string) => {
    const value = given.get(name)
    if (value === undefined) return whole
    return value === '' ? `{{${name}}}` : value
  })
  const made = convert(withPath, where) + (text === '' ? '' : `?${text}`)
  return { url: /^([a-z][a-z0-9+.-]*:\/\/|\$\{)/i.test(made) || made === '' ? made : `http://${made}`, query }
}

const paramValue = ({ value }: Plain): string | undefined =>
  value === null || value === undefined ? undefined : textOfValue(value)

/** The URL that its parts make: they are what Postman sends. Undefined if only its text is known. */
function urlOfParts(url: unknown): string | undefined {
  const joined = (value: unknown, by: string) =>
    Array.isArray(value) ? value.map((one) => textOfValue(one) || textAt(one, 'value')).join(by) : textOfValue(value)
  const host = joined(member(url, 'host'), '.')
  if (host === '') return undefined
  const parts = member(url, 'path')
  const path = Array.isArray(parts) ? `/${joined(parts, '/')}` : joined(parts, '/').replace(/^\/?/, '/')
  const isBare = path === '/' && !Array.isArray(parts)
  const port = textAt(url, 'port')
  const protocol = textAt(url, 'protocol')
  return `${protocol === '' ? '' : `${protocol.replace(/:?\/*$/, '')}://`}${host}${port === '' ? '' : `:${port}`}${isBare ? '' : path}`
}

const languages: Readonly<Record<string, string>> = {
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html',
  javascript: 'application/javascript',
  text: 'text/plain',
}

function readBody(body: Plain | undefined, headers: readonly Pair[], where: string, draft: Draft, convert: Convert): RequestBody {
  if (body === undefined || body['disabled'] === true) return { type: 'none' }
  const mode = textAt(body, 'mode')
  switch (mode) {
    case '':
      return { type: 'none' }
    case 'raw': {
      const language = textAt(body, 'options', 'raw', 'language')
      const mediaType = headerValue(headers, 'content-type') || (languages[language] ?? 'text/plain')
      return textBody(convert(withoutComments(textAt(body, 'raw'), languages[language] ?? mediaType), where), mediaType)
    }
    case 'urlencoded': {
      const fields =
        typeof body['urlencoded'] === 'string'
          ? queryPairs(body['urlencoded']).map(({ name, value }) => pair(convert(name, where), convert(value, where)))
          : objectsOf(body['urlencoded']).map((one) =>
              pair(convert(textAt(one, 'key'), where), convert(textOfValue(one['value']), where), one['disabled'] === true),
            )
      return fields.every(({ disabled }) => disabled) ? { type: 'none' } : { type: 'form', fields }
    }
    case 'formdata': {
      const parts = objectsOf(body['formdata']).flatMap((one) => partsOf(one, where, draft, convert))
      return parts.length === 0 ? { type: 'none' } : { type: 'multipart', parts }
    }
    case 'graphql':
      return {
        type: 'graphql',
        query: convert(textAt(body, 'graphql', 'query'), where),
        variables: convert(jsonText(member(body, 'graphql', 'variables')), where),
        operationName: convert(textAt(body, 'graphql', 'operationName'), where),
      }
    case 'file': {
      const path = textAt(body, 'file', 'src') || textAt(body, 'file')
      if (path === '') {
        draft.leaveOut(where, texts.noFile)
        return { type: 'none' }
      }
      draft.leaveOut(where, shared.file(path))
      return {
        type: 'file',
        file: projectPath(path) || 'body',
        mediaType: headerValue(headers, 'content-type') || mediaTypeOfFile(path) || 'application/octet-stream',
      }
    }
    default:
      draft.leaveOut(where, texts.binary(mode))
      return { type: 'none' }
  }
}

type Part = Extract<RequestBody, { type: 'multipart' }>['parts'][number]

function partsOf(one: Plain, where: string, draft: Draft, convert: Convert): Part[] {
  const name = convert(textAt(one, 'key'), where)
  const disabled = one['disabled'] === true
  const mediaType = textAt(one, 'contentType')
  const typed = mediaType === '' ? {} : { mediaType }
  if (one['type'] !== 'file') return [{ name, value: convert(textAt(one, 'value'), where), disabled, ...typed }]
  const paths = (Array.isArray(one['src']) ? one['src'].map(textOfValue) : [textAt(one, 'src')]).map((path) => path || name)
  for (const path of paths) if (!disabled) draft.leaveOut(where, shared.file(path))
  return paths.map((path) => {
    const known = mediaType || mediaTypeOfFile(path)
    return { name, file: projectPath(path), disabled, ...(known === undefined ? {} : { mediaType: known }) }
  })
}

const jsonText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2) : textOfValue(value)
