import { signedAuthIn } from '#engine/steps/send-request/auth/signed-auth.ts'
import type { ForeignRequest } from '../request/add-request.ts'
import type { ForeignAuth } from '../request/auth.ts'
import { headerValue, pair, queryPairs, splitUrl, textBody, type Pair } from '../request/body.ts'
import { asUrlParsersDo, queryAsSent, writtenParams } from '../request/query.ts'
import { projectPath } from '../curl/parse-curl.ts'
import type { Draft } from '../draft.ts'
import { sentPart, writtenParts } from '../request/multipart.ts'
import { importerTexts as texts } from '../texts.ts'
import type { HttpRequestText } from './parse-http.ts'
import type { Convert } from './templates.ts'

/** The parts of a request that are sent. */
export function readHttpRequest(
  request: HttpRequestText,
  draft: Draft,
  convert: Convert,
  hasHost = false,
): Omit<ForeignRequest, 'name' | 'where'> {
  const where = request.name
  const all = request.headers.map(({ name, value }) => pair(convert(name, where), convert(value, where)))
  const isGraphql = all.some(({ name }) => name.toLowerCase() === 'x-request-type')
  const host = headerValue(all, 'host')
  const { address, query } = splitUrl(request.url)
  // In httpyac the variable `host` is put before a path.
  const converted = convert(hasHost && host === '' && address.startsWith('/') ? `{{host}}${address}` : address, where)
  const url = converted.startsWith('/') && host !== '' ? `http://${host}${converted}` : converted
  const { query: pairs, text } = queryAsSent(writtenParams(query), asUrlParsersDo, (one) => convert(one, where))
  const sent = all.filter(({ name }) => !/^(x-request-type|host)$/i.test(name))
  // How httpyac writes a sign-in.
  const login = /^(oauth2|openid|oidc)\b.*/i.exec(headerValue(sent, 'authorization'))?.[0]
  if (login !== undefined) draft.leaveOut(where, texts.auth(login))
  const { auth, headers } = withAuth(login === undefined ? sent : sent.filter(({ name }) => !/^authorization$/i.test(name)))
  return {
    description: request.description,
    method: request.method,
    url: `${/^([a-z][a-z0-9+.-]*:\/\/|\$\{)/i.test(url) ? url : `http://${url}`}${text === '' ? '' : `?${text}`}`,
    query: pairs,
    headers,
    body: isGraphql ? graphql(request.body, where, convert) : bodyOf(request, headers, draft, convert),
    ...(request.followRedirects ? {} : { followRedirects: false }),
    auth,
  }
}

/**
 * `Authorization: Basic user password` is written in plaintext in these files; `Digest username="…", …` is a digest response
 * that stays unchanged.
 */
function withAuth(headers: Pair[]): { auth: ForeignAuth; headers: Pair[] } {
  const value = headerValue(headers, 'authorization')
  const [, scheme = '', user = '', password = ''] = /^(basic|digest)\s+(?!\w+\s*=\s*")(\S+?)(?:\s+|:)(\S.*)$/i.exec(value) ?? []
  const rest = headers.filter(({ name }) => name.toLowerCase() !== 'authorization')
  // VS Code writes AWS keys as they are written here.
  const signing = signedAuthIn('authorization', value)
  if (signing) return { auth: { kind: 'signing', auth: signing }, headers: rest }
  if (user === '') return { auth: { kind: 'none' }, headers }
  return { headers: rest, auth: { kind: /basic/i.test(scheme) ? 'basic' : 'digest', user, password } }
}

function bodyOf(request: HttpRequestText, headers: readonly Pair[], draft: Draft, convert: Convert): ForeignRequest['body'] {
  const mediaType = headerValue(headers, 'content-type')
  if (request.file !== '') {
    draft.leaveOut(request.name, texts.file(request.file))
    return { type: 'file', file: projectPath(request.file) || 'body', mediaType: mediaType || 'application/octet-stream' }
  }
  const parts = writtenParts(request.body, mediaType)
  if (parts) {
    for (const { file } of parts) if (file !== undefined) draft.leaveOut(request.name, texts.file(file))
    return { type: 'multipart', parts: parts.map((part) => sentPart(part, (text) => convert(text, request.name))) }
  }
  if (/^application\/x-www-form-urlencoded/i.test(mediaType))
    return {
      type: 'form',
      // JetBrains writes fields on lines of their own, with spaces around what parts them.
      fields: queryPairs(request.body.replace(/(?<!\s)\s*\n\s*/g, '').replace(/(?<! ) *([&=]) */g, '$1')).map((one) =>
        pair(convert(one.name, request.name), convert(one.value, request.name)),
      ),
    }
  const text = convert(request.body, request.name)
  // Without the header none is sent.
  return mediaType === '' && text !== '' ? { type: 'text', mediaType: '', text } : textBody(text, mediaType)
}

/** Where the variables of GraphQL start: at the first line end of the first blank lines before a brace; -1 without them. */
function startOfVariables(body: string): number {
  for (const { 0: blank, index } of body.matchAll(/(?<!\s)\s+(?=\{)/g)) {
    const first = blank.indexOf('\n')
    if (first >= 0 && blank.includes('\n', first + 1)) return index + first
  }
  return -1
}

/** The query, an empty line, then its variables as JSON. */
function graphql(body: string, where: string, convert: Convert): ForeignRequest['body'] {
  const at = startOfVariables(body)
  const query = at < 0 ? body : body.slice(0, at)
  return {
    type: 'graphql',
    query: convert(query.trim(), where),
    variables: convert(at < 0 ? '' : body.slice(at).trim(), where),
    operationName: '',
  }
}
