import type { Locator, Page } from 'playwright-core'
import { AssayError, textOf } from '#engine/base/errors.ts'
import { readTotpKey, totp, totpPeriod } from '#engine/base/secrets/totp.ts'
import type { LoginAction, LoginTarget } from '#engine/ports/index.ts'
import type { CurrentPage } from './login-page.ts'
import { findTarget, NotFound, type Wanted } from './targets.ts'
import { loginTexts as texts } from './texts.ts'

/** What actions have in common while one script is run. */
export interface Acting {
  current: CurrentPage
  signal: AbortSignal
  /** Milliseconds left until the login timeout. */
  left(): number
  userCode: string | undefined
  /** A text that no picture and no message may show from now on. */
  hide(name: string, value: string): void
  note(text: string): void
  /** Keeps a picture of the page under a name. */
  keep(name: string): Promise<void>
  /** Keeps a picture after each action, where someone follows them. */
  after?(name: string): Promise<void>
  /** The action that is being done, or the last of the script; the place where the time runs out. */
  progress: { at?: string }
  /** The last period in which a one-time password of a key was used: a provider takes each only once (RFC 6238 section 5.2). */
  used: Map<string, number>
}

/** What an action does that holds no others. `timeout` in milliseconds. */
type Act<A extends LoginAction['do']> = (
  action: Extract<LoginAction, { do: A }>,
  acting: Acting,
  timeout: number,
) => Promise<void>

const find = (acting: Acting, at: LoginTarget, wanted: Wanted, timeout: number): Promise<Locator> =>
  findTarget(() => acting.current.page, at, wanted, timeout, acting.signal)

/** Does something with an element, in the driver's words if it can't be done: without its log, which repeats what was typed. */
async function doing(acting: Acting, timeout: number, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (acting.signal.aborted || error instanceof AssayError) throw error
    throw new NotFound(texts.notDone(reasonOf(error)))
  }
  await acting.current.settle(timeout, acting.signal)
}

/** The first line of a driver's error, without the call's name. */
const reasonOf = (error: unknown): string => (textOf(error).split('\n')[0] ?? '').replace(/^\w+(\.\w+)*: /, '').replace(/\.$/, '')

async function onTarget(
  acting: Acting,
  at: LoginTarget,
  wanted: Wanted,
  timeout: number,
  work: (found: Locator, options: { timeout: number }) => Promise<unknown>,
): Promise<void> {
  const start = performance.now()
  const found = await find(acting, at, wanted, timeout)
  const left = Math.max(1000, timeout - (performance.now() - start))
  await doing(acting, left, () => work(found, { timeout: left }))
}

