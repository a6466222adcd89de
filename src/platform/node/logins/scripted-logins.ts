import type { BrowserContext } from 'playwright-core'
import { AssayError, textOf } from '#engine/base/errors.ts'
import { cancelled } from '#engine/ports/http/http-texts.ts'
import { isInsecureHost } from '#engine/ports/http/http-rules.ts'
import type { LoginTold, ScriptedLogins } from '#engine/ports/index.ts'
import type { Admission } from '../admission.ts'
import type { ProxySettings } from '../proxy/http-proxy.ts'
import { refuseIfKnown } from './admission-proxy.ts'
import { closed, startBrowser, type LoginBrowser } from './browser.ts'
import { loginInContext } from './login-in-context.ts'
import { loginTexts as texts } from './texts.ts'

/** What {@link createScriptedLogins} needs. */
export interface ScriptedLoginsOptions {
  environment: Readonly<Record<string, string | undefined>>
  /** Shows every login, whatever its step says. */
  headed?: boolean
  /** Which addresses the browser may reach; absent: all. */
  admission?: Admission | undefined
  /** By which it reaches them. */
  proxy?: ProxySettings | undefined
}

/** Browsers for scripts that have to be closed at the end of the run. */
export interface NodeScriptedLogins extends Pick<ScriptedLogins, 'login'> {
  close(): Promise<void>
}

/** Milliseconds after the login timeout for a last look at the page; a browser that takes longer hangs. */
const lastLook = 20_000

/**
 * Runs scripts in the machine's browser, which starts with the first login: one browser a run, with and without a window, and
 * its own context for each login, closed whatever happens.
 */
export function createScriptedLogins({
  environment,
  headed = false,
  admission,
  proxy,
}: ScriptedLoginsOptions): NodeScriptedLogins {
  const browsers = new Map<boolean, Promise<LoginBrowser>>()
  const used = new Map<string, number>()
  let warned = false

  async function browserFor(headless: boolean, tell: (told: LoginTold) => void): Promise<LoginBrowser> {
    let starting = browsers.get(headless)
    if (starting === undefined) {
      const begun = startBrowser(headless, environment, { admission, proxy })
      browsers.set(headless, begun)
      const forget = (): void => {
        if (browsers.get(headless) === begun) browsers.delete(headless)
      }
      // The next login may try again: someone may have installed one, and one that crashed does not come back.
      begun.then(({ browser }) => browser.once('disconnected', forget), forget)
      starting = begun
    }
    const started = await starting
    if (started.warning !== undefined && !warned) {
      warned = true
      tell({ kind: 'note', level: 'info', text: started.warning })
    }
    return started
  }

  return {
    async login(login, tell, signal) {
      const deadline = performance.now() + login.timeout
      const url = new URL(login.url)
      // Says at once why the first page can't be reached; a name that leads nowhere is the browser's to tell.
      if (admission) await unlessAborted(refuseIfKnown(admission, url), signal)
      const { browser } = await unlessAborted(
        browserFor(login.script.mode !== 'record' && login.script.headless && !headed, tell),
        signal,
      )
      let context: BrowserContext | undefined
      let hasEnded = false
      let timer: NodeJS.Timeout | undefined
      const hangs = new Promise<never>((_, reject) => {
        const tell = (): void => reject(new AssayError('oauth-login-timeout', texts.hangs, { hint: texts.hangsHint }))
        timer = setTimeout(tell, deadline + lastLook - performance.now())
      })
      const signIn = async (): Promise<string> => {
        context = await browser.newContext({
          // Labels that a script names must not depend on the machine's language.
          locale: 'en-US',
          serviceWorkers: 'block',
          acceptDownloads: false,
          ignoreHTTPSErrors: isInsecureHost(url, login.insecureHosts),
        })
        if (!hasEnded) return loginInContext(context, login, { tell, deadline, signal, used })
        void context.close().catch(() => undefined)
        throw cancelled()
      }
      try {
        return await unlessAborted(Promise.race([signIn(), hangs]), signal)
      } catch (error) {
        if (signal.aborted) throw cancelled()
        if (error instanceof AssayError) throw error
        const isGone = !browser.isConnected() || /has been closed|crashed/i.test(textOf(error))
        if (isGone) throw new AssayError('oauth-script', texts.crashed, { hint: texts.crashedHint })
        throw new AssayError('internal', textOf(error).split('\n')[0] ?? '')
      } finally {
        hasEnded = true
        clearTimeout(timer)
        await closed(context)
      }
    },
    async close() {
      await Promise.all([...browsers.values()].map((starting) => closed({ close: async () => (await starting).close() })))
    },
  }
}

/** Waits no longer than until a Stop. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = (): void => {}
  const aborted = new Promise<never>((_, reject) => (stop = () => reject(cancelled())))
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
