import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { findings } from './axe.ts'
import { inTree, openProject, runButton, unfoldSteps, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'

/** A project whose check expects this status. */
const project = (api: string, status: number) =>
  JSON.stringify({
    format: 'aprj',
    version: 1,
    id: 'p',
    name: 'Exported',
    suites: [
      {
        id: 's',
        name: 'Orders',
        cases: [
          {
            id: 'c',
            name: 'Read',
            steps: [
              { id: 'r', kind: 'send-request', name: 'Read orders', url: `${api}/orders` },
              { id: 'a', kind: 'assertion', name: 'Refused', checks: [{ source: 'status', is: 'equals', value: status }] },
            ],
          },
        ],
      },
    ],
  })

/** The file that a click on "Export" downloads. */
async function exported(page: Page, format: string): Promise<{ path: string; name: string }> {
  const dialog = page.getByRole('dialog', { name: 'Export report' })
  await dialog.getByRole('radio', { name: format }).check()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  ])
  await expect(dialog).toBeHidden()
  return { path: await download.path(), name: download.suggestedFilename() }
}

async function run(page: Page, told: string): Promise<void> {
  await inTree(page, 'Read').click()
  await runButton(page).click()
  await expect(verdict(page)).toContainText(told)
}

test('[P5] the last run is exported from the project menu as one HTML file that opens without a network', async ({
  page,
  demo,
  browser,
}) => {
  await openProject(page, demo.app, project(demo.api, 200))
  await run(page, 'Failed: 1 passed, 1 failed')
  await page.getByRole('button', { name: 'Project menu' }).click()
  await page.getByRole('menuitem', { name: 'Export report…' }).click()
  expect(await findings(page)).toEqual([])
  const { path, name } = await exported(page, 'HTML')
  expect(name).toMatch(/-report\.html$/)
  const context = await browser.newContext({ offline: true })
  const report = await context.newPage()
  // A download has no ending of its own.
  await report.route(/^file:/, (route) => route.fulfill({ path, contentType: 'text/html' }))
  await report.goto(pathToFileURL(`${path}.html`).href)
  await expect(report.getByRole('heading', { level: 1 })).toHaveText('Exported')
  await expect(report.getByRole('banner')).toContainText('1 passed, 1 failed')
  await report.getByRole('treeitem', { name: /^Read orders/ }).click()
  // The body read from where the page keeps it.
  await expect(report.getByRole('region', { name: 'Response' })).toContainText('"error"')
  await expect(report.getByRole('group', { name: 'Run it again' })).toContainText(/assay run .*\.aprj.* --seed \d+/)
  await context.close()
})

