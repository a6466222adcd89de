import type { Frame, Page } from 'playwright-core'
import { messagesOf } from './messages-in-page.ts'
import { loginTexts as texts } from './texts.ts'

/** The parts of a page that a user would name when asked what it shows. */
export interface PageState {
  title: string
  url: string
  /** Its accessibility tree, those of its frames included. */
  tree: string
  headings: string[]
  fields: string[]
  buttons: string[]
  /** How many buttons have no accessible name. */
  nameless: number
  /** What looks like the provider's message: alerts, and texts that speak of something wrong. */
  messages: string[]
  /** Where it shows nothing: the scripts that should have drawn it and could not be loaded, with the reason. */
  missing?: string[]
  /** It wants proof that a user is there. */
  captcha: boolean
}

/** Milliseconds after which a page that does not respond is reported without its tree. */
const patience = 3000
const mostNamed = 8
const longestMessage = 300

const wrong =
  /\b(invalid|incorrect|wrong|error|fail(ed|ure)?|denied|expired|locked|disabled|blocked|unable|unknown|not (found|valid|allowed|recogni[sz]ed)|malformed|(does not|doesn't) match|mismatch|correct|case-sensitive|try again|too many|required|must|need(s)? to|verify)\b/i
const captchaWords = /captcha|verify (that )?you are (a )?human|(not|aren't) a robot|checking your browser|unusual traffic/i
const captchaHosts = /recaptcha|hcaptcha|challenges\.cloudflare|arkoselabs|funcaptcha|datadome|\bcaptcha\b/i

const treeOf = async (frame: Frame): Promise<string> => {
  try {
    return await frame.locator('body').ariaSnapshot({ timeout: patience })
  } catch {
    // A page that is just leaving has none.
    return ''
  }
}

/** The lines of a tree with their role, name and text: `- heading "Sign in" [level=1]`, `- text: Wrong password`. */
function* linesOf(tree: string): Generator<{ role: string; name: string; text: string; within: readonly string[] }> {
  const roles: { indent: number; role: string }[] = []
  for (const line of tree.split('\n')) {
    const found = /^(\s*)- '?([a-z]+)(?: "((?:[^"\\]|\\.)*)")?([^:]*)(?::\s*(.*))?$/.exec(line)
    if (!found) continue
    const [, space = '', role = '', name = '', , text = ''] = found
    while ((roles.at(-1)?.indent ?? -1) >= space.length) roles.pop()
    yield {
      role,
      name: name.replace(/\\(.)/g, '$1'),
      text: text.replace(/^["']|["']$/g, ''),
      within: roles.map((each) => each.role),
    }
    roles.push({ indent: space.length, role })
  }
}

const fieldRoles = new Set(['textbox', 'searchbox', 'combobox', 'checkbox', 'radio', 'spinbutton', 'listbox', 'switch'])
const buttonRoles = new Set(['button', 'link'])
const alertRoles = new Set(['alert', 'alertdialog', 'status'])

/** The same lines, without the labels that a tree writes into the texts beside their fields: they are the fields' names. */
export function* toldLines(tree: string): ReturnType<typeof linesOf> {
  const lines = [...linesOf(tree)]
  for (const [index, line] of lines.entries()) {
    if (line.role !== 'text') yield line
    else yield { ...line, text: withoutLabels(line.text, lines[index - 1], lines[index + 1]) }
  }
}

/** A label precedes a text field, and follows a check box. */
function withoutLabels(text: string, before: { role: string; name: string } | undefined, after: typeof before): string {
  const labelOf = (line: typeof before): string => (line && fieldRoles.has(line.role) ? line.name : '')
  let rest = ` ${text} `
  const [first, last] = [` ${labelOf(before)} `, ` ${labelOf(after)} `]
  if (rest.endsWith(last)) rest = `${rest.slice(0, -last.length)} `
  if (rest.startsWith(first)) rest = ` ${rest.slice(first.length)}`
  return rest.trim()
}

/** The parts of a tree that a user would name. Of a page with only text, such as a bare error code, all of it is reported. */
export function partsOf(tree: string): Pick<PageState, 'headings' | 'fields' | 'buttons' | 'messages' | 'nameless'> {
  const parts = {
    headings: [] as string[],
    fields: [] as string[],
    buttons: [] as string[],
    messages: [] as string[],
    nameless: 0,
  }
  const add = (list: string[], text: string): void => {
    const short = text.replace(/\s+/g, ' ').trim().slice(0, longestMessage)
    if (short !== '' && list.length < mostNamed && !list.includes(short)) list.push(short)
  }
  const lines = [...toldLines(tree)]
  for (const { role, name, text, within } of lines) {
    if (role === 'heading') add(parts.headings, name || text)
    if (fieldRoles.has(role)) add(parts.fields, name || role)
    if (buttonRoles.has(role) && name !== '') add(parts.buttons, name)
    else if (role === 'button' && text === '') parts.nameless++
    const isAlert = alertRoles.has(role) || within.some((outer) => alertRoles.has(outer))
    const said = text || (role === 'paragraph' || isAlert ? name : '')
    if (said !== '' && !fieldRoles.has(role) && (isAlert || wrong.test(said.replaceAll('_', ' ')))) add(parts.messages, said)
  }
  if (showsNothing(parts)) for (const { text } of lines) add(parts.messages, text)
  return parts
}

const showsNothing = ({ headings, fields, buttons, messages }: ReturnType<typeof partsOf>): boolean =>
  [headings, fields, buttons, messages].every((list) => list.length === 0)

/** The scripts of a page that could not be loaded, each with the browser's reason or the status. Never rejects. */
async function missingScripts(page: Page): Promise<string[]> {
  const requests = await page.requests().catch(() => [])
  const since = requests.findLastIndex((each) => each.isNavigationRequest() && each.frame() === page.mainFrame())
  return requests
    .slice(since + 1)
    .filter((each) => ['script'].includes(each.resourceType()))
    .flatMap((each) => {
      const status = each.existingResponse()?.status() ?? 0
      const why = each.failure()?.errorText ?? (status >= 400 ? `status ${status}` : undefined)
      return why === undefined ? [] : [`${each.url().replace(/[?#].*/s, '')} (${why})`]
    })
    .slice(0, mostNamed)
}

/** What a page shows; what can't be read from it is omitted. Never rejects. */
export async function pageStateOf(page: Page): Promise<PageState> {
  const frames = page.frames()
  const trees = await Promise.all(frames.slice(0, 10).map(treeOf))
  const tree = trees.filter(Boolean).join('\n')
  const title = await page.title().catch(() => '')
  const captcha = captchaWords.test(tree) || frames.some((frame) => frame !== page.mainFrame() && captchaHosts.test(frame.url()))
  const parts = partsOf(tree)
  // What is gone again, as toasts are.
  for (const text of await messagesOf(page)) {
    if (parts.messages.length < mostNamed && !parts.messages.some((said) => said.includes(text) || text.includes(said)))
      parts.messages.push(text)
  }
  const missing = showsNothing(parts) ? await missingScripts(page) : []
  return { title, url: page.url(), tree, ...parts, ...(missing.length === 0 ? {} : { missing }), captcha }
}

/** Names as they are reported. */
export const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ')

/**
 * The error that a page's address carries, as RFC 6749 section 4.1.2.1 writes it: providers hand it to the page that shows it, which
 * does not always do so. Undefined for a page that has none.
 */
function errorInAddress(url: string): string | undefined {
  const parameters = URL.canParse(url) ? new URL(url).searchParams : undefined
  const code = parameters?.get('error') ?? ''
  if (!/^[a-z]+([_-][a-z]+)+$/i.test(code)) return undefined
  return [code, parameters?.get('error_description') ?? ''].filter(Boolean).join(' – ').slice(0, longestMessage)
}

/** A page in one sentence: title, headings, the provider's message, the error in its URL, what can be filled in and pressed. */
export function describePage({ title, url, headings, fields, buttons, nameless, messages, missing = [] }: PageState): string {
  const inAddress = errorInAddress(url)
  const error = messages.some((said) => said.includes(inAddress?.split(' – ').at(-1) ?? '')) ? undefined : inAddress
  const parts = [
    ...(messages.length === 0 ? [] : [texts.messages(quoted(messages))]),
    ...(error === undefined ? [] : [texts.address(quoted([error]))]),
    ...(headings.length === 0 ? [] : [texts.headings(quoted(headings))]),
    ...(fields.length === 0 ? [] : [texts.fields(quoted(fields))]),
    ...(buttons.length === 0 ? [] : [texts.buttons(quoted(buttons))]),
    ...(nameless === 0 ? [] : [texts.nameless(nameless)]),
    ...(missing.length === 0 ? [] : [texts.missing(missing.join(', '))]),
  ]
  if (title === '' && parts.length === 0) return texts.blank
  return texts.shows(title || url.replace(/[?#].*/s, ''), parts)
}
