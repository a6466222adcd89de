import type { RuntimeFunction } from './function.ts'

/** Requests and their responses. */
export const requestFunctions = {
  request: {
    needs: ['run'],
    imports: ['http'],
    text: String.raw`/**
 * Sends a request; its answer, whatever the status. The tag "name" is the URL with the names of its variables.
 * @param {Record<string, any>} asked
 */
function request({ method = 'GET', url, name = url, query, headers = {}, body = null, type, timeout = 30, redirects = 10 }) {
  const typed = Object.keys(headers).some((header) => header.toLowerCase() === 'content-type')
  const sent = http.request(method, query ? withQuery(url, query) : url, body, {
    headers: type === undefined || typed ? headers : { ...headers, 'Content-Type': type },
    jar: run.jar ?? new http.CookieJar(),
    redirects,
    timeout: timeout + 's',
    tags: { step: run.step, name },
  })
  if (sent.status === 0) throw new Error(sent.error)
  const { blocked, connecting, tls_handshaking, duration } = sent.timings
  return {
    status: sent.status,
    url: sent.url,
    headers: sent.headers,
    cookies: sent.cookies,
    text: sent.body ?? '',
    duration: Math.round(blocked + connecting + tls_handshaking + duration),
  }
}`,
  },
  basic: {
    imports: ['encoding'],
    text: String.raw`/** Name and password of HTTP Basic are sent in base64, in which there is no colon. */
const basic = (value) => value.replace(/^Basic +([^:]*:.*)$/is, (_, user) => 'Basic ' + encoding.b64encode(user))`,
  },
  withQuery: {
    text: String.raw`/** Adds a query to a URL, which stays unchanged. */
function withQuery(url, query) {
  const encoded = (text) => encodeURIComponent(text).replace(/%(?:2F|3F|3A|40|2C|3B|24)/g, decodeURIComponent)
  const added = query.map((pair) => pair.map(encoded).join('=')).join('&')
  const [before, ...fragment] = url.split('#')
  const joint = !before.includes('?') ? '?' : /[?&]$/.test(before) ? '' : '&'
  return [before + joint + added, ...fragment].join('#')
}`,
  },
  form: {
    text: String.raw`/** Pairs as application/x-www-form-urlencoded. */
const form = (fields) => fields.map((pair) => pair.map(fieldEncoded).join('=')).join('&')

const fieldEncoded = (text) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (unit) => '%' + unit.charCodeAt(0).toString(16).toUpperCase())

/** As OAuth 2.0 encodes the credentials of a client. */
const formEncoded = (text) => fieldEncoded(text).replace(/%20/g, '+')`,
  },
  multipart: {
    needs: ['bytesOf', 'random'],
    text: String.raw`/** A multipart form of text and files, as body and type of a request. */
function multipart(parts) {
  const boundary = 'assay-' + Math.floor(random() * 1e16).toString(36) + Math.floor(random() * 1e16).toString(36)
  const quoted = (text) => '"' + text.replace(/\r\n|\r|\n/g, '%0D%0A').replace(/"/g, '%22') + '"'
  const pieces = parts.flatMap(({ name, value, content, fileName, type }) => [
    '--' + boundary + '\r\nContent-Disposition: form-data; name=' + quoted(name),
    fileName === undefined ? '' : '; filename=' + quoted(fileName),
    type ? '\r\nContent-Type: ' + type : '',
    '\r\n\r\n',
    content ?? value,
    '\r\n',
  ])
  const all = [...pieces, '--' + boundary + '--\r\n'].map((piece) => (typeof piece === 'string' ? bytesOf(piece) : new Uint8Array(piece)))
  const body = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of all) {
    body.set(piece, at)
    at += piece.length
  }
  return { body: body.buffer, type: 'multipart/form-data; boundary=' + boundary }
}`,
  },
  bytesOf: {
    text: String.raw`/** A string in UTF-8. */
function bytesOf(text) {
  const units = unescape(encodeURIComponent(text))
  return Uint8Array.from({ length: units.length }, (_, index) => units.charCodeAt(index))
}`,
  },
  sizeOf: {
    text: String.raw`/** The bytes of an answer's body. */
const sizeOf = (answer) => unescape(encodeURIComponent(answer.text)).length`,
  },
  graphql: {
    text: String.raw`/** A request of GraphQL over HTTP; "variables" is JSON. */
function graphql({ query, variables = '', operationName = '' }) {
  const given = variables.trim()
  if (given !== '' && (JSON.parse(given) === null || !given.startsWith('{'))) throw new Error('the GraphQL variables are no JSON object')
  const members = ['"query":' + JSON.stringify(query)]
  if (given !== '') members.push('"variables":' + given)
  if (operationName !== '') members.push('"operationName":' + JSON.stringify(operationName))
  return '{' + members.join(',') + '}'
}`,
  },
  until: {
    needs: ['judge', 'report', 'NotPassed'],
    imports: ['sleep'],
    text: String.raw`/** Repeats a request every few seconds until its checks pass. Fails when the time is over. */
function until({ every = 1, atMost = 30 }, send, checks) {
  const begun = Date.now()
  for (;;) {
    const answer = send()
    const judged = judge(answer, checks)
    const isOver = Date.now() - begun + every * 1000 > atMost * 1000
    if (judged.error || isOver || judged.results.every(({ holds }) => holds)) {
      report(answer, judged)
      return answer
    }
    sleep(every)
  }
}`,
  },
  headerOf: {
    text: String.raw`/** A header of a response, or undefined. The name is case-insensitive. */
function headerOf(answer, name) {
  const key = Object.keys(answer.headers).find((one) => one.toLowerCase() === name.toLowerCase())
  return key === undefined ? undefined : answer.headers[key]
}`,
  },
  cookieOf: {
    text: String.raw`/** The value of a cookie that an answer sets; of several the last. */
const cookieOf = (answer, name) => (Object.hasOwn(answer.cookies, name) ? answer.cookies[name].at(-1)?.value : undefined)`,
  },
  cookieInJar: {
    needs: ['run'],
    text: String.raw`/** The value of a cookie that is sent to the URL of an answer next. */
const cookieInJar = (answer, name) => run.jar.cookiesForURL(answer.url)[name]?.[0]`,
  },
  Unreadable: {
    text: String.raw`/** The value can't be read as expected, such as a body that isn't JSON. */
class Unreadable extends Error {}`,
  },
  documentOf: {
    needs: ['Unreadable'],
    text: String.raw`/** The body of a response as JSON, or undefined if it is empty. */
function documentOf(answer) {
  if (!('document' in answer)) {
    try {
      answer.document = answer.text.trim() === '' ? undefined : JSON.parse(answer.text)
    } catch {
      throw new Unreadable('the body is not JSON')
    }
  }
  return answer.document
}`,
  },
  bodyOf: {
    needs: ['documentOf', 'Unreadable'],
    text: String.raw`/** The body as JSON if possible, otherwise as text. */
function bodyOf(answer) {
  try {
    return documentOf(answer) ?? answer.text
  } catch (error) {
    if (error instanceof Unreadable) return answer.text
    throw error
  }
}`,
  },
} as const satisfies Record<string, RuntimeFunction>
