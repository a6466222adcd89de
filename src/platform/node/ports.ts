import { droppedBodies } from '#engine/ports/body-store.ts'
import type { BodyStore, Capability, Locks, Ports, Random, ScriptedLogins, TokenStore } from '#engine/ports/index.ts'
import { createLocalLocks } from '#engine/ports/local-locks.ts'
import { cookieJars } from '#platform/cookies/cookie-jars.ts'
import type { Admission } from './admission.ts'
import { nodeClock } from './clock.ts'
import { createNodeFiles } from './files.ts'
import type { NodeScriptedLogins } from './logins/scripted-logins.ts'
import { createNodeHttp } from './http.ts'
import { proxySettings } from './proxy/http-proxy.ts'
import { createLoopbackLogin } from './loopback-login.ts'
import { createNodeSecrets } from './secrets.ts'
import { createNodeSql } from './sql.ts'
import { createNodeTokens } from './tokens.ts'
import { createLazyWork } from './work/lazy-work.ts'

/** What a headless run brings from its command line. */
export interface NodePortsOptions {
  /** From `--secret`; beats the environment. */
  secrets?: ReadonlyMap<string, string>
  /** `--proxy`: through which all requests go; `none`: none, whatever the environment says. */
  proxy?: string | undefined
  /** See `NodeHttpOptions`. */
  keepAfterErrors?: boolean
  /** Opens the secrets that are sealed in the file, if there are any and a key opens them. */
  sealed?: (() => Promise<ReadonlyMap<string, string>>) | undefined
  /** Gets secrets that are found nowhere else. */
  secretCommand?: ((id: string) => Promise<string | undefined>) | undefined
  /** The certificates that requests trust instead of Node's own, PEM. */
  ca?: string[] | undefined
  /** Where `ASSAY_SECRET_…` is looked up; the process's own if absent. */
  environment?: Readonly<Record<string, string | undefined>>
  /** True: someone can open a URL and sign in. */
  interactive?: boolean
  /** Where sign-ins end, if not at a free port of 127.0.0.1. */
  redirectUri?: string | undefined
  /** Shows the browser of every scripted login. */
  headed?: boolean
  /** Where the project file is: files that requests send, and databases, are looked for there. The working folder if absent. */
  folder?: string
  /** The hosts that the project names, in lower case: a database is followed to no other. Absent: anywhere. */
  namedHosts?: (() => ReadonlySet<string>) | undefined
  /** Which hosts requests and scripted logins may reach; absent: all. */
  admission?: Admission | undefined
  /** Where bodies are kept; absent: only their size and type are reported. */
  bodies?: BodyStore | undefined
  /** Where tokens are kept; in memory for this run, if absent. */
  tokens?: TokenStore | undefined
  /** Which runs that share tokens keep to; of this process, if absent. */
  locks?: Locks | undefined
  /** Shows the URL to open; a run that is not interactive needs none. */
  show?: (text: string) => void
}

/** The ports, and what has to be closed so that the process can end. */
export interface NodePorts {
  ports: Ports
  close(): Promise<void>
}

/** Where a script's logins end if nothing else is said: the page's own callback, as `assay serve` has it. No one listens there. */
const usualRedirectUri = 'http://127.0.0.1:5417/oauth/callback.html'

/** Browsers for scripts; the code that drives them is loaded by the first login. */
function lateScripts(options: NodePortsOptions): ScriptedLogins & { close(): Promise<void> } {
  let loading: Promise<NodeScriptedLogins> | undefined
  const load = async (): Promise<NodeScriptedLogins> => {
    const { createScriptedLogins } = await import('./logins/scripted-logins.ts')
    const environment = options.environment ?? process.env
    const proxy = proxySettings(environment, options.proxy)
    return createScriptedLogins({ environment, headed: options.headed ?? false, proxy, admission: options.admission })
  }
  return {
    redirectUri: async () => options.redirectUri ?? usualRedirectUri,
    login: async (login, tell, signal) => (await (loading ??= load())).login(login, tell, signal),
    close: async () => (await loading)?.close(),
  }
}

/** The machine's randomness. */
export const nodeRandom: Random = {
  bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  uuid: () => crypto.randomUUID(),
}

/** Everything that a run in Node needs of its host. One per run. */
export function createNodePorts(options: NodePortsOptions = {}): NodePorts {
  const http = createNodeHttp({
    proxy: proxySettings(options.environment ?? process.env, options.proxy),
    keepAfterErrors: options.keepAfterErrors,
    ...(options.ca === undefined ? {} : { ca: options.ca }),
    ...(options.admission ? { admission: options.admission } : {}),
  })
  const sql = createNodeSql(options.folder ?? '.', options.namedHosts)
  const login = createLoopbackLogin({
    interactive: options.interactive ?? false,
    redirectUri: options.redirectUri,
    show: options.show ?? (() => {}),
  })
  const scripts = lateScripts(options)
  const work = createLazyWork()
  const capabilities: Capability[] = ['browser-login', 'no-cors', 'companion']
  return {
    ports: {
      http,
      cookies: cookieJars,
      login,
      scripts,
      secrets: createNodeSecrets(
        options.secrets ?? new Map(),
        options.environment ?? process.env,
        options.sealed,
        options.secretCommand,
      ),
      tokens: options.tokens ?? createNodeTokens(),
      locks: options.locks ?? createLocalLocks(),
      clock: nodeClock,
      random: nodeRandom,
      bodies: options.bodies ?? droppedBodies,
      files: createNodeFiles(options.folder ?? '.'),
      sql,
      work,
      capabilities: new Set(capabilities),
    },
    async close() {
      login.close()
      await Promise.all([http.close(), sql.close(), scripts.close(), work.close()])
    },
  }
}
