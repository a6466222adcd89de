import { firstLine } from '../first-case/first-line.ts'

/** A request as it is in a `.http` file. */
export interface HttpRequestText {
  /** By which other requests refer to its response. */
  id: string
  /** What follows `###`, or its id. */
  name: string
  description: string
  method: string
  url: string
  headers: { name: string; value: string }[]
  body: string
  /** The file that is its body. */
  file: string
  /** The cURL command that it is written as; then nothing else is read of it. */
  command?: string
  followRedirects: boolean
  before: string[]
  after: string[]
  /** Lines of httpyac that check the response, without their marks. */
  asserts: string[]
  /** Scripts in httpyac's own form. */
  others: string[]
}

/** A `.http` file: its variables and its requests, in their order. */
export interface HttpFile {
  variables: { name: string; value: string; line: number }[]
  requests: HttpRequestText[]
  /** Requests that are no HTTP, by what they are: `WEBSOCKET`. */
  others: string[]
}

const version = /(?<!\s)\s+HTTP\/[\d.]+(\s*\([\w ]*\))?\s*$/
const methods = /^([A-Z]+)\s+(\S.*)$/
const otherProtocols = /^(WEBSOCKET|WSS?|GRPC|RSOCKET|STOMP|MQTT|AMQP|SSE)$/
const comment = /^\s*(#|\/\/)/

/** Reads a `.http` file of VS Code's REST Client or of the HTTP client of JetBrains. */
export function parseHttp(text: string): HttpFile {
  const lines = text
    .replaceAll('\r\n', '\n')
    .replace(/^\uFEFF/, '')
    .split('\n')
  const file: HttpFile = { variables: [], requests: [], others: [] }
  let part: string[] = []
  let title = ''
  let begin = 1
  const finish = () => {
    const request = readPart(part, title, file, begin)
    if (request !== undefined) file.requests.push(request)
    part = []
  }
  for (const [at, line] of lines.entries()) {
    const separator = /^###+\s*(.*)$/.exec(line)
    if (separator === null) part.push(line)
    else {
      finish()
      begin = at + 2
      title = separator[1]?.trim() ?? ''
    }
  }
  finish()
  return file
}

/** `begin`: the number of its first line in the file. */
function readPart(
  lines: readonly string[],
  title: string,
  { variables, others }: HttpFile,
  begin: number,
): HttpRequestText | undefined {
  const request: HttpRequestText = {
    id: '',
    name: title,
    description: '',
    method: 'GET',
    url: '',
    headers: [],
    body: '',
    file: '',
    followRedirects: true,
    before: [],
    after: [],
    asserts: [],
    others: [],
  }
  let at = 0
  for (; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const [, mark, value = ''] = /^\s*(?:#|\/\/)\s*@([\w-]+)\s*=?\s*(.*)$/.exec(line) ?? []
    const variable = /^\s*@([^\s=]+)\s*=\s*(.*)$/.exec(line)
    if (mark === 'name') request.id = value.trim()
    else if (mark === 'no-redirect') request.followRedirects = false
    else if (comment.test(line)) request.description += `${line.replace(/^\s*(#|\/\/)\s?/, '')}\n`
    else if (variable !== null) variables.push({ name: variable[1] ?? '', value: (variable[2] ?? '').trim(), line: begin + at })
    else if (/^\s*<\s*\{%/.test(line)) at = script(lines, at, request.before)
    else if (ownScript.test(line)) at = skipOwnScript(lines, at, request.others)
    else if (line.trim() !== '') break
  }
  const first = (lines[at] ?? '').trim().replace(version, '')
  if (first === '') return undefined
  if (/^curl\s/i.test(first)) return ofCommand(lines.slice(at), request)
  const [, method, url] = methods.exec(first) ?? []
  if (method !== undefined && otherProtocols.test(method)) {
    others.push(method)
    return undefined
  }
  request.method = method === 'GRAPHQL' ? 'POST' : (method ?? 'GET')
  request.url = (url ?? first).trim()
  if (!/^(\{\{|https?:|\/|[\w-]+(\.[\w-]+)*(:\d+)?(\/|$|\?))/i.test(request.url)) return undefined
  at = headersOf(lines, at + 1, request)
  bodyOf(lines, at, request)
  request.name ||= request.id
  request.description = request.description.trim()
  if (method === 'GRAPHQL') request.headers.push({ name: 'X-REQUEST-TYPE', value: 'GraphQL' })
  return request
}

/** A cURL command instead of a request, up to an empty line. */
function ofCommand(lines: readonly string[], request: HttpRequestText): HttpRequestText {
  const end = lines.findIndex((line) => line.trim() === '')
  request.command = lines.slice(0, end < 0 ? lines.length : end).join('\n')
  request.name ||= request.id
  request.description = request.description.trim()
  return request
}

/** Lines behind the URL that go on with its query, then headers; gives the line behind the empty one. */
function headersOf(lines: readonly string[], from: number, request: HttpRequestText): number {
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (line.trim() === '') return at + 1
    if (comment.test(line)) continue
    if (assertion.test(line)) {
      request.asserts.push(line.replace(assertion, ''))
      continue
    }
    const header = /^([!#$%&'*+.^_`|~\w-]+)\s*:\s*(.*)$/.exec(line)
    if (/^\s+[?&/]/.test(line) || (/^[?&]/.test(line) && request.headers.length === 0)) request.url += line.trim()
    else if (header !== null) request.headers.push({ name: header[1] ?? '', value: (header[2] ?? '').trim() })
    else return at
  }
  return lines.length
}

function bodyOf(lines: readonly string[], from: number, request: HttpRequestText): void {
  const body: string[] = []
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const file = /^<@?\w*\s+(?!\{%)(\S.*)$/.exec(line)?.[1]
    if (/^>\s*\{%/.test(line)) at = script(lines, at, request.after)
    else if (ownScript.test(line)) at = skipOwnScript(lines, at, request.others)
    else if (assertion.test(line)) request.asserts.push(line.replace(assertion, ''))
    else if (/^>{1,2}!?\s+\S/.test(line) || /^<>\s/.test(line)) continue
    else if (file !== undefined && body.every((one) => one.trim() === '')) request.file = file.trim()
    else body.push(line)
  }
  const text = body.join('\n').trim()
  // In JSON, and behind a body, they are comments.
  request.body = /^[[{]/.test(text)
    ? body
        .filter((line) => !comment.test(line))
        .join('\n')
        .trim()
    : text
}

/** A line of httpyac that checks the response: `?? status == 200`. */
const assertion = /^\s*\?\?\s+/

/** The first line of a script of httpyac, which goes on to a line with `}}`. */
const ownScript = /^\{\{[@+]?\w*\s*$/

function skipOwnScript(lines: readonly string[], from: number, into: string[]): number {
  const end = firstLine(lines, from + 1, (line) => /^\}\}\s*$/.test(line))
  const last = end < 0 ? lines.length - 1 : end
  into.push(lines.slice(from + 1, last).join('\n'))
  return last
}

/** A script between `{%` and `%}`; gives its last line. */
function script(lines: readonly string[], from: number, into: string[]): number {
  const end = firstLine(lines, from, (line) => line.includes('%}'))
  const last = end < 0 ? lines.length - 1 : end
  into.push(
    lines
      .slice(from, last + 1)
      .join('\n')
      .replace(/^\s*[<>]\s*\{%/, '')
      .replace(/%\}[\s\S]*$/, ''),
  )
  return last
}
