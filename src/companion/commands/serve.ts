import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openPrivately } from '../serve/open-privately.ts'
import type { Demo } from '../demo/index.ts'
import { listenLoopback, type Listening } from '../demo/listen.ts'
import { exitCodes } from '../exit-codes.ts'
import { UsageError, type Host } from '../host.ts'
import { parseOptions } from '../options/parse-options.ts'
import { proxySettings, type ProxySettings } from '#platform/node/proxy/http-proxy.ts'
import { proxyOption } from '../options/proxy-option.ts'
import { createCompanion } from '../relay/companion.ts'
import { createAppServer } from '../serve/app-server.ts'
import { programTexts as texts } from '../texts.ts'
import { versionOf } from '../version.ts'

interface ServeOptions {
  port: number
  /** Origins of other pages that may connect. */
  allowed: string[]
  demo: boolean
  open: boolean
  /** Through which requests of pages go. */
  proxy: ProxySettings | undefined
}

/** `assay serve`: serves the app on 127.0.0.1 until interrupted. A port in use is exit code 2; no other port is chosen. */
export async function serve(args: string[], host: Host): Promise<number> {
  const options = parse(args, host)
  const { port } = options
  if (!existsSync(join(host.root, 'dist', 'app', 'index.html'))) throw new UsageError(texts.notBuilt, null)
  let demo: Demo | undefined
  // The page can't be requested before the demo is there: what it first shows depends on it.
  const ownOrigin = `http://127.0.0.1:${port}`
  const version = await versionOf(host.root)
  const companion = createCompanion({ port, version, ownOrigin, allowed: options.allowed, proxy: options.proxy, host })
  const server = createAppServer({ port, root: host.root, demo: () => demo, guard: companion.guard })
  const app = await listenLoopback(server, port).catch((error: unknown) => refusePort(error, port, texts.portTaken(port)))
  let opened: { remove(): void } | undefined
  try {
    if (options.demo) demo = await startDemo(port, app)
    companion.announce()
    const address = companion.pairingAddress()
    host.say(`${texts.serving(address)}\n`)
    if (demo !== undefined) host.say(`${texts.demo(demo.provider, demo.api)}\n`)
    companion.sayCodes()
    host.say(`${host.terminal ? texts.whatToType : texts.howToEnd}\n`)
    host.typed(companion.typed)
    if (options.open) opened = openPrivately(address, host.environment)
    await untilAborted(host.interrupted())
  } finally {
    opened?.remove()
    // Stop listening first, so that a page whose link ends finds nothing to reconnect to.
    const closed = app.close()
    await companion.close()
    await Promise.all([closed, demo?.close()])
  }
  return exitCodes.passed
}

const optionTypes = {
  port: { type: 'string' },
  demo: { type: 'boolean' },
  open: { type: 'boolean' },
  allow: { type: 'string', multiple: true },
  proxy: { type: 'string' },
} as const

function parse(args: string[], { environment }: Host): ServeOptions {
  const { values, positionals } = parseOptions(args, optionTypes)
  if (positionals[0] !== undefined) throw new UsageError(texts.unexpected(positionals[0]))
  const text = values.port ?? '5417'
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (port < 1 || port > 65_535) throw new UsageError(texts.badPort(text))
  const demo = values.demo ?? false
  if (demo && port > 65_533) throw new UsageError(texts.badDemoPort(port))
  const proxy = proxySettings(environment, proxyOption(values.proxy))
  return { port, demo, proxy, open: values.open ?? false, allowed: (values.allow ?? []).map((origin) => originOf(origin)) }
}

/** The origin of a URL, as browsers name it: everything behind the host is omitted. */
function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) throw new UsageError(texts.badOrigin(text))
  return url.origin
}

async function startDemo(port: number, app: Listening): Promise<Demo> {
  const { startDemo: start } = await import('../demo/index.ts')
  return start({ port, appOrigin: app.url }).catch((error: unknown) => {
    const taken = (error as { port?: number }).port ?? port + 1
    return refusePort(error, taken, texts.demoPortTaken(taken))
  })
}

function refusePort(error: unknown, port: number, taken: string): never {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') throw new UsageError(taken)
  if (code === 'EACCES') throw new UsageError(texts.portDenied(port))
  throw error
}

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
