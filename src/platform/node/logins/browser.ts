import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { AssayError, textOf } from '#engine/base/errors.ts'
import type { Admission } from '../admission.ts'
import { atExit } from '../at-exit.ts'
import { childEnvironment } from '../child-process.ts'
import type { ProxySettings } from '../proxy/http-proxy.ts'
import { makePrivateFolder, removeFolder, sweepPrivateFolders } from '../private-folders.ts'
import { startAdmissionProxy, type AdmissionProxy } from './admission-proxy.ts'
import { findBrowser, machine } from './find-browser.ts'
import { loginTexts as texts } from './texts.ts'

/** A browser that runs, with a profile that goes with it. */
export interface LoginBrowser {
  browser: Browser
  /** What is worth telling about it, once. */
  warning?: string
  close(): Promise<void>
}

/** Only what the login's pages request is sent (R46). */
const quiet = [
  '--disable-gpu',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-domain-reliability',
  // The last list counts: what the driver's own keeps quiet is named again.
  '--disable-features=OptimizationHints,MediaRouter,AutofillServerCommunication,PasswordLeakDetection,Translate,NetworkTimeServiceQuerying,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay',
  '--no-pings',
  // What the browser itself still calls with all that switched off: a URL at which nothing answers.
  '--gaia-url=https://127.0.0.1:9/',
  '--component-updater=url-source=https://127.0.0.1:9/',
]

/**
 * A page sends nothing past the proxy: no UDP, by WebRTC or QUIC, which proxies don't carry, and no names to a DNS server, which the proxy resolves. The
 * policy of WebRTC has two names, of which older browsers know the first.
 */
const throughProxyOnly = [
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
]

/** Milliseconds after which a browser that does not come up is given up. */
const longestStart = 60_000

/** Milliseconds for a browser to close what it shows; one that hangs is ended with this process. */
const longestClose = 3_000

/** Closes a browser or what it shows, and waits no longer for one that hangs. */
export async function closed(one: { close(): Promise<void> } | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  await Promise.race([one?.close().catch(() => undefined), new Promise((resolve) => (timer = setTimeout(resolve, longestClose)))])
  clearTimeout(timer)
}

const driver = async (): Promise<typeof import('playwright-core')> => {
  try {
    return await import('playwright-core')
  } catch (error) {
    throw new AssayError('oauth-no-browser', texts.noDriver, { hint: texts.noDriverHint, cause: error })
  }
}

const hasDisplay = (environment: Readonly<Record<string, string | undefined>>): boolean =>
  process.platform !== 'linux' || Boolean(environment['DISPLAY'] ?? environment['WAYLAND_DISPLAY'])

/** A sandbox needs user namespaces, which root and many containers have not. */
const mayHaveSandbox = (): boolean => process.platform !== 'linux' || process.getuid?.() !== 0

/**
 * Starts the machine's browser with its own profile, over a pipe: no port, and it ends with this process, however that ends.
 * Rejects with AssayError `oauth-no-browser`.
 */
export async function startBrowser(
  headless: boolean,
  environment: Readonly<Record<string, string | undefined>>,
  { admission, proxy }: { admission?: Admission | undefined; proxy?: ProxySettings | undefined },
): Promise<LoginBrowser> {
  const executablePath = findBrowser(machine(environment))
  if (!headless && !hasDisplay(environment))
    throw new AssayError('oauth-no-browser', texts.noDisplay, { hint: texts.noDisplayHint })
  const { chromium } = await driver()
  void sweepPrivateFolders()
  const folder = makePrivateFolder('login')
  const forget = atExit(() => removeFolder(folder))
  // The browser knows neither the password of a SOCKS proxy nor the networks of NO_PROXY: a proxy of our own does.
  const door: AdmissionProxy | undefined = admission || proxy ? await startAdmissionProxy(admission, proxy) : undefined
  const launch = (chromiumSandbox: boolean) =>
    chromium.launchPersistentContext(join(folder, 'profile'), {
      executablePath,
      headless,
      chromiumSandbox,
      timeout: longestStart,
      args: door === undefined ? quiet : [...quiet, ...throughProxyOnly],
      artifactsDir: join(folder, 'artifacts'),
      env: { ...childEnvironment(environment), TMPDIR: folder, TEMP: folder, TMP: folder },
      // The program hears the signals and decides.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      ...(door === undefined ? {} : { proxy: door.settings }),
    })
  const remove = (): void => {
    door?.close()
    forget()
    try {
      removeFolder(folder)
    } catch {
      // The next start sweeps what a browser that is just ending still holds.
    }
  }
  try {
    let sandboxed = mayHaveSandbox()
    const context = await launch(sandboxed).catch((error: unknown) => {
      if (!sandboxed || !/sandbox|namespace/i.test(textOf(error))) throw error
      sandboxed = false
      return launch(false)
    })
    const browser = context.browser()
    if (!browser) throw new Error('no browser')
    // Also where it crashes: no one closes it then.
    browser.once('disconnected', remove)
    if (!headless) await putAway(context).catch(() => undefined)
    return {
      browser,
      ...(sandboxed ? {} : { warning: texts.noSandbox }),
      async close() {
        await closed(browser)
        remove()
      },
    }
  } catch (error) {
    remove()
    throw new AssayError('oauth-no-browser', texts.notStarted(executablePath), {
      hint: texts.notStartedHint,
      cause: firstLine(textOf(error)),
    })
  }
}

/** Puts the window away that the browser starts with: a user would take it for the sign-in. Where no desktop does that it stays. */
async function putAway(context: BrowserContext): Promise<void> {
  const [page] = context.pages()
  if (!page) return
  const session = await context.newCDPSession(page)
  const { windowId } = await session.send('Browser.getWindowForTarget')
  await session.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'minimized' } })
  await session.detach()
}

/**
 * Passes typed input to a shown page. An empty page leaves the keyboard to the URL bar, also when it goes on to the sign-in: a
 * password would be typed there, and sent to a search engine.
 */
export const takeKeyboard = (page: Page): Promise<void> => page.mouse.click(1, 1)

const firstLine = (text: string): string => text.split('\n')[0] ?? ''
