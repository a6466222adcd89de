import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { editor, inTree, openProject, runButton, verdict } from './fixtures-build.ts'
import { expect, test as base } from './fixtures.ts'
import { sized } from './fuzz-runs.ts'
import { requestStep } from './host/fixture.ts'
import { makeCase, makeProject } from './host/projects.ts'

const order = (index: number) => ({ id: index, sku: `sku-${index}`, note: 'x'.repeat(140), nested: { open: index % 2 === 0 } })

/** As many orders as make 20 MB. */
const count = sized(100_000, 25_000)

/** JSON: all orders in one line, the end in another. */
function makeBody(): string {
  const orders = JSON.stringify({ orders: Array.from({ length: count }, (_, index) => order(index)) })
  return `${orders.slice(0, -1)},\n"last":"the very end"}`
}

/** An API that any page may ask, on a port of its own. */
const test = base.extend<{ api: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
  api: async ({}, use) => {
    const body = makeBody()
    expect(body.length).toBeGreaterThan(200 * count)
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
      response.end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/orders`)
    server.close()
    server.closeAllConnections()
  },
})

test('[P2, R32] 20 MB of JSON (a quarter of it outside of the whole run): formatted beside the page, searched, and read to its end', async ({
  page,
  demo,
  api,
}) => {
  let release: (() => void) | undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(/text\.worker/, async (route) => {
    await released
    await route.continue()
  })
  await openProject(page, demo.app, JSON.stringify(makeProject([makeCase('c1', [requestStep('Large', 'GET', api)])])))
  await inTree(page, 'Case c1').click()
  await runButton(page).click()
  await expect(verdict(page)).toContainText('Passed: 1 passed', { timeout: 30_000 })
  const run = page.getByRole('region', { name: 'Run' })
  await run.getByRole('tab', { name: 'Response' }).click()
  await expect(run.getByRole('progressbar', { name: 'Loading the body…' })).toBeVisible()

  // The body waits for its worker; nothing else does.
  await page.getByRole('option', { name: /^1 Large/ }).click()
  await editor(page).getByRole('tab', { name: 'Headers' }).click()
  await editor(page).getByRole('button', { name: 'Add header' }).click()
  await editor(page).getByRole('textbox', { name: 'Header 1 name' }).fill('Accept')
  await run.getByRole('tab', { name: 'Headers' }).click()
  await expect(run.getByRole('tabpanel', { name: 'Headers' })).toContainText('application/json')
  await run.getByRole('tab', { name: 'Pretty' }).click()
  await expect(run.getByRole('progressbar', { name: 'Loading the body…' })).toBeVisible()
  release?.()

  const pretty = run.getByRole('tabpanel', { name: 'Pretty' })
  const text = run.getByRole('group', { name: 'Body' })
  const found = run.getByRole('search').getByRole('status')
  const needle = run.getByRole('searchbox', { name: 'Search in the body' })
  await expect(pretty).toContainText('"sku": "sku-0"')
  await text.press('End')
  await expect(pretty.getByText('"the very end"')).toBeInViewport()
  await needle.fill('"SKU-24321"')
  await expect(found).toHaveText('1 of 1')
  await expect(pretty.getByText('"sku-24321"')).toBeInViewport()

  await run.getByRole('tab', { name: 'Raw' }).click()
  const raw = run.getByRole('tabpanel', { name: 'Raw' })
  await expect(raw).toContainText('"nested":{"open":')
  await text.press('End')
  await expect(raw.getByText('"last":"the very end"}')).toBeInViewport()
  await text.press('Home')
  await expect(raw).toContainText('{"orders":[{"id":0,')
  await needle.fill('THE VERY END')
  await expect(found).toHaveText('1 of 1')
  await expect(raw.getByText('the very end')).toBeInViewport()
})
