import type { BrowserContext } from 'playwright-core'
import { AssayError, textOf } from '#engine/base/errors.ts'
import { cancelled } from '#engine/ports/http-texts.ts'
import { isInsecureHost } from '#engine/ports/http-rules.ts'
import type { LoginAction, LoginTold, ScriptedLogin, ScriptedLogins } from '#engine/ports/index.ts'
import type { Admission } from '../admission.ts'
import type { ProxySettings } from '../http-proxy.ts'
import { act, open, type Acting } from './act.ts'
import { admittedIfKnown } from './admission-proxy.ts'
import { startBrowser, takeKeyboard, type LoginBrowser } from './browser.ts'
import { CurrentPage, pause } from './login-page.ts'
import { pageStateOf, quoted } from './page-state.ts'
import { pictureOf } from './picture.ts'
import { catchRedirect } from './redirect-catcher.ts'
import { formOf, recordActions, watchForms } from './recorder.ts'
import { failure, runScript, stateOf } from './run-script.ts'
import { suggestScript, type Suggestion } from './suggest.ts'
import { NotFound } from './targets.ts'
import { loginTexts as texts } from './texts.ts'

/** What {@link createScriptedLogins} needs. */
export interface ScriptedLoginsOptions {
  environment: Readonly<Record<string, string | undefined>>
  /** Shows every login, whatever its step says. */
  headed?: boolean
  /** Which addresses the browser may reach; absent: all. */
  admission?: Admission
  /** By which it reaches them. */
  proxy?: ProxySettings | undefined
}

/** Browsers for scripts that have to be closed at the end of the run. */
export interface NodeScriptedLogins extends Pick<ScriptedLogins, 'login'> {
  close(): Promise<void>
}

/** Milliseconds without a page that comes or leaves, after which a script that has ended is not waited for any longer. */
const quietAfterScript = 10_000
/** The same where the page says that something is wrong. */
const quietAfterMessage = 3000
/** Milliseconds for the first page. */
const firstPage = 30_000

/** Every text that a script types as a secret, those in branches too. */
function* secretsOf(actions: readonly LoginAction[]): Generator<string> {
  for (const action of actions) {
    if (action.do === 'fill' && action.value.secret !== undefined) yield action.value.text
    if (action.do === 'totp') yield action.key.text
    if (action.do === 'code') for (const { value } of action.values) if (value.secret !== undefined) yield value.text
    if (action.do === 'if-visible') yield* secretsOf([...action.then, ...action.else])
  }
}

const typesUserCode = (actions: readonly LoginAction[]): boolean =>
  actions.some(
    (action) => action.do === 'user-code' || (action.do === 'if-visible' && typesUserCode([...action.then, ...action.else])),
  )

/** The one field of a page in which a code can be typed; undefined if there are several, or a password is asked for too. */
async function typeUserCode(acting: Acting): Promise<void> {
  const { page } = acting.current
  const { fields } = await pageStateOf(page)
  const field = page.locator('input:not([type=hidden]):not([type=password]):not([type=checkbox]):not([type=submit])')
  if (fields.length !== 1 || acting.userCode === undefined || (await field.filter({ visible: true }).count()) !== 1) return
  await act(
    { do: 'user-code', at: { css: 'input:visible:not([type=submit]):not([type=checkbox])' }, timeout: 10 },
    acting,
    10_000,
  )
  await act(
    { do: 'press', key: 'Enter', at: { css: 'input:visible:not([type=submit]):not([type=checkbox])' }, timeout: 10 },
    acting,
    10_000,
  )
}

