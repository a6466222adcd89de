import Agent from 'undici/lib/dispatcher/agent.js'
import { ofHost } from '#engine/ports/http/http-rules.ts'
import type { ClientCertificate, HttpRequest } from '#engine/ports/http.ts'
import type { Admission } from '../admission.ts'
import { createConnector } from '../http/http-connect.ts'
import type { TimeLimits, Way } from '../http/http-hop.ts'
import { passingInterim } from '../http/http-interim.ts'
import { changingParser } from '../http/http-parser.ts'
import { proxyFor, type Proxy, type ProxySettings } from './http-proxy.ts'

/** What all ways have in common. */
export interface WaysParts {
  limits: TimeLimits
  ca?: string | string[] | undefined
  admission?: Admission | undefined
  proxy?: ProxySettings | undefined
  /** See `NodeHttpOptions`. */
  keepAfterErrors?: boolean | undefined
}

/** The ways by which requests go out, each with connections of its own: who is shown one certificate is not shown another. */
export interface Ways {
  /** Throws AssayError `http-invalid-request` for a proxy that can't be one. */
  of(request: HttpRequest, url: URL): Way
  /** Ends a connection of its own name once no request has used it for a while. */
  rest(connection: string): void
  close(): Promise<void>
}

/** The most bytes that the head of a response may have, what is kept besides its text included (R36). */
const maxHeaderSize = 16 * 1024 * 1024

interface WayParts {
  insecure: boolean
  certificate?: ClientCertificate | undefined
  proxy?: Proxy | undefined
  /** One connection to each host. */
  single?: boolean
}

function createWay(
  { limits, ca, admission, keepAfterErrors }: WaysParts,
  { insecure, certificate, proxy, single = false }: WayParts,
): Way {
  const { connect: connector, log } = createConnector({
    timeout: limits.connect,
    rejectUnauthorized: !insecure,
    ca,
    admission,
    certificate,
    proxy,
  })
  const connect = changingParser(passingInterim(connector), keepAfterErrors)
  // The limits of an exchange are kept by its hop, which knows the request's own timeout.
  const options = { ...(single ? { connections: 1 } : {}), connect, maxHeaderSize, headersTimeout: 0, bodyTimeout: 0 }
  const dispatcher = new Agent(options)
  let fresh: Agent | undefined
  return {
    dispatcher,
    // undici keeps no connection where nothing may be pipelined.
    fresh: () => (fresh ??= new Agent({ ...options, pipelining: 0 })),
    close: async () => void (await Promise.all([dispatcher.destroy(), fresh?.destroy()])),
    log,
    hasCertificate: certificate !== undefined,
    ...(proxy === undefined ? {} : { proxy }),
  }
}

/** Milliseconds that a connection of its own name is kept without a request. */
const longestRest = 5_000

const namedKey = (connection: string, { origin }: URL): string => `${connection}\n${origin}`

/** Makes them, each when it is first used. */
export function createWays(parts: WaysParts): Ways {
  const ways = new Map<string, Way>()
  const named = new Map<string, { way: Way; timer?: NodeJS.Timeout }>()
  let strict: Way | undefined

  return {
    of(request, url) {
      const certificate = request.certificates && ofHost(url, request.certificates)
      const proxy = parts.proxy && proxyFor(url, parts.proxy)
      const insecure = request.insecure === true
      if (request.connection !== undefined) {
        // A redirect may lead to a host with another certificate.
        const key = namedKey(request.connection, url)
        const known = named.get(key) ?? { way: createWay(parts, { insecure, certificate, proxy, single: true }) }
        clearTimeout(known.timer)
        named.set(key, known)
        return known.way
      }
      if (!insecure && certificate === undefined && proxy === undefined) return (strict ??= createWay(parts, { insecure }))
      const key = JSON.stringify([insecure, certificate?.certificate, certificate?.key, proxy?.url.href])
      const way = ways.get(key) ?? createWay(parts, { insecure, certificate, proxy })
      ways.set(key, way)
      return way
    },
    rest(connection) {
      for (const [key, one] of named) {
        if (!key.startsWith(`${connection}\n`)) continue
        clearTimeout(one.timer)
        one.timer = setTimeout(() => {
          named.delete(key)
          void one.way.close()
        }, longestRest).unref()
      }
    },
    async close() {
      const all = [...(strict ? [strict] : []), ...ways.values(), ...Array.from(named.values(), ({ way }) => way)]
      for (const { timer } of named.values()) clearTimeout(timer)
      named.clear()
      strict = undefined
      ways.clear()
      await Promise.all(all.map(({ close }) => close()))
    },
  }
}
