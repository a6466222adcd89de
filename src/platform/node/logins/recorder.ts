import type { BrowserContext, Page } from 'playwright-core'
import type { FoundAction, LoginTarget } from '#engine/ports/index.ts'
import { bindingName, watchPage, type FormFacts } from './in-page.ts'

const same = (one: LoginTarget | undefined, other: LoginTarget | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** The most actions of a recording: endless clicks don't make a script. */
const most = 200
const longestText = 2000

/** An action as a page tells it, which may be any page's invention: only what has this shape is taken. */
function isFound(value: unknown): value is FoundAction {
  if (typeof value !== 'object' || value === null) return false
  const { do: kind, at } = value as Record<string, unknown>
  const texts = Object.values({ ...(value as object), ...(typeof at === 'object' ? at : {}) }).filter(
    (each) => typeof each === 'string',
  )
  const isTarget = typeof at === 'object' && at !== null && Object.values(at).every((each) => typeof each === 'string')
  return (
    typeof kind === 'string' &&
    ['fill', 'click', 'check', 'select', 'press', 'totp'].includes(kind) &&
    isTarget &&
    texts.every((text) => text.length <= longestText)
  )
}

/** Adds an action to a recording: what is typed again in a field takes the place of what was typed there before. */
function addAction(actions: readonly FoundAction[], action: FoundAction, userCode: string | undefined): FoundAction[] {
  const told: FoundAction =
    action.do === 'fill' && userCode !== undefined && action.value.replaceAll('-', '') === userCode.replaceAll('-', '')
      ? { do: 'user-code', at: action.at }
      : action
  const last = actions.at(-1)
  const replaces =
    last !== undefined && told.do !== 'click' && told.do !== 'press' && last.do === told.do && same(last.at, told.at)
  return [...(replaces ? actions.slice(0, -1) : actions), told].slice(0, most)
}

/** Watches what a user does in the pages of a login; `tell` gets the whole recording each time. */
export async function recordActions(
  context: BrowserContext,
  userCode: string | undefined,
  tell: (actions: readonly FoundAction[]) => void,
): Promise<void> {
  let actions: FoundAction[] = []
  await context.exposeBinding(bindingName, (_source, action: unknown) => {
    if (!isFound(action)) return
    actions = addAction(actions, action, userCode)
    tell(actions)
  })
  await context.addInitScript(watchPage, bindingName)
}

/** Lets the pages of a login say what form they have; see {@link formOf}. */
export const watchForms = (context: BrowserContext): Promise<void> => context.addInitScript(watchPage, '').then(() => undefined)

/** The form of a page, of its first frame that has one. */
export async function formOf(page: Page): Promise<FormFacts> {
  let marks = ''
  for (const frame of page.frames()) {
    const facts = (await frame.evaluate('globalThis.__assayForm?.()').catch(() => undefined)) as FormFacts | undefined
    marks += ` ${facts?.marks ?? ''}`
    if (facts && facts.parts.some(({ kind }) => kind !== 'button')) return facts
  }
  return { parts: [], marks }
}
