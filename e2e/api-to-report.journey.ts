import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { dump } from 'js-yaml'
import { findings } from './axe.ts'
import { inTree, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'

test.use({ codeEditor: true })

test('[T2, T4, P5] a dropped OpenAPI document becomes a data-driven case whose failed rows are run again and mailed', async ({
  page,
  demo,
  browser,
}) => {
  const sample = JSON.parse(await readFile('examples/orders.aprj', 'utf8')) as { apis: { document: Record<string, unknown> }[] }
  const text = dump(sample.apis[0]?.document).replaceAll('http://127.0.0.1:5419', demo.api)
  await page.goto(demo.app)
  await expect(inTree(page, 'Create then delete')).toBeVisible()
  await page.evaluate(
    (yaml) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([yaml], 'orders.yaml', { type: 'application/yaml' }))
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    },
    `# The API of the demo\n---\n${text.replaceAll('http://127.0.0.1:5418', demo.provider)}`,
  )
  const dialog = page.getByRole('dialog', { name: 'Import' })
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText(/^.*2 suites, 10 cases, \d+ requests.*; 1 API/)
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()

  // What the document doesn't contain is requested: the client ID and its secret.
  const asked = page.getByRole('dialog', { name: 'Before you run this project' })
  await asked.getByRole('textbox', { name: 'clientId' }).fill('orders-tests')
  await asked.locator('.field').filter({ hasText: 'client-secret ·' }).locator('input').fill('public-demo-secret-of-orders-tests')
  expect(await findings(page)).toEqual([])
  await asked.getByRole('button', { name: 'Done' }).click()

  await inTree(page, 'Orders API').click()
  await page.getByRole('tab', { name: 'APIs' }).click()
  await page.getByRole('button', { name: /POST Create order/ }).click()
  await page.getByRole('article', { name: 'Operation Create order' }).getByRole('button', { name: 'Create case' }).click()
  const steps = page.getByRole('region', { name: 'Steps' })
  await expect(steps.getByRole('option')).toHaveCount(2)

  await page.getByRole('button', { name: 'Case settings' }).click()
  await page.getByRole('button', { name: 'Make data-driven…' }).click()
  const driven = page.getByRole('dialog', { name: 'Make data-driven' })
  await driven.getByRole('textbox', { name: 'Rows' }).fill('sku,quantity\nA-1,1\nA-2,1000\nA-3,100\nA-4,0\n')
  await driven.getByRole('button', { name: 'Create loop' }).click()
  await expect(driven).toBeHidden()
  await page.keyboard.press('Control+Enter')
  await expect(verdict(page)).toContainText(/^Failed/)
  const results = page.getByRole('tree', { name: 'Results' })
  await page.getByRole('button', { name: 'Failed only' }).click()
  await expect(results.getByRole('treeitem', { name: /quantity=/ })).toHaveCount(2)
  await expect(results).toContainText('quantity=1000')
  const counts = verdict(page)
  await expect(counts).toContainText('Failed: 9 passed, 2 failed')
  await page.getByRole('button', { name: 'Rerun failed' }).click()
  // The two rows that failed, with the token that they need.
  await expect(counts).toContainText('Failed: 5 passed, 2 failed')

  await page.getByRole('button', { name: 'Project menu' }).click()
  await page.getByRole('menuitem', { name: 'Export report…' }).click()
  const exporting = page.getByRole('dialog', { name: 'Export report' })
  await exporting.getByRole('radio', { name: 'HTML' }).check()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    exporting.getByRole('button', { name: 'Export', exact: true }).click(),
  ])
  const path = await download.path()
  const clean = await browser.newContext({ offline: true })
  const report = await clean.newPage()
  // A download has no ending of its own.
  await report.route(/^file:/, (route) => route.fulfill({ path, contentType: 'text/html' }))
  await report.goto(pathToFileURL(`${path}.html`).href)
  await expect(report.getByRole('banner')).toContainText('2 failed')
  await expect(report.getByRole('treeitem', { name: /quantity=/ })).toHaveCount(2)
  expect(await readFile(path, 'utf8')).not.toContain('public-demo-secret-of-orders-tests')
  await clean.close()
})
