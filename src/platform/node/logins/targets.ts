import type { Frame, Locator, Page } from 'playwright-core'
import { AssayError, textOf } from '#engine/base/errors.ts'
import type { LoginTarget } from '#engine/ports/index.ts'
import { loginTexts as texts } from './texts.ts'

/** What has to be found: anything, or something that can be typed into, or chosen from. */
export type Wanted = 'any' | 'field'

/** Milliseconds between two looks. */
const pause = 100
/** Milliseconds after which several that fit will not become one. */
const settled = 1000

const fields =
  'input, textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=searchbox], [role=combobox], [role=spinbutton]'

/** Playwright's role names are a type of their own; an unknown role finds nothing. */
type Role = Parameters<Frame['getByRole']>[0]

function locate(frame: Frame, target: LoginTarget, exact: boolean): Locator | undefined {
  const { role, name, label, placeholder, testId, text, css } = target
  if (role !== undefined) return frame.getByRole(role as Role, name === undefined ? {} : { name, exact })
  if (label !== undefined) return frame.getByLabel(label, { exact })
  if (placeholder !== undefined) return frame.getByPlaceholder(placeholder, { exact })
  if (testId !== undefined) return frame.getByTestId(testId)
  if (text !== undefined) return frame.getByText(text, { exact })
  return css === undefined ? undefined : frame.locator(`css=${css}`)
}

/** A frame that is just leaving holds nothing; a selector that can't be read never will. */
function unlessUnreadable(error: unknown): number {
  if (/selector|Unexpected token|Malformed/i.test(textOf(error))) throw new NotFound(texts.badSelector, texts.badSelectorHint)
  return 0
}

/** Why something was not found: nothing fits, or several do. */
export class NotFound extends AssayError {
  /** How many elements fit, where that is the reason: a condition does not need exactly one. */
  readonly count: number | undefined

  constructor(message: string, hint?: string, count?: number) {
    super('oauth-script', message, { hint })
    this.count = count
  }
}

/**
 * What of a page, in any of its frames, a target means now: one that fits exactly, else one of whose name it is a part; how many if
 * they are several. What is not visible does not count.
 */
async function lookOnce(page: Page, target: LoginTarget, wanted: Wanted): Promise<Locator | number> {
  for (const exact of target.exact ? [true] : [true, false]) {
    const all: Locator[] = []
    for (const frame of page.frames()) {
      const located = locate(frame, target, exact)
      if (located === undefined) continue
      const fit = (wanted === 'field' ? located.and(frame.locator(fields)) : located).filter({ visible: true })
      const count = await fit.count().catch(unlessUnreadable)
      for (let index = 0; index < count; index++) all.push(fit.nth(index))
    }
    const [first] = all
    if (first !== undefined) return all.length === 1 ? first : all.length
  }
  return 0
}

/** Waits for what a target means to be visible. Rejects with {@link NotFound} after `timeout` milliseconds. */
export async function findTarget(
  page: () => Page,
  target: LoginTarget,
  wanted: Wanted,
  timeout: number,
  signal: AbortSignal,
): Promise<Locator> {
  const start = performance.now()
  let severalSince: number | undefined
  for (;;) {
    signal.throwIfAborted()
    const found = await lookOnce(page(), target, wanted)
    if (typeof found !== 'number') return found
    const now = performance.now()
    severalSince = found > 1 ? (severalSince ?? now) : undefined
    if (severalSince !== undefined && now - severalSince > Math.min(settled, timeout))
      throw new NotFound(texts.several(found), texts.severalHint, found)
    if (now - start >= timeout) throw new NotFound(texts.notFound(timeout / 1000), undefined, 0)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
