import type { Page } from 'playwright-core'
import { AssayError } from '#engine/base/errors.ts'
import { describeAction } from '#engine/ports/login/login-words.ts'
import type { LoginAction, LoginTold } from '#engine/ports/index.ts'
import { act, becomesVisible, type Acting } from './act.ts'
import { describePage, pageStateOf, type PageState } from './page-state.ts'
import { NotFound } from './targets.ts'
import { loginTexts as texts } from './texts.ts'

/** The way to an action. */
type Path = (number | 'then' | 'else')[]

/** The way to an action as people count: `3`, `4 then 1`. */
const pathText = (path: Path): string => path.map((part) => (typeof part === 'number' ? part + 1 : part)).join(' ')

/** Why an action could not be done, with what the page showed instead. */
export function failure(where: string, why: NotFound, state: PageState | undefined): AssayError {
  const shown = state === undefined ? '' : ` ${state.captcha ? `${texts.captcha} ` : ''}${describePage(state)}`
  return new AssayError('oauth-script', `${where}: ${why.message}.${shown}`, {
    hint: state?.captcha ? texts.captchaHint : [why.hint, state && texts.hint].filter(Boolean).join(' ') || texts.hint,
  })
}

/** What the page shows now; undefined where there is none any more. */
export const shownState = async (page: () => Page): Promise<PageState | undefined> => {
  try {
    return await pageStateOf(page())
  } catch {
    return undefined
  }
}

/**
 * Runs actions one after the other. Rejects with AssayError `oauth-script`, which says which one could not be done and what the
 * page showed instead; the page was kept then. `signal` aborted: the login has ended, or was cancelled, and what rejects does
 * not matter.
 */
export async function runScript(
  actions: readonly LoginAction[],
  acting: Acting,
  tell: (told: LoginTold) => void,
  before: Path = [],
): Promise<void> {
  for (const [index, action] of actions.entries()) {
    const path = [...before, index]
    const text = describeAction(action)
    const start = performance.now()
    acting.signal.throwIfAborted()
    tell({ kind: 'action', path, text })
    acting.progress.at = texts.action(pathText(path), text)
    const timeout = Math.max(1, Math.min('timeout' in action ? action.timeout * 1000 : 30_000, acting.left()))
    try {
      if (action.do === 'if-visible') {
        const branch = (await becomesVisible(acting, action.at, timeout)) ? 'then' : 'else'
        await runScript(action[branch], acting, tell, [...path, branch])
      } else await act(action, acting, timeout)
    } catch (error) {
      if (acting.signal.aborted || !(error instanceof NotFound)) throw error
      // The login's time is up, which is reported elsewhere, with this action and one picture.
      if (acting.left() === 0) await new Promise<never>(() => {})
      const where = texts.action(pathText(path), text)
      const state = await shownState(() => acting.current.page)
      await acting.keep(where)
      throw failure(where, error, state)
    }
    tell({ kind: 'action', path, text, took: performance.now() - start })
    if (action.do !== 'if-visible') await acting.after?.(texts.action(pathText(path), text))
  }
}
