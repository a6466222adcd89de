import { filePathProblem } from '#engine/steps/send-request/body-file.ts'
import { fail, ok, type Result } from '#engine/base/result.ts'
import type { RequestBody, SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { shellWords } from './shell-words.ts'

/** What a cURL command says about a request; keys as in the file. */
export interface CurlRequest {
  method: string
  url: string
  query: SendRequestStep['query']
  headers: SendRequestStep['headers']
  body: RequestBody
  followRedirects: boolean
  timeout?: number
  /** Options that were left out, and why, for the person. */
  notes: string[]
}

/** Options that take an argument, by long name; short ones point at them. */
const valued: Record<string, string> = {
  X: 'request',
  H: 'header',
  d: 'data',
  F: 'form',
  u: 'user',
  b: 'cookie',
  A: 'user-agent',
  e: 'referer',
  m: 'max-time',
  o: 'output',
  x: 'proxy',
  T: 'upload-file',
  w: 'write-out',
  c: 'cookie-jar',
  E: 'cert',
  K: 'config',
  D: 'dump-header',
  r: 'range',
}
const valuedLong = new Set([
  ...Object.values(valued),
  'url',
  'data-ascii',
  'data-raw',
  'data-binary',
  'data-urlencode',
  'json',
  'form-string',
  'connect-timeout',
  'cacert',
  'capath',
  'key',
  'key-type',
  'cert-type',
  'resolve',
  'retry',
  'retry-delay',
  'max-redirs',
  'proxy-user',
  'oauth2-bearer',
  'aws-sigv4',
  'ciphers',
  'interface',
  'limit-rate',
])
const flags: Record<string, string> = {
  L: 'location',
  G: 'get',
  I: 'head',
  k: 'insecure',
  s: 'silent',
  S: 'show-error',
  v: 'verbose',
  i: 'include',
  f: 'fail',
  g: 'globoff',
}
/** Options about the terminal, not about the request: left out without a word. */
const quiet = new Set(
  'silent show-error verbose include fail globoff compressed output write-out dump-header progress-bar no-progress-meter no-buffer http1.1 http2 http2-prior-knowledge path-as-is fail-with-body'.split(
    ' ',
  ),
)

interface Parts {
  method?: string
  url?: string
  headers: { name: string; value: string }[]
  data: string[]
  file?: string
  form: { name: string; value?: string; file?: string; mediaType?: string }[]
  json: boolean
  get: boolean
  head: boolean
  follow: boolean
  timeout?: number
  notes: string[]
}

/** Reads a cURL command; nothing in it is executed, no file is read. */
export function parseCurl(command: string): Result<CurlRequest, string> {
  const words = shellWords(command.trim().replace(/^\$\s+/, ''))
  if (!/^curl(\.exe)?$/.test(words[0] ?? '')) return fail('This is not a cURL command.')
  const parts: Parts = { headers: [], data: [], form: [], json: false, get: false, head: false, follow: false, notes: [] }
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (word.startsWith('--')) {
      const [name = '', ...inline] = word.slice(2).split('=')
      if (!valuedLong.has(name)) option(parts, name, '')
      else if (inline.length > 0) option(parts, name, inline.join('='))
      else option(parts, name, words[(at += 1)] ?? '')
    } else if (word.startsWith('-') && word.length > 1) {
      for (let index = 1; index < word.length; index += 1) {
        const letter = word[index] ?? ''
        const name = valued[letter]
        if (name === undefined) option(parts, flags[letter] ?? letter, '')
        else {
          option(parts, name, word.slice(index + 1) || (words[(at += 1)] ?? ''))
          break
        }
      }
    } else parts.url ??= word
  }
  if (parts.url === undefined || parts.url === '') return fail('The cURL command names no URL.')
  return ok(compose(parts, withoutUser(parts, parts.url)))
}

