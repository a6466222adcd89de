import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** What axe complains about, and where. */
export interface Finding {
  id: string
  impact: string
  nodes: string[]
}

interface Axe {
  run(
    context: Document | string,
    options: object,
  ): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>
}

/** Waits until every colour has gone its way from one theme to the other: what inherits one begins when the outer one has come to its end. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const isOfColour = (animation: Animation) =>
      animation instanceof CSSTransition && /color|fill|stroke|shadow/.test(animation.transitionProperty)
    do await drawn()
    while (document.getAnimations().some(isOfColour))
  })

/**
 * Serious and critical findings of axe, of all its rules or of these, in the whole page or within what a selector names. Evaluated outside
 * the page's CSP.
 */
export async function findings(page: Page, rules?: readonly string[], within?: string): Promise<Finding[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await readFile(axePath, 'utf8'))
  await settle(page)
  return page.evaluate(
    async ([runOnly, within]) => {
      const { axe } = window as unknown as { axe: Axe }
      const { violations } = await axe.run(within ?? document, { resultTypes: ['violations'], ...(runOnly ? { runOnly } : {}) })
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ html }) => html.slice(0, 160)) }))
    },
    [rules, within] as const,
  )
}

/** What a theme changes. */
const ofColours = ['color-contrast', 'link-in-text-block']

/**
 * The findings of a page that reduces motion, in the light theme, and those of its colours in the dark one; `within` names by a selector
 * what alone is another one than at the last time.
 */
export async function findingsInBothThemes(page: Page, within?: string): Promise<Finding[]> {
  const light = await findings(page, undefined, within)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await findings(page, ofColours, within)
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light, ...dark]
}
