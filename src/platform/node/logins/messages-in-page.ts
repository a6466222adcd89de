import type { Page } from 'playwright-core'

/** Where {@link watchMessages} keeps what it saw. */
const seen = '__assayMessages'

/**
 * Runs in the pages of a login before their own scripts; it is passed as text and refers to nothing outside itself. Keeps the
 * texts of alerts and toasts, which are often gone before a script looks at the page.
 */
export function watchMessages(): void {
  const messages: string[] = []
  ;(window as unknown as Record<string, unknown>)['__assayMessages'] = messages
  const selector =
    '[role=alert], [role=status], [role=alertdialog], [aria-live]:not([aria-live=off]), [class*=toast i], [class*=snackbar i]'
  const keep = (element: Element): void => {
    const text = ((element as HTMLElement).innerText ?? '').replace(/\s+/g, ' ').trim()
    // A text that grows takes the place of its beginning.
    const last = messages.at(-1)
    if (text === '' || text.length > 300 || messages.includes(text)) return
    if (last !== undefined && text.startsWith(last)) messages.pop()
    messages.push(text)
    if (messages.length > 8) messages.shift()
  }
  const look = (node: Node): void => {
    const element = node instanceof Element ? node : node.parentElement
    const outer = element?.closest(selector)
    if (outer) keep(outer)
    else for (const inner of element?.querySelectorAll(selector) ?? []) keep(inner)
  }
  new MutationObserver((changes) => {
    for (const { target, type, addedNodes } of changes) {
      if (type === 'characterData') look(target)
      for (const node of addedNodes) look(node)
    }
  }).observe(document, { childList: true, subtree: true, characterData: true })
}

/** The alerts and toasts of a page since it was loaded, those that are gone included. Never rejects. */
export async function messagesOf(page: Page): Promise<string[]> {
  try {
    const found: unknown = await page.evaluate((name) => (window as unknown as Record<string, unknown>)[name], seen)
    return Array.isArray(found) ? found.filter((text) => typeof text === 'string') : []
  } catch {
    return []
  }
}
