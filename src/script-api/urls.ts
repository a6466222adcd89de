const encode = (text: string): string => encodeURIComponent(text).replace(/%20/g, '+')
const decode = (text: string): string => {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '))
  } catch {
    return text
  }
}

class ScriptSearchParams {
  readonly #pairs: [string, string][]
  readonly #change: ((text: string) => void) | undefined

  constructor(from: unknown = '', change?: (text: string) => void) {
    this.#change = change
    this.#pairs =
      typeof from === 'string'
        ? from
            .replace(/^\?/, '')
            .split('&')
            .filter(Boolean)
            .map((pair): [string, string] => {
              const at = pair.indexOf('=')
              return at < 0 ? [decode(pair), ''] : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))]
            })
        : (Symbol.iterator in (from as object)
            ? [...(from as Iterable<[unknown, unknown]>)]
            : Object.entries(from as object)
          ).map(([name, value]): [string, string] => [String(name), String(value)])
  }

  #changed(): void {
    this.#change?.(this.toString())
  }
  get = (name: string): string | null => this.#pairs.find(([key]) => key === name)?.[1] ?? null
  getAll = (name: string): string[] => this.#pairs.filter(([key]) => key === name).map(([, value]) => value)
  has = (name: string): boolean => this.#pairs.some(([key]) => key === name)
  append = (name: unknown, value: unknown): void => {
    this.#pairs.push([String(name), String(value)])
    this.#changed()
  }
  delete = (name: string): void => {
    for (let index = this.#pairs.length - 1; index >= 0; index--)
      if (this.#pairs[index]?.[0] === name) this.#pairs.splice(index, 1)
    this.#changed()
  }
  set = (name: string, value: unknown): void => {
    const found = this.#pairs.find(([key]) => key === name)
    if (found) found[1] = String(value)
    else this.#pairs.push([name, String(value)])
    this.#changed()
  }
  sort = (): void => {
    this.#pairs.sort(([one], [other]) => (one < other ? -1 : 1))
    this.#changed()
  }
  keys = (): string[] => this.#pairs.map(([name]) => name)
  values = (): string[] => this.#pairs.map(([, value]) => value)
  entries = (): [string, string][] => this.#pairs.map(([name, value]) => [name, value])
  forEach = (see: (value: string, name: string) => void): void => this.#pairs.forEach(([name, value]) => see(value, name))
  toString(): string {
    return this.#pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
  }
  [Symbol.iterator](): Iterator<[string, string]> {
    return this.entries()[Symbol.iterator]()
  }
}

class ScriptUrl {
  protocol: string
  username: string
  password: string
  hostname: string
  port: string
  pathname: string
  search: string
  hash: string
  readonly searchParams: ScriptSearchParams

  constructor(text: unknown, base?: unknown) {
    const given = String(text)
    const whole = /^[a-z][a-z\d+.-]*:/i.test(given) || base === undefined ? given : ScriptUrl.#join(given, new ScriptUrl(base))
    const parts = /^([a-z][a-z\d+.-]*:)\/\/(?:([^:/?#@]*)(?::([^/?#@]*))?@)?([^/?#:]*)(?::(\d+))?([^?#]*)(\?[^#]*)?(#.*)?$/i.exec(
      whole,
    )
    if (!parts) throw new TypeError(`Invalid URL: ${given}`)
    const [, protocol = '', username = '', password = '', hostname = '', port = '', path = '', search = '', hash = ''] = parts
    this.protocol = protocol.toLowerCase()
    this.username = username
    this.password = password
    this.hostname = hostname.toLowerCase()
    this.port = (protocol === 'http:' && port === '80') || (protocol === 'https:' && port === '443') ? '' : port
    this.pathname = path === '' ? '/' : path
    this.search = search === '?' ? '' : search
    this.hash = hash === '#' ? '' : hash
    this.searchParams = new ScriptSearchParams(this.search, (query) => {
      this.search = query === '' ? '' : `?${query}`
    })
  }

  static #join(text: string, { origin, pathname }: ScriptUrl): string {
    if (text.startsWith('/')) return origin + text
    return origin + pathname.slice(0, pathname.lastIndexOf('/') + 1) + text
  }

  get host(): string {
    return this.port === '' ? this.hostname : `${this.hostname}:${this.port}`
  }
  get origin(): string {
    return `${this.protocol}//${this.host}`
  }
  get href(): string {
    const user = this.username === '' ? '' : `${this.username}${this.password === '' ? '' : `:${this.password}`}@`
    return `${this.protocol}//${user}${this.host}${this.pathname}${this.search}${this.hash}`
  }
  toString(): string {
    return this.href
  }
  toJSON(): string {
    return this.href
  }
}

/** Adds `URL` and `URLSearchParams`, as far as scripts take addresses apart. */
export function addUrls(): void {
  Object.assign(globalThis, { URL: ScriptUrl, URLSearchParams: ScriptSearchParams })
}
