import { signedAuthText } from '#engine/steps/send-request/auth/signed-auth.ts'
import { filePathProblem } from '#engine/steps/send-request/body-file.ts'
import { fail, ok, type Result } from '#engine/base/result.ts'
import type { RequestBody, SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { mediaTypeOfCurl } from '../request/media-types.ts'
import { shellWords } from './shell-words.ts'
import { curlTexts as texts } from './texts.ts'

/** What a cURL command says about a request; keys as in the file. */
export interface CurlRequest {
  method: string
  url: string
  query: SendRequestStep['query']
  headers: SendRequestStep['headers']
  body: RequestBody
  followRedirects: boolean
  timeout?: number
  /** Options that were omitted, and why, for the user. */
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
  C: 'continue-at',
  P: 'ftp-port',
  Q: 'quote',
  t: 'telnet-option',
  U: 'proxy-user',
  y: 'speed-time',
  Y: 'speed-limit',
  z: 'time-cond',
}
/** Those that have a long name only; of all that curl 8 knows, those of other protocols aside. */
const valuedLong = new Set([
  ...Object.values(valued),
  ...`abstract-unix-socket alt-svc aws-sigv4 cacert capath cert-type ciphers connect-timeout connect-to create-file-mode
    crlfile curves data-ascii data-binary data-raw data-urlencode delegation dns-interface dns-ipv4-addr dns-ipv6-addr
    dns-servers doh-url egd-file engine etag-compare etag-save expect100-timeout form-string happy-eyeballs-timeout-ms
    hsts interface json keepalive-time key key-type limit-rate local-port login-options max-filesize max-redirs netrc-file
    noproxy oauth2-bearer output-dir parallel-max pass pinnedpubkey preproxy proto proto-default proto-redir proxy-cacert
    proxy-capath proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile proxy-header proxy-key proxy-key-type proxy-pass
    proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers proxy1.0 random-file rate request-target resolve retry
    retry-delay retry-max-time sasl-authzid service-name socks4 socks4a socks5 socks5-gssapi-service socks5-hostname
    stderr tls-max tls13-ciphers trace trace-ascii unix-socket url url-query variable`.split(/\s+/),
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
  N: 'no-buffer',
  O: 'remote-name',
  J: 'remote-header-name',
  4: 'ipv4',
  6: 'ipv6',
  0: 'http1.0',
  '#': 'progress-bar',
}
/** Options about the terminal, not about the request: omitted silently. */
const quiet = new Set(
  'silent show-error verbose include fail globoff compressed output write-out dump-header progress-bar no-progress-meter no-buffer remote-name remote-header-name remote-name-all create-dirs ipv4 ipv6 stderr trace trace-ascii trace-time rate output-dir parallel keepalive-time no-keepalive tcp-nodelay tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 styled-output http1.0 http1.1 http2 http2-prior-knowledge path-as-is fail-with-body'.split(
    ' ',
  ),
)

interface Parts {
  method?: string
  url?: string
  headers: { name: string; value: string }[]
  data: string[]
  /** Parts of the query that stand beside those of the URL. */
  query: string[]
  file?: string
  /** The file is put at the URL (`-T`), which may name a folder. */
  upload: boolean
  /** `user:password`, and how it is sent. */
  user?: string
  scheme: string
  /** `provider1:provider2:region:service`, its last parts optional. */
  aws?: string
  addresses: number
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
  if (!/^curl(\.exe)?$/.test(words[0] ?? '')) return fail("This isn't a cURL command: it must start with curl.")
  const parts: Parts = {
    headers: [],
    data: [],
    query: [],
    upload: false,
    scheme: 'basic',
    addresses: 0,
    form: [],
    json: false,
    get: false,
    head: false,
    follow: false,
    notes: [],
  }
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
    } else option(parts, 'url', word)
  }
  if (parts.addresses > 1) parts.notes.push(texts.moreAddresses(parts.addresses - 1))
  if (parts.url === undefined || parts.url === '') return fail('Add a URL to the cURL command.')
  return ok(compose(parts, withoutUser(parts, parts.url)))
}

