import { AssayError } from '#engine/base/errors.ts'
import { excerpt } from '#engine/base/excerpt.ts'
import { isIP } from '../is-ip.ts'
import { proxyTexts } from './proxy-texts.ts'

/** Through which proxies requests go, as curl and most tools read it. */
export interface ProxySettings {
  /** For `http:` and `https:` addresses. */
  http?: string | undefined
  https?: string | undefined
  /** Hosts that are called directly: names (and all below them), addresses, networks (`10.0.0.0/8`), `*`; by commas or blanks. */
  no?: string | undefined
}

/** A proxy, its parts read. */
export interface Proxy {
  url: URL
  /** SOCKS5 (RFC 1928) tunnels to every host, HTTP only to https hosts. */
  speaks: 'http' | 'socks'
  /** As SOCKS5 takes them (RFC 1929). */
  credentials?: { username: string; password: string }
  /** Of the header Proxy-Authorization (RFC 9110 section 11.7.2). */
  authorization?: string
  /** As it may be shown: without user and password. */
  shown: string
}

/** What a proxy is set to where none is to be used although the environment names one. */
export const noProxy = 'none'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The proxies of the command line and of the environment: `given` goes for everything and beats `HTTPS_PROXY`, `HTTP_PROXY` and `ALL_PROXY`, which
 * may be written small too. Undefined if there are none.
 */
export function proxySettings(environment: Environment, given?: string): ProxySettings | undefined {
  const variable = (name: string): string | undefined =>
    environment[name.toLowerCase()]?.trim() || environment[name]?.trim() || undefined
  if (given === noProxy) return undefined
  const all = given ?? variable('ALL_PROXY')
  const http = given ?? variable('HTTP_PROXY') ?? all
  const https = given ?? variable('HTTPS_PROXY') ?? all
  return http === undefined && https === undefined ? undefined : { http, https, no: variable('NO_PROXY') }
}

/** The scheme of a proxy's address. Whether `socks5h` or `socks5`: the proxy looks names up. */
const schemes: Readonly<Record<string, Proxy['speaks']>> = {
  'http:': 'http',
  'https:': 'http',
  'socks5:': 'socks',
  'socks5h:': 'socks',
  'socks:': 'socks',
}

/** Reads a proxy's address; without a scheme it is `http:`. Throws AssayError `http-invalid-request`. */
export function readProxy(text: string): Proxy {
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined || url.hostname === '')
    throw new AssayError('http-invalid-request', proxyTexts.unusable(excerpt(text.replace(/^.*@/, ''), 100)), {
      hint: proxyTexts.unusableHint,
    })
  const speaks = schemes[url.protocol]
  if (speaks === undefined)
    throw new AssayError('http-invalid-request', proxyTexts.scheme(url.protocol), { hint: proxyTexts.unusableHint })
  const { username, password, host, protocol } = url
  const decoded = (part: string): string => {
    try {
      return decodeURIComponent(part)
    } catch {
      return part
    }
  }
  const credentials = { username: decoded(username), password: decoded(password) }
  const basic = Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')
  return {
    url,
    speaks,
    shown: `${protocol}//${host}`,
    ...(username === '' && password === ''
      ? {}
      : { credentials, ...(speaks === 'http' ? { authorization: `Basic ${basic}` } : {}) }),
  }
}

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

function inNetwork(address: string, network: string): boolean {
  const [net = '', bits = ''] = network.split('/')
  const family = isIP(net)
  if (family === 0 || family !== isIP(address) || !/^\d{1,3}$/.test(bits) || Number(bits) > (family === 4 ? 32 : 128))
    return false
  const list = new (process.getBuiltinModule('node:net').BlockList)()
  const name = family === 4 ? 'ipv4' : 'ipv6'
  list.addSubnet(net, Number(bits), name)
  return list.check(address, name)
}

/** True if the list of exceptions names the host of the URL. */
export function isDirect(url: URL, list: string): boolean {
  const hostname = bare(url.hostname)
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return list
    .split(/[\s,]+/)
    .filter(Boolean)
    .some((entry) => {
      if (entry === '*') return true
      if (entry.includes('/')) return inNetwork(hostname, entry)
      const [, named = '', wanted] = /^(\[.*\]|[^:]*|.*:.*:.*?)(?::(\d+))?$/.exec(entry) ?? []
      if (wanted !== undefined && wanted !== port) return false
      const name = bare(named.replace(/^\*?\./, '').toLowerCase())
      return name !== '' && (hostname === name || (isIP(hostname) === 0 && hostname.endsWith(`.${name}`)))
    })
}

/** The proxy that a request to this URL goes through; undefined: none. Throws like {@link readProxy}. */
export function proxyFor(url: URL, { http, https, no }: ProxySettings): Proxy | undefined {
  const text = url.protocol === 'https:' ? https : http
  return text === undefined || isDirect(url, no ?? '') ? undefined : readProxy(text)
}
