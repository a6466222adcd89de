import type { BrowserContext, Page } from 'playwright-core'
import { AssayError } from '#engine/base/errors.ts'
import type { LoginAction, LoginTold, ScriptedLogin } from '#engine/ports/index.ts'
import type { Acting } from './act.ts'
import { takeKeyboard } from './browser.ts'
import { runLoginAttempt, overTime, type LoginAttempt } from './login-attempt.ts'
import { CurrentPage } from './login-page.ts'
import { watchMessages } from './messages-in-page.ts'
import { pictureOf } from './picture.ts'
import { recordActions, watchForms } from './recorder.ts'
import { catchRedirect } from './redirect-catcher.ts'
import { shownState } from './run-script.ts'
import { loginTexts as texts } from './texts.ts'

/** Every text that a script types as a secret, those in branches too. */
function* secretsOf(actions: readonly LoginAction[]): Generator<string> {
  for (const action of actions) {
    if (action.do === 'fill' && action.value.secret !== undefined) yield action.value.text
    if (action.do === 'totp') yield action.key.text
    if (action.do === 'code') for (const { value } of action.values) if (value.secret !== undefined) yield value.text
    if (action.do === 'if-visible') yield* secretsOf([...action.then, ...action.else])
  }
}

/** What a login has to do with besides its script. */
export interface Surroundings {
  tell(told: LoginTold): void
  /** When the login's time is up, on the monotonic clock. */
  deadline: number
  signal: AbortSignal
  /** See {@link Acting.used}; of all logins of a run. */
  used: Acting['used']
}

/** Runs a login in a context that nothing else uses; gives the URL that the provider sent the browser back to. */
export async function loginInContext(
  context: BrowserContext,
  login: ScriptedLogin,
  { tell, deadline, signal, used }: Surroundings,
): Promise<string> {
  const { mode } = login.script
  if (mode === 'record') await recordActions(context, login.userCode, (actions) => tell({ kind: 'actions', actions }))
  if (mode === 'suggest') await watchForms(context)
  await context.addInitScript(watchMessages)
  const page = await context.newPage()
  const ended = new AbortController()
  const acting = actingOn(new CurrentPage(context, page), login, {
    tell,
    deadline,
    signal: AbortSignal.any([signal, ended.signal]),
    used,
  })
  const attempt: LoginAttempt = { context, login, acting, tell }
  let take: (callbackUrl: string) => void = () => {}
  const answered = new Promise<string>((resolve) => (take = resolve))
  if (login.redirectUri !== undefined) await catchRedirect(context, page, login.redirectUri, take)
  if (mode === 'record') await takeKeyboard(page)
  try {
    // Who records ends it by closing the browser.
    const crash = mode === 'record' ? [] : [crashed(context, page, acting.signal)]
    return await Promise.race([answered, runLoginAttempt(attempt), overTime(attempt), ...crash])
  } finally {
    ended.abort()
  }
}

function actingOn(
  current: CurrentPage,
  { script, userCode }: ScriptedLogin,
  { tell, deadline, signal, used }: Surroundings,
): Acting {
  const secrets = [...secretsOf(script.actions)]
  return {
    current,
    signal,
    left: () => Math.max(0, deadline - performance.now()),
    userCode,
    hide(name, value) {
      secrets.push(value)
      tell({ kind: 'secret', name, value })
    },
    progress: {},
    note: (text) => tell({ kind: 'note', level: 'info', text }),
    async keep(name) {
      const state = await shownState(() => current.page)
      if (!state) return
      const image = await pictureOf(current.page, secrets)
      tell({ kind: 'page', page: { name, url: state.url, title: state.title, tree: state.tree, ...(image ? { image } : {}) } })
    },
    used,
  }
}

/** Rejects when a page or the browser is gone: it shows nothing any more, which every look at it takes for a page that is just leaving. */
const crashed = (context: BrowserContext, page: Page, signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const tell = (): void => reject(new AssayError('oauth-script', texts.crashed, { hint: texts.crashedHint }))
    context.browser()?.once('disconnected', tell)
    context.on('page', (opened) => opened.on('crash', tell))
    page.on('crash', tell)
    signal.addEventListener('abort', () => context.browser()?.off('disconnected', tell), { once: true })
  })
