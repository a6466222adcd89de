import type { ScriptRequest, ScriptResponse } from '#engine/scripting/script-io.ts'
import { ScriptBuffer, utf8Of } from './encoding.ts'

/** Called where a script changes its request; with the header that it sets. */
export type Change = (header?: { name: string; value: string }) => void
type Pair = { key: string; value: string }

/** A list of headers as Postman has it: found by name in any case. */
export class HeaderList {
  readonly #pairs: [string, string][]
  readonly #change: Change | undefined

  constructor(pairs: [string, string][], change?: Change) {
    this.#pairs = pairs
    this.#change = change
  }

  #find(name: unknown): [string, string] | undefined {
    const wanted = String(name).toLowerCase()
    return this.#pairs.find(([key]) => key.toLowerCase() === wanted)
  }

  get = (name: unknown): string | undefined => this.#find(name)?.[1]
  has = (name: unknown): boolean => this.#find(name) !== undefined
  one = (name: unknown): Pair | undefined => {
    const found = this.#find(name)
    return found && { key: found[0], value: found[1] }
  }
  all = (): Pair[] => this.#pairs.map(([key, value]) => ({ key, value }))
  toObject = (): Record<string, string> => Object.fromEntries(this.#pairs)
  toJSON = (): Pair[] => this.all()
  each = (see: (pair: Pair) => void): void => this.all().forEach(see)
  map = <T>(make: (pair: Pair) => T): T[] => this.all().map(make)
  filter = (holds: (pair: Pair) => boolean): Pair[] => this.all().filter(holds)
  find = (holds: (pair: Pair) => boolean): Pair | undefined => this.all().find(holds)
  reduce = <T>(add: (sum: T, pair: Pair) => T, start: T): T => this.all().reduce(add, start)
  count = (): number => this.#pairs.length
  idx = (index: number): Pair | undefined => this.all()[index]
  add = (pair: Pair | string, value?: string): void => {
    const [key, text] =
      typeof pair === 'string' ? (value === undefined ? pair.split(/:\s*/) : [pair, value]) : [pair.key, pair.value]
    // Postman sends an undefined value as "null".
    const written = String(text ?? null)
    this.#pairs.push([String(key), written])
    this.#change?.({ name: String(key), value: written })
  }
  upsert = (pair: Pair): void => {
    this.#drop(pair.key)
    this.add(pair)
  }
  remove = (name: unknown): void => {
    this.#drop(name)
    this.#change?.()
  }
  #drop(name: unknown): void {
    const wanted = String(typeof name === 'object' ? (name as Pair).key : name).toLowerCase()
    for (let index = this.#pairs.length - 1; index >= 0; index--)
      if (this.#pairs[index]?.[0].toLowerCase() === wanted) this.#pairs.splice(index, 1)
  }
  clear = (): void => {
    this.#pairs.length = 0
    this.#change?.()
  }
  get length(): number {
    return this.#pairs.length
  }
  get members(): Pair[] {
    return this.all()
  }
  [Symbol.iterator](): Iterator<Pair> {
    return this.all()[Symbol.iterator]()
  }
}

/** A response as scripts see it: what Postman and Insomnia have, and ours. */
export class SeenResponse {
  readonly code: number
  /** The reason phrase, as Postman has it. */
  readonly status: string
  readonly statusText: string
  readonly responseTime: number
  readonly responseSize: number
  readonly duration: number
  readonly url: string
  readonly headers: HeaderList
  readonly body: string
  /** What the project's jar holds after the response, else what the response sets. */
  readonly cookies: CookieList
  #json: { value: unknown } | undefined

  constructor({ status, statusText, headers, url, cookies, body, size, duration }: ScriptResponse) {
    this.code = status
    this.status = statusText
    this.statusText = statusText
    this.responseTime = Math.round(duration)
    this.responseSize = size
    this.duration = duration
    this.url = url
    this.headers = new HeaderList(headers)
    this.cookies = new CookieList(cookies ?? cookiesSet(headers), cookies !== undefined)
    this.body = body
  }

  text = (): string => this.body
  json = (): unknown => {
    this.#json ??= { value: JSON.parse(this.body.replace(/^\ufeff/, '')) }
    return this.#json.value
  }
  reason = (): string => this.status
  size = (): { body: number; header: number; total: number } => {
    const header = utf8Of(
      this.headers
        .all()
        .map(({ key, value }) => `${key}: ${value}\r\n`)
        .join(''),
    ).length
    return { body: this.responseSize, header, total: this.responseSize + header }
  }
  get stream(): ScriptBuffer {
    return ScriptBuffer.from(this.body)
  }
  get to(): unknown {
    return SeenResponse.assertion(this).to
  }
  get be(): unknown {
    return SeenResponse.assertion(this).be
  }

  toJSON(): unknown {
    return { code: this.code, status: this.status, header: this.headers.all(), body: this.body, responseTime: this.responseTime }
  }

  /** What `pm.response.to` begins: chai's `expect(response)`. */
  static assertion: (response: SeenResponse) => { to: unknown; be: unknown } = () => ({ to: undefined, be: undefined })
}

/** The pairs of `Set-Cookie` headers. */
const cookiesSet = (headers: [string, string][]): [string, string][] =>
  headers
    .filter(([key]) => key.toLowerCase() === 'set-cookie')
    .map(([, value]) => {
      const [pair = ''] = value.split(';')
      const at = pair.indexOf('=')
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
    })

/** Cookies by name. */
export class CookieList {
  readonly #cookies: { name: string; value: string }[]
  /** They are those of a jar. */
  readonly isKept: boolean

  constructor(pairs: [string, string][] = [], isKept = false) {
    this.#cookies = pairs.map(([name, value]) => ({ name, value }))
    this.isKept = isKept
  }

  get = (name: unknown): string | undefined => this.#cookies.find((one) => one.name === name)?.value
  has = (name: unknown): boolean => this.#cookies.some((one) => one.name === name)
  all = (): { name: string; value: string }[] => this.#cookies.map((one) => ({ ...one }))
  toObject = (): Record<string, string> => Object.fromEntries(this.#cookies.map(({ name, value }) => [name, value]))
}

/** A URL as a text, which old scripts expect, with the parts as Postman names them. */
export class UrlView extends String {
  readonly #text: string

  constructor(text: string) {
    super(text)
    this.#text = text
  }

  #parts(): RegExpExecArray | null {
    return /^(?:([\w+.-]+):\/\/)?(?:[^/?#@]*@)?([^/?#:]*)(?::(\d+))?([^?#]*)(?:\?([^#]*))?/.exec(this.#text)
  }

  get protocol(): string | undefined {
    return this.#parts()?.[1]
  }
  get host(): string[] {
    return (this.#parts()?.[2] ?? '').split('.')
  }
  get port(): string | undefined {
    return this.#parts()?.[3]
  }
  get path(): string[] {
    return (this.#parts()?.[4] ?? '').split('/').slice(1)
  }
  get query(): HeaderList {
    const pairs = (this.#parts()?.[5] ?? '').split('&').filter(Boolean)
    return new HeaderList(
      pairs.map((pair): [string, string] => {
        const at = pair.indexOf('=')
        return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
      }),
    )
  }
  getHost = (): string => this.host.join('.')
  getPath = (): string => `/${this.path.join('/')}`
  getQueryString = (): string => this.#parts()?.[5] ?? ''
  getPathWithQuery = (): string => (this.getQueryString() === '' ? this.getPath() : `${this.getPath()}?${this.getQueryString()}`)
  getRemote = (): string => (this.port === undefined ? this.getHost() : `${this.getHost()}:${this.port}`)
  toJSON = (): string => this.#text
}

/** A request as scripts see it. */
export class SeenRequest {
  readonly name: string
  readonly method: string
  readonly url: UrlView
  readonly headers: HeaderList
  readonly body: { mode: string | undefined; raw: string | undefined; urlencoded: HeaderList; toString(): string } & {
    isEmpty(): boolean
  }
  // Insomnia's and the old names of Postman.
  readonly id: string
  readonly description = ''
  readonly auth = undefined

  constructor({ name, method, url, headers, body }: ScriptRequest, change: Change) {
    this.name = name
    this.id = name
    this.method = method
    this.url = new UrlView(url)
    this.headers = new HeaderList(headers, change)
    const isForm = headers.some(([key, value]) => key.toLowerCase() === 'content-type' && value.includes('urlencoded'))
    const fields = isForm ? (body ?? '').split('&').filter(Boolean) : []
    this.body = {
      mode: body === undefined ? undefined : isForm ? 'urlencoded' : 'raw',
      raw: isForm ? undefined : body,
      urlencoded: new HeaderList(
        fields.map((field): [string, string] => {
          const [key = '', ...value] = field.split('=')
          const decoded = (text: string): string => decodeURIComponent(text.replace(/\+/g, ' '))
          return [decoded(key), decoded(value.join('='))]
        }),
      ),
      toString: () => body ?? '',
      isEmpty: () => body === undefined || body === '',
    }
  }

  addHeader = (pair: Pair | string): void => this.headers.add(pair)
  removeHeader = (name: string): void => this.headers.remove(name)
  upsertHeader = (pair: Pair): void => this.headers.upsert(pair)
  getHeaders = (): Record<string, string> => this.headers.toObject()
  // The old global `request` of Postman.
  get data(): string | Record<string, string> {
    return this.body.mode === 'urlencoded' ? this.body.urlencoded.toObject() : (this.body.raw ?? '')
  }
}