/** The address without a user and a password in it, which become a header: Assay sends none of an address. */
function withoutUser(parts: Parts, url: string): string {
  const [whole, scheme = '', user] = /^([a-z]+:\/\/)?([^/?#]*)@/i.exec(url) ?? []
  if (whole === undefined || user === undefined || user.includes('${')) return url
  if (!parts.headers.some(({ name }) => name.toLowerCase() === 'authorization'))
    option(parts, 'user', decodeUser(user.includes(':') ? user : `${user}:`))
  return scheme + url.slice(whole.length)
}

function decodeUser(user: string): string {
  try {
    return decodeURIComponent(user)
  } catch {
    return user
  }
}

function option(parts: Parts, name: string, value: string): void {
  switch (name) {
    case 'request':
      parts.method = value
      return
    case 'url':
      parts.url ??= value
      return
    case 'header': {
      const at = value.search(/[:;]/)
      if (at > 0) parts.headers.push({ name: value.slice(0, at).trim(), value: value.slice(at + 1).trim() })
      return
    }
    case 'data':
    case 'data-ascii':
    case 'data-binary':
      if (value.startsWith('@')) parts.file = projectPath(value.slice(1))
      else parts.data.push(value)
      return
    case 'data-raw':
      parts.data.push(value)
      return
    case 'data-urlencode': {
      const at = value.indexOf('=')
      parts.data.push(at < 0 ? encodeURIComponent(value) : `${value.slice(0, at + 1)}${encodeURIComponent(value.slice(at + 1))}`)
      return
    }
    case 'json':
      parts.json = true
      parts.data.push(value)
      return
    case 'form':
    case 'form-string':
      parts.form.push(formPart(value, name === 'form'))
      return
    case 'user':
      parts.headers.push({ name: 'Authorization', value: `Basic ${base64(value)}` })
      return
    case 'oauth2-bearer':
      parts.headers.push({ name: 'Authorization', value: `Bearer ${value}` })
      return
    case 'cookie':
      if (value.includes('=')) parts.headers.push({ name: 'Cookie', value })
      else parts.notes.push(`--cookie ${value}: cookie files are not read`)
      return
    case 'user-agent':
      parts.headers.push({ name: 'User-Agent', value })
      return
    case 'referer':
      parts.headers.push({ name: 'Referer', value })
      return
    case 'upload-file':
      parts.file = projectPath(value)
      parts.method ??= 'PUT'
      return
    case 'max-time': {
      const seconds = Math.round(Number(value))
      if (seconds >= 1 && seconds <= 3600) parts.timeout = seconds
      return
    }
    case 'get':
      parts.get = true
      return
    case 'head':
      parts.head = true
      return
    case 'location':
      parts.follow = true
      return
    case 'insecure':
      parts.notes.push('--insecure: name the host among the insecure hosts of the environment')
      return
    default:
      if (!quiet.has(name)) parts.notes.push(`${name.length > 1 ? '--' : '-'}${name} was left out`)
  }
}

function formPart(text: string, special: boolean): Parts['form'][number] {
  const at = text.indexOf('=')
  const name = at < 0 ? text : text.slice(0, at)
  const raw = at < 0 ? '' : text.slice(at + 1)
  if (!special || !/^[@<]|;type=/.test(raw)) return { name, value: unquote(raw) }
  const [head = '', ...rest] = raw.split(';')
  const mediaType = rest.find((part) => part.startsWith('type='))?.slice(5)
  const content =
    head.startsWith('@') || head.startsWith('<') ? { file: projectPath(unquote(head.slice(1))) } : { value: unquote(head) }
  return { name, ...content, ...(mediaType === undefined ? {} : { mediaType }) }
}

/** What a project may call a file: its path; of one elsewhere its name only, to be chosen or put beside the project. */
export function projectPath(path: string): string {
  const plain = path.replace(/^(\.\/)+/, '')
  return filePathProblem(plain) === undefined ? plain : (plain.split(/[\\/]/).at(-1) ?? plain)
}

const unquote = (text: string): string => (/^".*"$/s.test(text) ? text.slice(1, -1) : text)

function base64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''))
}

function compose(parts: Parts, url: string): CurlRequest {
  const header = (name: string) => parts.headers.find((one) => one.name.toLowerCase() === name)?.value
  const data = parts.data.join('&')
  const hasBody = !parts.get && (parts.data.length > 0 || parts.file !== undefined)
  const method = parts.method ?? (parts.head ? 'HEAD' : hasBody || parts.form.length > 0 ? 'POST' : 'GET')
  const body = hasBody || parts.form.length > 0 ? bodyOf(parts, data, header('content-type')) : ({ type: 'none' } as const)
  const implied =
    body.type === 'json'
      ? 'application/json'
      : body.type === 'form'
        ? 'application/x-www-form-urlencoded'
        : body.type === 'none'
          ? undefined
          : 'mediaType' in body
            ? body.mediaType
            : undefined
  const headers = parts.headers
    // The body writes this header itself; a boundary of somebody else's parts would be wrong.
    .filter((one) => one.name.toLowerCase() !== 'content-type' || (one.value !== implied && body.type !== 'multipart'))
    .filter((one) => one.name.toLowerCase() !== 'content-length')
    .map((one) => ({ ...one, disabled: false }))
  return {
    method,
    url: /^([a-z][a-z0-9+.-]*:\/\/|\$\{)/i.test(url) ? url : `http://${url}`,
    query: parts.get ? (formPairs(data) ?? [{ name: data, value: '', disabled: false }]) : [],
    headers,
    body,
    followRedirects: parts.follow,
    ...(parts.timeout === undefined ? {} : { timeout: parts.timeout }),
    notes: parts.notes,
  }
}

function bodyOf(parts: Parts, data: string, contentType: string | undefined): RequestBody {
  if (parts.form.length > 0) return { type: 'multipart', parts: parts.form.map((part) => ({ ...part, disabled: false })) }
  if (parts.file !== undefined) return { type: 'file', file: parts.file, mediaType: contentType ?? 'application/octet-stream' }
  const mediaType = contentType?.split(';')[0]?.trim().toLowerCase()
  if (parts.json || mediaType === 'application/json' || mediaType?.endsWith('+json')) return { type: 'json', text: data }
  if (mediaType === undefined || mediaType === 'application/x-www-form-urlencoded') {
    const fields = formPairs(data)
    if (fields) return { type: 'form', fields }
    return { type: 'text', mediaType: 'application/x-www-form-urlencoded', text: data }
  }
  return { type: 'text', mediaType: contentType ?? 'text/plain', text: data }
}

/** Name=value pairs, decoded; undefined when the text is not made of them (a JSON text without a type, say). */
function formPairs(data: string): { name: string; value: string; disabled: boolean }[] | undefined {
  const pairs: { name: string; value: string; disabled: boolean }[] = []
  for (const part of data.split('&')) {
    const at = part.indexOf('=')
    if (at <= 0 || /[{}[\]"\s]/.test(part.slice(0, at))) return undefined
    try {
      pairs.push({ name: decode(part.slice(0, at)), value: decode(part.slice(at + 1)), disabled: false })
    } catch {
      return undefined
    }
  }
  return pairs
}

const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))
