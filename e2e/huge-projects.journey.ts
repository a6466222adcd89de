import type { Page } from '@playwright/test'
import { editor, inTree, openAnother, pickFile, startWithSample } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'
import { sized } from './fuzz-runs.ts'
import { requestStep } from './host/fixture.ts'
import { makeCase, makeProject } from './host/projects.ts'

/** Milliseconds from a key press to its letter; a busy machine needs three times as long as an idle one. */
const mostPerKey = 700

/** Types a letter and gives the milliseconds until the page has dealt with it and drawn. */
const timeOf = async (page: Page, letter: string): Promise<number> => {
  const begun = performance.now()
  await page.keyboard.type(letter)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  return performance.now() - begun
}

/** A million, as promised. */
const unknown = sized(1_000_000, 100_000)

test('[H8] a file with a million unknown keys (a tenth of them outside of the whole run) is rejected, and one with 50,000 references is edited without a wait', async ({
  page,
  demo,
}) => {
  await test.step('[H8] a file with that many unknown keys is rejected, with the first places and the count', async () => {
    const keys = Array.from({ length: unknown }, (_, index) => `"key${index}":1`)
    await startWithSample(page, demo.app)
    await pickFile(page, `{"format":"aprj","version":1,"id":"p","name":"Keys",${keys.join()}}`)
    const refused = page.getByRole('alertdialog', { name: "test.aprj can't be opened" })
    await expect(refused).toContainText('unknown key "key0"', { timeout: 90_000 })
    await expect(refused).toContainText(`${unknown - 1} more problems`)
    await page.keyboard.press('Escape')
    await expect(inTree(page, 'Create then delete')).toBeVisible()
  })

  await test.step('[H8] a URL with 50,000 references is edited without a wait at every key', async () => {
    const long = `http://127.0.0.1/${'${x}'.repeat(50_000)}`
    await openAnother(page, JSON.stringify(makeProject([makeCase('c1', [requestStep('Long', 'GET', long)])])))
    await inTree(page, 'Case c1').click()
    await page.getByRole('option', { name: /^1 Long/ }).click()
    const url = editor(page).getByRole('textbox', { name: 'URL' })
    await url.press('End')
    const times: number[] = []
    for (const letter of 'abcde') times.push(await timeOf(page, letter))
    await expect(url).toHaveValue(`${long}abcde`)
    test.info().annotations.push({ type: 'ms per key', description: times.map((time) => time.toFixed(0)).join(', ') })
    expect(Math.min(...times)).toBeLessThan(mostPerKey)
  })
})
