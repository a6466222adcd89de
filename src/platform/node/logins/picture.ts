import type { Locator, Page } from 'playwright-core'

/** Milliseconds that a picture may take. */
const patience = 5000
/** Fields of a frame that are looked into. */
const mostFields = 60

/** The fields of a page that hold a secret, by what is in them now: a page may show or copy what was typed. */
async function fieldsHolding(page: Page, secrets: readonly string[]): Promise<Locator[]> {
  const found: Locator[] = []
  for (const frame of page.frames()) {
    const fields = frame.locator('input:not([type=hidden]), textarea')
    const count = Math.min(await fields.count(), mostFields)
    for (let index = 0; index < count; index++) {
      const field = fields.nth(index)
      const value = await field.inputValue({ timeout: patience })
      if (secrets.some((secret) => value.includes(secret))) found.push(field)
    }
  }
  return found
}

/**
 * A picture of a page as PNG, in which everything that holds a secret is covered: password fields, fields with a secret in
 * them, and texts that repeat one. The page is asked in its own world, so that its scripts learn nothing. Undefined if that
 * can't be made sure, or the page can't be drawn: no picture is better than one that tells.
 */
export async function pictureOf(page: Page, secrets: readonly string[]): Promise<Uint8Array | undefined> {
  const known = secrets.filter((secret) => secret.trim() !== '')
  try {
    const mask = page
      .frames()
      .flatMap((frame) => [frame.locator('input[type=password]'), ...known.map((secret) => frame.getByText(secret))])
    if (known.length > 0) mask.push(...(await fieldsHolding(page, known)))
    return await page.screenshot({ mask, maskColor: '#7a8288', animations: 'disabled', timeout: patience })
  } catch {
    return undefined
  }
}