test('[X5] two kept runs are compared, each is exported in any format, and a case has its history', async ({ page, demo }) => {
  await openProject(page, demo.app, project(demo.api, 401))
  await run(page, 'Passed: 2 passed')
  await unfoldSteps(page)
  await page
    .getByRole('listbox', { name: /^Steps of/ })
    .getByRole('option', { name: /Refused/ })
    .click()
  await page.getByRole('region', { name: 'Step' }).getByRole('textbox', { name: 'Expected' }).fill('200')
  await run(page, 'Failed: 1 passed, 1 failed')
  await inTree(page, 'Exported').click()
  await page.getByRole('tab', { name: 'Runs' }).click()
  const rows = page.getByRole('list', { name: 'Kept runs' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await rows
    .first()
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Compare runs…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Compare runs' })
  await expect(dialog.getByText('1 new failure, 0 fixed')).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'New failures' })).toContainText('Orders > Read > Refused')
  await expect(dialog.getByRole('list', { name: 'New failures' })).toContainText('expected equals number 200, actual number 401')
  expect(await findings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  const reports = new Map<string, string>()
  // A name given to a run is shown wherever the run is.
  await rows.nth(1).getByRole('button').first().press('F2')
  await rows.nth(1).getByRole('textbox', { name: 'Run name' }).fill('Before the release')
  await page.keyboard.press('Enter')
  await expect(rows.nth(1).getByRole('button', { name: /^Before the release, \d\d:/ })).toBeFocused()
  await rows.nth(1).getByRole('button').first().click()
  await expect(page.getByRole('button', { name: /Before the release/ }).filter({ hasText: /^Before the release$/ })).toBeVisible()
  // Nothing came before the one that is shown: it is the earlier of the two.
  await page
    .getByRole('button', { name: /Before the release/ })
    .filter({ hasText: /^Before the release$/ })
    .click()
  await page.getByRole('menuitem', { name: 'Compare runs…' }).click()
  await expect(dialog.getByRole('combobox').first().locator('option:checked')).toHaveText(
    /^Before the release, [\d:]+ · Passed · /,
  )
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  for (const [format, begin] of [
    ['JUnit', '<?xml'],
    ['JSON', '{'],
    ['HAR', '{"log":{"version":"1.2"'],
    ['Events', '{"type":"run-started"'],
  ] as const) {
    await rows
      .nth(1)
      .getByRole('button', { name: /^Actions/ })
      .click()
    await page.getByRole('menuitem', { name: 'Export report…' }).click()
    const { path } = await exported(page, format)
    reports.set(format, path)
    const text = readFileSync(path, 'utf8')
    expect(text.startsWith(begin)).toBe(true)
    expect(text).toContain('Exported')
    if (format !== 'HAR') expect(text).toContain('Before the release')
  }
  // A report that was written elsewhere is looked at as a run is, and leaves no trace in the list.
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Open report…' }).click(),
  ])
  await chooser.setFiles(reports.get('JSON') ?? '')
  await expect(page.getByText("It doesn't contain messages and isn't kept.")).toBeVisible()
  await expect(verdict(page)).toContainText('Passed: 2 passed')
  await expect(page.getByRole('tree', { name: 'Results' }).getByRole('treeitem', { name: /^Read orders/ })).toBeVisible()
  await expect(rows).toHaveCount(2)
  // A dropped report isn't taken for an import; a note above its results says that it is of another project.
  const other = readFileSync(reports.get('JSON') ?? '', 'utf8').replace(/("project": \{\s*"id": )"[^"]*"/, '$1"elsewhere"')
  await page.evaluate((text) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([text], 'other.json'))
    window.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }, other)
  await expect(page.getByText('a report from another project, Exported')).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Run' }).getByRole('button', { name: /Exported: Before the release/ }),
  ).toBeVisible()
  await inTree(page, 'Read').click()
  await page.getByRole('button', { name: 'Case settings' }).click()
  const history = page.getByRole('list', { name: 'Last 2 outcomes, oldest first' })
  await expect(history.getByRole('button')).toHaveCount(2)
  await history.getByRole('button', { name: /^Passed/ }).click()
  await expect(verdict(page)).toContainText('Passed: 2 passed')
  for (const title of ['Compare runs', 'Export report']) {
    await page.keyboard.press('Control+K')
    await page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').fill(title)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    await page.keyboard.press('Escape')
  }
})

test('[X9] the project is exported to Postman, Hurl and OpenAPI, with a list of what is left out', async ({ page, demo }) => {
  const tagged = project(demo.api, 200).replace('"name":"Read"', '"name":"Read","tags":["smoke"]')
  await openProject(page, demo.app, tagged)
  await page.getByRole('button', { name: 'Project menu' }).click()
  await page.getByRole('menuitem', { name: 'Export project…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export project' })
  await expect(dialog).toContainText('1 request in Exported.postman_collection.json')
  await expect(dialog.getByRole('listitem')).toContainText(["Tags of cases aren't exported."])
  expect(await findings(page)).toEqual([])
  await dialog.getByRole('radio', { name: 'OpenAPI' }).check()
  await expect(dialog).toContainText('1 request in Exported.openapi.json')
  await dialog.getByRole('radio', { name: 'Hurl' }).check()
  await expect(dialog).toContainText('1 request in Exported.hurl')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  ])
  expect(readFileSync(await download.path(), 'utf8')).toContain('[Asserts]\n# Refused\nstatus == 200')
  await expect(dialog).toBeHidden()
})
