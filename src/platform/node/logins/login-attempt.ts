import type { BrowserContext } from 'playwright-core'
import { AssayError } from '#engine/base/errors.ts'
import type { LoginAction, LoginTold, ScriptedLogin } from '#engine/ports/index.ts'
import { act, open, type Acting } from './act.ts'
import { pause } from './login-page.ts'
import { pageStateOf, quoted } from './page-state.ts'
import type { FormFacts } from './in-page.ts'
import { formOf } from './recorder.ts'
import { failure, runScript, shownState } from './run-script.ts'
import { suggestScript, type Suggestion } from './suggest.ts'
import { NotFound } from './targets.ts'
import { loginTexts as texts } from './texts.ts'

/** One login that is being run, in its own context. */
export interface LoginAttempt {
  context: BrowserContext
  login: ScriptedLogin
  acting: Acting
  tell(told: LoginTold): void
}

/** Milliseconds without a page that comes or leaves, after which a script that has ended is not waited for any longer. */
const quietAfterScript = 10_000
/** The same where the page says that something is wrong. */
const quietAfterMessage = 3000
/** Milliseconds for the first page. */
const firstPage = 30_000

const typesUserCode = (actions: readonly LoginAction[]): boolean =>
  actions.some(
    (action) => action.do === 'user-code' || (action.do === 'if-visible' && typesUserCode([...action.then, ...action.else])),
  )

/** The one field of a page in which a code can be typed; undefined if there are several, or the page asks for a password too. */
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
 * Opens the login's first page and does what its mode requires. Never fulfilled: where the script succeeds the provider sends
 * the browser back, which is heard elsewhere; rejects with AssayError `oauth-script` if that does not come.
 */
export async function runLoginAttempt(attempt: LoginAttempt): Promise<never> {
  const { login, acting, tell } = attempt
  const { mode, actions } = login.script
  try {
    await open(acting, login.url, Math.min(firstPage, acting.left()))
  } catch (error) {
    if (error instanceof NotFound) throw failure(texts.opening, error, undefined)
    throw error
  }
  if (mode === 'record') return untilClosed(attempt)
  if (mode === 'suggest') return suggest(attempt)
  if (mode === 'try') await acting.keep(texts.opened)
  if (login.userCode !== undefined && !login.hasUserCode && !typesUserCode(actions)) await typeUserCode(acting)
  await runScript(actions, mode === 'try' ? { ...acting, after: acting.keep } : acting, tell)
  acting.progress.at = texts.afterScript
  return untilSentBack(attempt)
}

/** Waits for the way back, as long as pages come and go; a page that says what is wrong will not go on by itself. */
async function untilSentBack({ login, acting }: LoginAttempt): Promise<never> {
  const { current, signal } = acting
  const quiet = (): number => (current.isLeaving ? 0 : performance.now() - current.lastMove)
  let limit = quietAfterScript
  // A device's login ends by what the client hears: its page stays open until then.
  while (login.redirectUri === undefined || quiet() < limit) {
    await pause(100)
    signal.throwIfAborted()
    if (limit === quietAfterMessage || quiet() < quietAfterMessage) continue
    limit = (await shownState(() => current.page))?.messages.length ? quietAfterMessage : quietAfterScript
  }
  const state = await shownState(() => current.page)
  await acting.keep(texts.afterScript)
  throw failure(texts.afterScript, new NotFound(texts.notEnded(limit / 1000)), state)
}

/** A user takes their time; the login timeout ends it. */
async function untilClosed({ context, acting }: LoginAttempt): Promise<never> {
  while (context.pages().length > 0) {
    await pause(200)
    acting.signal.throwIfAborted()
  }
  throw new AssayError('cancelled', texts.closed, { hint: texts.closedHint })
}

/** Rejects with `oauth-login-timeout` when the login's time is up. */
export async function overTime({ login, acting }: LoginAttempt): Promise<never> {
  while (acting.left() > 0) {
    await pause(Math.min(acting.left(), 250))
    acting.signal.throwIfAborted()
  }
  const state = await shownState(() => acting.current.page)
  const where = acting.progress.at ?? texts.opening
  await acting.keep(where)
  const { message } = failure(where, new NotFound(texts.timedOut(Math.round(login.timeout / 1000))), state)
  throw new AssayError('oauth-login-timeout', message, { hint: state?.captcha ? texts.captchaHint : texts.timedOutHint })
}

/** Runs what the script has already; gives how many of its actions the pages let be done. */
async function goAhead({ login, acting, tell }: LoginAttempt): Promise<number> {
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
    if (acting.signal.aborted || !(error instanceof AssayError)) throw error
    tell({ kind: 'note', level: 'warning', text: error.message })
  }
  // Pages that are drawn by scripts show the last form for a moment yet.
  if (actions.length > 0) await pause(1000)
  return done
}

/** Proposes actions for the form behind the script's last page, and ends the login. */
async function suggest(attempt: LoginAttempt): Promise<never> {
  const { login, acting, tell } = attempt
  const { current, signal } = acting
  await current.settle(5000, signal)
  const after = await goAhead(attempt)
  await current.settle(5000, signal)
  let found: Suggestion | 'new-password' | undefined
  let form: FormFacts = { parts: [], marks: '' }
  // Some pages are drawn by scripts a while after they have come.
  for (let look = 0; found === undefined && look < 25; look++) {
    if (look > 0) await pause(200)
    signal.throwIfAborted()
    form = await formOf(current.page)
    found = suggestScript(current.page.url(), form, login.userCode)
  }
  const name = after === 0 ? texts.opened : texts.reached
  await acting.keep(name)
  const state = await shownState(() => current.page)
  const unnamed = form.parts.flatMap(({ kind, at }) => ((kind === 'button' || kind === 'submit') && at.css ? [at.css] : []))
  if (unnamed.length > 0) tell({ kind: 'note', level: 'info', text: texts.unnamed(unnamed) })
  if (!found) throw failure(name, new NotFound(texts.noForm, texts.noFormHint), state)
  if (found === 'new-password') throw failure(name, new NotFound(texts.newPassword, texts.newPasswordHint), state)
  // The same form again, with the reason above it: what the script typed was rejected.
  if (after > 0 && state?.messages.length) tell({ kind: 'note', level: 'warning', text: texts.says(quoted(state.messages)) })
  tell({ kind: 'note', level: 'info', text: found.form })
  tell({ kind: 'actions', actions: found.actions, after })
  throw new AssayError('cancelled', '')
}