/** The URL without a user and a password in it, which become a header: Assay sends none of a URL. */
function withoutUser(parts: Parts, url: string): string {
  const [whole, scheme = '', user] = /^([a-z]+:\/\/)?([^/?#]*)@/i.exec(url) ?? []
  if (whole === undefined || user === undefined || user.includes('${')) return url
  if (!parts.headers.some(({ name }) => name.toLowerCase() === 'authorization'))
    parts.user ??= decodeUser(user.includes(':') ? user : `${user}:`)
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
      parts.addresses += 1
      return
    case 'url-query':
      parts.query.push(value.startsWith('+') ? value.slice(1) : encoded(parts, value))
      return
    case 'header': {
      if (value.startsWith('@')) return void parts.notes.push(texts.headerFile(value.slice(1)))
      const at = value.search(/[:;]/)
      const written = value.slice(at + 1).trim()
      // `Accept:` leaves a header out that curl would send, `X-Empty;` sends one without a value.
      if (at > 0 && (written !== '' || value[at] === ';')) parts.headers.push({ name: value.slice(0, at).trim(), value: written })
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
    case 'data-urlencode':
      parts.data.push(encoded(parts, value))
      return
    case 'json':
      parts.json = true
      if (value.startsWith('@')) parts.file = projectPath(value.slice(1))
      else parts.data.push(value)
      return
    case 'form':
    case 'form-string':
      parts.form.push(formPart(parts, value, name === 'form'))
      return
    case 'user':
      parts.user = value
      return
    case 'digest':
    case 'ntlm':
    case 'negotiate':
    case 'anyauth':
      parts.scheme = name
      return
    case 'aws-sigv4':
      parts.scheme = name
      parts.aws = value
      return
    case 'oauth2-bearer':
      parts.headers.push({ name: 'Authorization', value: `Bearer ${value}` })
      return
    case 'cookie':
      if (value.includes('=')) parts.headers.push({ name: 'Cookie', value })
      else parts.notes.push(`--cookie ${value}: cookie files aren't read`)
      return
    case 'user-agent':
      parts.headers.push({ name: 'User-Agent', value })
      return
    case 'referer':
      parts.headers.push({ name: 'Referer', value })
      return
    case 'upload-file':
      parts.file = projectPath(value)
      parts.upload = true
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
    case 'location-trusted':
      parts.follow = true
      return
    case 'insecure':
      parts.notes.push("--insecure: add the host to the environment's insecure hosts")
      return
    default:
      if (!quiet.has(name)) parts.notes.push(`${name.length > 1 ? '--' : '-'}${name} was omitted`)
  }
}

/** `content`, `=content`, `name=content` for the query or a form; files are not read. */
function encoded(parts: Parts, text: string): string {
  const [, name = '', mark = '', content = ''] = /^([^=@]*)([=@])([\s\S]*)$/.exec(text) ?? ['', '', '=', text]
  const prefix = name === '' ? '' : `${name}=`
  if (mark === '=') return `${prefix}${encodeURIComponent(content).replaceAll('%20', '+')}`
  parts.notes.push(texts.contentOfFile(content))
  return prefix
}

function formPart(parts: Parts, text: string, special: boolean): Parts['form'][number] {
  const at = text.indexOf('=')
  const name = at < 0 ? text : text.slice(0, at)
  const raw = at < 0 ? '' : text.slice(at + 1)
  if (!special) return { name, value: raw }
  const [whole = '', sign = '', quoted, plain = ''] = formContent.exec(raw) ?? []
  const content = quoted === undefined ? plain : unescaped(quoted)
  const options = new Map(
    Array.from(raw.slice(whole.length).matchAll(formOption), ([, key = '', inQuotes, bare = '']) => [
      key,
      inQuotes === undefined ? bare.trim() : unescaped(inQuotes),
    ]),
  )
  const guessed = sign === '@' ? mediaTypeOfCurl(content) : undefined
  const mediaType = options.get('type') ?? guessed
  const media = mediaType === undefined ? {} : { mediaType }
  if (sign === '') return { name, value: content, ...media }
  if (sign === '<') parts.notes.push(texts.contentOfFile(content))
  const named = options.get('filename')
  if (named !== undefined && named !== content.split('/').at(-1)) parts.notes.push(texts.fileName(named, content))
  return { name, file: projectPath(content), ...media }
}

/** What a part of `-F` holds: `@` or `<` of a file, then text in quotes, or one that goes on until an option starts. */
const formContent = /^([@<]?)(?:"((?:[^"\\]|\\.)*)"(?=\s*(?:;|$))|(.*?)(?=;\s*(?:type|filename|headers?|encoder)=|$))/s
const formOption = /;\s*(\w+)=(?:"((?:[^"\\]|\\.)*)"|([^;]*))/g
const unescaped = (text: string): string => text.replace(/\\(["\\])/g, '$1')

/** What a project may call a file: its path; of one elsewhere its name only, to be chosen or put next to the project. */
export function projectPath(path: string): string {
  const plain = path.replace(/^(\.\/)+/, '')
  return filePathProblem(plain) === undefined ? plain : (plain.split(/[\\/]/).at(-1) ?? plain)
}

function compose(parts: Parts, address: string): CurlRequest {
  authorize(parts)
  if (parts.json && !parts.headers.some(({ name }) => name.toLowerCase() === 'accept'))
    parts.headers.push({ name: 'Accept', value: 'application/json' })
  if (parts.file !== undefined && parts.data.length > 0) parts.notes.push(texts.besideFile(parts.file))
  const url = parts.upload && address.endsWith('/') ? `${address}${parts.file?.split('/').at(-1) ?? ''}` : address
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
    // The body writes this header itself; a boundary of someone else's parts would be wrong.
    .filter((one) => one.name.toLowerCase() !== 'content-type' || (one.value !== implied && body.type !== 'multipart'))
    .filter((one) => one.name.toLowerCase() !== 'content-length')
    .map((one) => ({ ...one, disabled: false }))
  return {
    method,
    url: /^([a-z][a-z0-9+.-]*:\/\/|\$\{)/i.test(url) ? url : `http://${url}`,
    query: [...parts.query, ...(parts.get ? parts.data : [])].flatMap(
      (one) => formPairs(one) ?? [{ name: one, value: '', disabled: false }],
    ),
    headers,
    body,
    followRedirects: parts.follow,
    ...(parts.timeout === undefined ? {} : { timeout: parts.timeout }),
    notes: parts.notes,
  }
}

/** What curl makes of `-u`; other schemes that answer a challenge have no counterpart, and nothing is sent in their place. */
function authorize(parts: Parts): void {
  if (parts.scheme === 'aws-sigv4') return signAws(parts)
  const known = schemes[parts.scheme]
  if (known === undefined) parts.notes.push(texts.scheme(parts.scheme))
  else if (parts.user !== undefined && !parts.headers.some(({ name }) => name.toLowerCase() === 'authorization')) {
    const isWhole = parts.user.includes(':') || parts.user.includes('${')
    if (!isWhole) parts.notes.push(texts.noPassword(parts.user))
    parts.headers.push({ name: 'Authorization', value: `${known} ${isWhole ? parts.user : `${parts.user}:`}` })
  }
}

const schemes: Readonly<Record<string, string>> = { basic: 'Basic', digest: 'Digest', ntlm: 'NTLM' }

/** `-u` has the keys, and a header the session token. */
function signAws(parts: Parts): void {
  const [, , region = '', service = ''] = (parts.aws ?? '').split(':')
  const [accessKey = '', ...secretKey] = (parts.user ?? '').split(':')
  const token = parts.headers.findIndex(({ name }) => /^x-amz-security-token$/i.test(name))
  const sessionToken = token < 0 ? '' : (parts.headers.splice(token, 1)[0]?.value ?? '')
  const auth = { kind: 'aws', accessKey, secretKey: secretKey.join(':'), sessionToken, region, service, place: 'header' } as const
  parts.headers.push({ name: 'Authorization', value: signedAuthText(auth) })
}

const formType = 'application/x-www-form-urlencoded'

function bodyOf(parts: Parts, data: string, contentType: string | undefined): RequestBody {
  if (parts.form.length > 0) return { type: 'multipart', parts: parts.form.map((part) => ({ ...part, disabled: false })) }
  if (parts.file !== undefined) {
    const implied = parts.json ? 'application/json' : parts.upload ? 'application/octet-stream' : formType
    return { type: 'file', file: parts.file, mediaType: contentType ?? implied }
  }
  const mediaType = contentType?.split(';')[0]?.trim().toLowerCase()
  if (parts.json || mediaType === 'application/json' || mediaType?.endsWith('+json')) return { type: 'json', text: data }
  if (mediaType === undefined || mediaType === formType) {
    const fields = formPairs(data)
    if (fields) return { type: 'form', fields }
    return { type: 'text', mediaType: formType, text: data }
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