/** Only from the web: a script must not read files of this machine, or pages of its browser. */
async function load(page: Page, url: string, timeout: number): Promise<void> {
  const address = url.replace(/[?#].*/s, '')
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new NotFound(texts.notOfTheWeb(address), texts.notOfTheWebHint)
  try {
    const response = await page.goto(url, { timeout, waitUntil: 'domcontentloaded' })
    const status = response?.status() ?? 0
    if (status < 400 || !/<body[^>]*>\s*<\/body>/.test(await page.content())) return
    throw new NotFound(texts.emptyPage(address, String(status)), status >= 500 ? texts.providerFailedHint : texts.noPageHint)
  } catch (error) {
    if (error instanceof NotFound) throw error
    const why = reasonOf(error)
    // A page that goes on to another one at once, as to the redirect URI, was loaded.
    if (/ERR_ABORTED|interrupted by another navigation|page is navigating/.test(why)) return
    // What Chromium makes of some answers with an error and no page.
    if (why.includes('ERR_HTTP_RESPONSE_CODE_FAILURE'))
      throw new NotFound(texts.emptyPage(address, '400 or more'), texts.noPageHint)
    const failed = / at (https?:\S+)/.exec(why)?.[1] ?? url
    throw new NotFound(texts.noPage(address, why.replace(/ at https?:.*$/s, '')), texts.notShownHint(why, failed))
  }
}

const goto: Act<'goto'> = (action, { current }, timeout) => load(current.page, action.url, timeout)

const waitFor: Act<'wait-for'> = async ({ at, url }, acting, timeout) => {
  if (at) return void (await find(acting, at, 'any', timeout))
  const end = performance.now() + timeout
  while (!acting.current.page.url().includes(url ?? '')) {
    acting.signal.throwIfAborted()
    if (performance.now() > end) throw new NotFound(texts.noAddress(url ?? '', timeout / 1000))
    await acting.current.settle(100, acting.signal)
  }
}

const oneTimePassword: Act<'totp'> = async (action, acting, timeout) => {
  const parameters = readTotpKey({ ...action, key: action.key.text })
  const found = await find(acting, action.at, 'field', timeout)
  let period = parameters ? totpPeriod(parameters, Date.now()) : 0
  if (parameters && acting.used.get(parameters.key) === period) {
    const next = (period + 1) * parameters.period * 1000 - Date.now()
    acting.note(texts.waitsForNext(Math.ceil(next / 1000)))
    await new Promise((resolve) => setTimeout(resolve, Math.min(next, acting.left())))
    period = totpPeriod(parameters, Date.now())
  }
  const password = parameters && (await totp(parameters, period))
  if (!parameters || password === undefined) throw new NotFound(texts.badKey, texts.badKeyHint)
  acting.used.set(parameters.key, period)
  acting.hide('one-time password', password)
  await doing(acting, timeout, () => found.fill(password, { timeout }))
}

const userCode: Act<'user-code'> = (action, acting, timeout) => {
  const { userCode: code } = acting
  if (code === undefined) throw new NotFound(texts.noUserCode)
  return onTarget(acting, action.at, 'field', timeout, (field, options) => field.fill(code, options))
}

const select: Act<'select'> = ({ at, value }, acting, timeout) =>
  onTarget(acting, at, 'any', timeout, async (list, options) => {
    const labels = await list.locator('option').allTextContents()
    const byLabel = labels.some((label) => label.trim() === value)
    await list.selectOption(byLabel ? { label: value } : { value }, options)
  })

/**
 * Code runs in the page, as the page's own would, and gets its values by name: it has what the page has, and nothing of this machine.
 * What it returns is waited for.
 */
const code: Act<'code'> = async ({ code: text, values }, acting, timeout) => {
  const names = values.map(({ name }) => name)
  const given = values.map(({ value }) => value.text)
  const call = `(async (${names.join(', ')}) => {\n${text}\n})(...${JSON.stringify(given)})`
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new NotFound(texts.codeThrew(texts.codeLate(timeout / 1000)))), timeout)
  })
  try {
    await Promise.race([acting.current.page.evaluate(`${call}.then(() => undefined)`), late])
  } catch (error) {
    // Code that sends the browser on leaves no page behind that could answer.
    if (acting.signal.aborted || error instanceof AssayError) throw error
    if (!/context was destroyed|navigation/i.test(textOf(error))) throw new NotFound(texts.codeThrew(reasonOf(error)))
  } finally {
    clearTimeout(timer)
  }
  await acting.current.settle(timeout, acting.signal)
}

/** What each action does, but for `if-visible`, which the runner of scripts knows. */
export const acts: { [A in Exclude<LoginAction['do'], 'if-visible'>]: Act<A> } = {
  goto,
  fill: ({ at, value }, acting, timeout) =>
    onTarget(acting, at, 'field', timeout, (field, options) => field.fill(value.text, options)),
  click: ({ at }, acting, timeout) => onTarget(acting, at, 'any', timeout, (found, options) => found.click(options)),
  check: ({ at, on }, acting, timeout) => onTarget(acting, at, 'any', timeout, (found, options) => found.setChecked(on, options)),
  select,
  press: async ({ at, key }, acting, timeout) =>
    at
      ? onTarget(acting, at, 'any', timeout, (found, options) => found.press(key, options))
      : doing(acting, timeout, () => acting.current.page.keyboard.press(key)),
  'wait-for': waitFor,
  totp: oneTimePassword,
  'user-code': userCode,
  screenshot: ({ name }, acting) => acting.keep(name),
  code,
}

/** An action that holds no others. */
export type SingleAction = Exclude<LoginAction, { do: 'if-visible' }>

/** Runs one action that holds no others; `timeout` in milliseconds. */
export const act = (action: SingleAction, acting: Acting, timeout: number): Promise<void> =>
  (acts[action.do] as (action: SingleAction, acting: Acting, timeout: number) => Promise<void>)(action, acting, timeout)

/** Opens a URL in the login's page. */
export const open = (acting: Acting, url: string, timeout: number): Promise<void> => load(acting.current.page, url, timeout)

/** Whether a target becomes visible within the time. */
export async function becomesVisible(acting: Acting, at: LoginTarget, timeout: number): Promise<boolean> {
  try {
    await find(acting, at, 'any', timeout)
    return true
  } catch (error) {
    if (error instanceof NotFound && error.count !== undefined) return error.count > 0
    throw error
  }
}