/**
 * Carries out scripts in the machine's browser, which starts with the first login: one browser a run, with and without a window, and a context
 * of its own for each login, closed whatever happens.
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
      // The next login may try again: somebody may have installed one, and one that crashed does not come back.
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

  async function inContext(
    context: BrowserContext,
    login: ScriptedLogin,
    tell: (told: LoginTold) => void,
    deadline: number,
    signal: AbortSignal,
  ): Promise<string> {
    if (login.script.mode === 'record')
      await recordActions(context, login.userCode, (actions) => tell({ kind: 'actions', actions }))
    if (login.script.mode === 'suggest') await watchForms(context)
    const page = await context.newPage()
    const current = new CurrentPage(context, page)
    const ended = new AbortController()
    const within = AbortSignal.any([signal, ended.signal])
    const secrets = [...secretsOf(login.script.actions)]
    const acting: Acting = {
      current,
      signal: within,
      left: () => Math.max(0, deadline - performance.now()),
      userCode: login.userCode,
      hide(name, value) {
        secrets.push(value)
        tell({ kind: 'secret', name, value })
      },
      note: (text) => tell({ kind: 'note', level: 'info', text }),
      async keep(name) {
        const state = await stateOf(() => current.page)
        if (!state) return
        const image = await pictureOf(current.page, secrets)
        tell({ kind: 'page', page: { name, url: state.url, title: state.title, tree: state.tree, ...(image ? { image } : {}) } })
      },
      used,
    }
    let take: (callbackUrl: string) => void = () => {}
    const answered = new Promise<string>((resolve) => (take = resolve))
    if (login.redirectUri !== undefined) await catchRedirect(context, page, login.redirectUri, take)
    /** A page that is gone shows nothing any more, which every look at it takes for a page that is just leaving. */
    const crashed = (): Promise<never> =>
      new Promise((_, reject) => {
        const tell = (): void => reject(new AssayError('oauth-script', texts.crashed, { hint: texts.crashedHint }))
        context.browser()?.once('disconnected', tell)
        context.on('page', (opened) => opened.on('crash', tell))
        page.on('crash', tell)
        within.addEventListener('abort', () => context.browser()?.off('disconnected', tell), { once: true })
      })
    const { mode } = login.script
    if (mode === 'record') await takeKeyboard(page)

    /** A person takes their time; the login timeout ends it. */
    const untilClosed = async (): Promise<never> => {
      while (!page.isClosed() || context.pages().length > 0) {
        await pause(200)
        within.throwIfAborted()
      }
      throw new AssayError('cancelled', texts.closed, { hint: texts.closedHint })
    }
    /** Carries out what the script has already; gives how many of its actions the pages let be done. */
    const goAhead = async (): Promise<number> => {
      const { actions } = login.script
      let done = 0
      const follow = (told: LoginTold): void => {
        if (told.kind === 'action' && typeof told.path[0] === 'number') done = told.path[0]
        tell(told)
      }
      try {
        await runScript(actions, acting, follow)
        done = actions.length
      } catch (error) {
        if (within.aborted || !(error instanceof AssayError)) throw error
        tell({ kind: 'note', level: 'warning', text: error.message })
      }
      // Pages that are drawn by scripts show the last form for a moment yet.
      if (actions.length > 0) await pause(1000)
      return done
    }
    const suggest = async (): Promise<never> => {
      await current.settle(5000, within)
      const after = await goAhead()
      await current.settle(5000, within)
      let found: Suggestion | 'new-password' | undefined
      // Some pages are drawn by scripts a while after they have come.
      for (let look = 0; found === undefined && look < 25; look++) {
        if (look > 0) await pause(200)
        within.throwIfAborted()
        found = suggestScript(current.page.url(), await formOf(current.page), login.userCode)
      }
      const name = after === 0 ? texts.opened : texts.reached
      await acting.keep(name)
      const state = await stateOf(() => current.page)
      if (!found) throw failure(name, new NotFound(texts.noForm, texts.noFormHint), state)
      if (found === 'new-password') throw failure(name, new NotFound(texts.newPassword, texts.newPasswordHint), state)
      // The same form again, with the reason above it: what the script typed was refused.
      if (after > 0 && state?.messages.length) tell({ kind: 'note', level: 'warning', text: texts.says(quoted(state.messages)) })
      tell({ kind: 'note', level: 'info', text: found.form })
      tell({ kind: 'actions', actions: found.actions, after })
      throw new AssayError('cancelled', '')
    }
    const carryOut = async (): Promise<never> => {
      try {
        await open(acting, login.url, Math.min(firstPage, acting.left()))
      } catch (error) {
        if (error instanceof NotFound) throw failure(texts.opening, error, undefined)
        throw error
      }
      if (mode === 'record') return untilClosed()
      if (mode === 'suggest') return suggest()
      if (mode === 'try') await acting.keep(texts.opened)
      if (login.userCode !== undefined && !login.hasUserCode && !typesUserCode(login.script.actions)) await typeUserCode(acting)
      await runScript(login.script.actions, mode === 'try' ? { ...acting, after: acting.keep } : acting, tell)
      const quiet = (): number => (current.isLeaving ? 0 : performance.now() - current.lastMove)
      let limit = quietAfterScript
      // A device's login ends by what the client hears: its page stays open until then.
      while (login.redirectUri === undefined || quiet() < limit) {
        await pause(100)
        within.throwIfAborted()
        if (limit === quietAfterMessage || quiet() < quietAfterMessage) continue
        // A page that says what is wrong will not go on by itself.
        limit = (await stateOf(() => current.page))?.messages.length ? quietAfterMessage : quietAfterScript
      }
      const state = await stateOf(() => current.page)
      await acting.keep(texts.afterScript)
      throw failure(texts.afterScript, new NotFound(texts.notEnded(limit / 1000)), state)
    }
    const overTime = async (): Promise<never> => {
      while (acting.left() > 0) {
        await pause(Math.min(acting.left(), 250))
        within.throwIfAborted()
      }
      const state = await stateOf(() => current.page)
      await acting.keep(texts.overTime)
      const { message } = failure(texts.overTime, new NotFound(texts.timedOut(login.timeout / 1000)), state)
      throw new AssayError('oauth-login-timeout', message, { hint: state?.captcha ? texts.captchaHint : texts.timedOutHint })
    }
    try {
      // Who records ends it by closing the browser.
      return await Promise.race([answered, carryOut(), overTime(), ...(mode === 'record' ? [] : [crashed()])])
    } finally {
      ended.abort()
    }
  }

  return {
    async login(login, tell, signal) {
      if (signal.aborted) throw cancelled()
      const deadline = performance.now() + login.timeout
      const url = new URL(login.url)
      // Says at once why the first page can't be reached; a name that leads nowhere is the browser's to tell.
      if (admission) await admittedIfKnown(admission, url, url.port === '' ? undefined : Number(url.port))
      const { browser } = await unlessAborted(
        browserFor(login.script.mode !== 'record' && login.script.headless && !headed, tell),
        signal,
      )
      let context: BrowserContext | undefined
      const stop = (): void => void context?.close().catch(() => undefined)
      signal.addEventListener('abort', stop, { once: true })
      try {
        context = await browser.newContext({
          // Labels that a script names must not depend on the machine's language.
          locale: 'en-US',
          serviceWorkers: 'block',
          acceptDownloads: false,
          ignoreHTTPSErrors: isInsecureHost(url, login.insecureHosts),
        })
        return await inContext(context, login, tell, deadline, signal)
      } catch (error) {
        if (signal.aborted) throw cancelled()
        if (error instanceof AssayError) throw error
        const isGone = !browser.isConnected() || /has been closed|crashed/i.test(textOf(error))
        if (isGone) throw new AssayError('oauth-script', texts.crashed, { hint: texts.crashedHint })
        throw new AssayError('internal', textOf(error).split('\n')[0] ?? '')
      } finally {
        signal.removeEventListener('abort', stop)
        await context?.close().catch(() => undefined)
      }
    },
    async close() {
      const all = await Promise.allSettled(browsers.values())
      await Promise.all(all.map((one) => (one.status === 'fulfilled' ? one.value.close() : undefined)))
    },
  }
}

/** Waits no longer than until a Stop. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = (): void => {}
  const aborted = new Promise<never>((_, reject) => (stop = () => reject(cancelled())))
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
