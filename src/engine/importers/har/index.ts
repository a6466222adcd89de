import { formDecoded } from '#engine/base/encoding/percent-decoded.ts'
import { ok } from '#engine/base/result.ts'
import type { RequestBody } from '#engine/steps/send-request/schema.ts'
import { addRequest } from '../request/add-request.ts'
import { createAuthorizer } from '../request/auth.ts'
import { pair, queryPairs, splitUrl, textBody, type Pair } from '../request/body.ts'
import { projectPath } from '../curl/parse-curl.ts'
import type { Importer } from '../importer.ts'
import { sentPart, writtenParts } from '../request/multipart.ts'
import { member, objectOf, objectsOf, textAt, type Plain } from '../json-access.ts'
import { requestName } from '../request/request-name.ts'
import { check } from '../scripts/values.ts'
import { literal } from '../variables/templates.ts'
import { wrongFormat } from '../wrong-format.ts'
import { importerTexts as texts } from '../texts.ts'

/** What a browser adds by itself: a page can't send it, and it says nothing about the API. */
const ofBrowser =
  /^(:|sec-|(host|connection|content-length|accept-encoding|cookie|origin|referer|user-agent|upgrade-insecure-requests|dnt|priority|pragma|te|alt-used)$)/i
/** Parts of a page, not calls of an API. */
const asset = /^(image|font|audio|video)\/|css|javascript|text\/html|wasm/i
const assetPath = /\.(png|jpe?g|gif|svg|ico|webp|css|js|mjs|map|woff2?|ttf|mp4|webm)$/i

