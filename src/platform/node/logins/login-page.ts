import type { BrowserContext, Page } from 'playwright-core'

/** The page of a login on which the script acts: the window that was opened last and is still open. */
export class CurrentPage {
  readonly #pages: Page[] = []
  /** Main frames that are on their way to another URL. */
  readonly #leaving = new Set<Page>()
  /** When a page of the login last came or left, on the monotonic clock. */
  lastMove = performance.now()

  constructor(context: BrowserContext, first: Page) {
    this.#add(first)
    context.on('page', (page) => {
      if (!this.#pages.includes(page)) this.#add(page)
    })
  }

  #add(page: Page): void {
    this.#pages.push(page)
    const moved = (): void => {
      this.#leaving.delete(page)
      this.lastMove = performance.now()
    }
    page.on('request', (request) => {
      if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return
      this.#leaving.add(page)
      this.lastMove = performance.now()
    })
    page.on('framenavigated', (frame) => void (frame === page.mainFrame() && moved()))
    page.on('requestfailed', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) moved()
    })
    page.on('close', () => {
      this.#pages.splice(this.#pages.indexOf(page), 1)
      moved()
    })
    // A page that asks whether it may be left would stop the script.
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined))
  }

  /** The page now. */
  get page(): Page {
    const page = this.#pages.at(-1)
    if (!page) throw new Error('All pages of the sign-in are closed.')
    return page
  }

  /** Whether it is on its way to another URL. */
  get isLeaving(): boolean {
    const page = this.#pages.at(-1)
    return page !== undefined && this.#leaving.has(page)
  }

  /** Waits until what an action has set off is there: the next action must not find the page that is just being left. */
  async settle(timeout: number, signal: AbortSignal): Promise<void> {
    await pause(50)
    const end = performance.now() + timeout
    while (this.isLeaving && performance.now() < end && !signal.aborted) await pause(25)
  }
}

/** Waits; nothing of a login waits longer than its own time. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