/** HAR 1.2, what browsers and proxies record: each call becomes a request with the status that was seen. */
export const harImporter: Importer<'har'> = {
  id: 'har',
  detect: ({ files }) => files.some((file) => Array.isArray(member(file.json(), 'log', 'entries'))),
  async read({ name, files }, draft) {
    const logs = files.map((file) => member(file.json(), 'log'))
    const entries = logs.flatMap((log) => objectsOf(member(log, 'entries')))
    const requests = entries.filter((entry) => !isWebSocket(entry))
    const calls = requests.filter((entry) => !isAsset(entry))
    // A record of pages only is still a record.
    const kept = calls.length === 0 ? requests : calls
    if (kept.length === 0) return wrongFormat(name, 'har', texts.noRequests)
    if (kept.length < requests.length) draft.leaveOut('', texts.assets(requests.length - kept.length))
    if (requests.length < entries.length) draft.leaveOut('', texts.otherRequest('WebSocket'))
    const origin = commonOrigin(kept)
    if (origin !== undefined) draft.project.variables.push(draft.variable('baseUrl', literal(origin)))
    const authorizer = createAuthorizer(draft)
    const one = draft.case(draft.suite(draft.project.name), texts.namelessCase)
    one.onFailure = 'continue'
    for (const entry of kept) {
      const request = objectOf(entry['request']) ?? {}
      const url = textAt(request, 'url')
      const { address, query } = splitUrl(literal(url.replace(/#.*$/, '')))
      const method = textAt(request, 'method') || 'GET'
      const step = requestName(method, url)
      const headers = headersOf(request)
      const names = (headers: unknown): string[] => objectsOf(headers).map((header) => textAt(header, 'name').toLowerCase())
      if (names(request['headers']).includes('cookie')) draft.cookies.sent = true
      if (names(member(entry, 'response', 'headers')).includes('set-cookie')) draft.cookies.set = true
      const status = Number(member(entry, 'response', 'status'))
      addRequest(
        draft,
        one,
        {
          name: step,
          where: step,
          description: textAt(entry, 'comment'),
          method,
          url: origin !== undefined && address.startsWith(origin) ? `\${baseUrl}${address.slice(origin.length)}` : address,
          query: queryPairs(query),
          headers,
          body: bodyOf(objectOf(request['postData']), (path) => draft.leaveOut(step, texts.file(path))),
          // A browser records the response after a redirect as a separate entry.
          ...(status >= 300 && status < 400 ? { followRedirects: false } : {}),
          auth: { kind: 'none' },
          checks: status >= 100 && status !== 304 ? [check({ source: 'status' }, 'equals', status)] : [],
        },
        authorizer,
      )
    }
    return ok(undefined)
  },
}

/** A WebSocket handshake: recorded as a GET, except for its response. */
const isWebSocket = (entry: Plain): boolean =>
  textAt(entry, '_resourceType') === 'websocket' ||
  textAt(entry, 'response', 'status') === '101' ||
  /^wss?:/i.test(textAt(entry, 'request', 'url'))

function isAsset(entry: Plain): boolean {
  const type = textAt(entry, '_resourceType')
  if (/^(image|stylesheet|script|font|media|document|manifest|preflight)$/.test(type)) return true
  if (/^(xhr|fetch)$/.test(type)) return false
  const method = textAt(entry, 'request', 'method').toUpperCase()
  if (method === 'OPTIONS' && hasHeader(entry, 'access-control-request-method')) return true
  const mediaType = textAt(entry, 'response', 'content', 'mimeType')
  const { address } = splitUrl(textAt(entry, 'request', 'url'))
  return /^(GET|CONNECT)$/.test(method) && (asset.test(mediaType) || assetPath.test(address))
}

/** A preflight of CORS has it: a browser asks by itself. */
const hasHeader = (entry: Plain, name: string): boolean =>
  objectsOf(objectOf(entry['request'])?.['headers']).some((header) => textAt(header, 'name').toLowerCase() === name)

/** The origin of most of the calls; undefined if there are several and none leads. */
function commonOrigin(entries: readonly Plain[]): string | undefined {
  const counts = new Map<string, number>()
  for (const entry of entries) {
    const origin = /^https?:\/\/[^/?#]+/i.exec(textAt(entry, 'request', 'url'))?.[0]
    if (origin !== undefined) counts.set(origin, (counts.get(origin) ?? 0) + 1)
  }
  const [first] = Array.from(counts).toSorted((a, b) => b[1] - a[1])
  return first !== undefined && first[1] * 2 > entries.length && !first[0].includes('${') ? first[0] : undefined
}

const headersOf = (request: Plain): Pair[] =>
  objectsOf(request['headers'])
    .filter((header) => textAt(header, 'name') !== '' && !ofBrowser.test(textAt(header, 'name')))
    .map((header) => pair(literal(textAt(header, 'name')), literal(textAt(header, 'value'))))

function bodyOf(data: Plain | undefined, tellFile: (path: string) => void): RequestBody {
  if (data === undefined) return { type: 'none' }
  const mediaType = textAt(data, 'mimeType')
  const params = objectsOf(data['params'])
  if (/^multipart\/form-data/i.test(mediaType) && params.length > 0)
    return {
      type: 'multipart',
      parts: params.map((one) => {
        const file = textAt(one, 'fileName')
        if (file !== '') tellFile(file)
        const content = file === '' ? { value: literal(textAt(one, 'value')) } : { file: projectPath(file) || 'file' }
        return { name: literal(textAt(one, 'name')), disabled: false, ...content }
      }),
    }
  const text = textAt(data, 'text')
  const written = writtenParts(text, mediaType)
  if (written) {
    for (const { file } of written) if (file !== undefined) tellFile(file)
    return { type: 'multipart', parts: written.map((part) => sentPart(part, literal)) }
  }
  if (/^application\/x-www-form-urlencoded/i.test(mediaType)) {
    // Chrome and its kin write parameters as they were sent.
    const fields =
      text === ''
        ? params.map((one) => pair(formDecoded(textAt(one, 'name')), formDecoded(textAt(one, 'value'))))
        : queryPairs(text)
    return { type: 'form', fields: fields.map((one) => pair(literal(one.name), literal(one.value))) }
  }
  return textBody(literal(text), mediaType || 'text/plain')
}
