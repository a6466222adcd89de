import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { findings } from './axe.ts'
import { sized } from './fuzz-runs.ts'
import { expect, test as base } from './worker.ts'

const evil = `<img src=x onerror="document.title='executed'"></script><script>document.title='executed'</script><!--<script>`

/** Answers with markup in status text, headers and body; `/orders/…` as an API does. */
function startApi(): Server {
  return createServer((request, response) => {
    if (request.url?.startsWith('/orders')) {
      response.writeHead(200, { 'content-type': 'application/json', 'x-request-id': 'abc', server: 'orders/1.0' })
      return response.end(
        JSON.stringify({ url: request.url, items: Array.from({ length: 20 }, (_, id) => ({ id, state: 'open' })) }),
      )
    }
    response.writeHead(200, 'Fine <b>', { 'content-type': 'text/html', 'x-evil': evil })
    return response.end(`<!doctype html><title>x</title>${evil}`)
  }).listen(0, '127.0.0.1')
}

/** Tests with an API, a folder for reports, and a page that can't reach any network. */
const test = base.extend<{ folder: string; api: string; clean: Page }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-report-'))
    await use(folder)
    rmSync(folder, { recursive: true })
  },
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
  api: async ({}, use) => {
    const server = startApi()
    await once(server, 'listening')
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    server.closeAllConnections()
    server.close()
  },
  clean: async ({ browser }, use) => {
    const context = await browser.newContext({ offline: true, colorScheme: 'light', viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    const said: string[] = []
    page.on('pageerror', (error) => said.push(error.message))
    page.on('console', (message) => said.push(message.text()))
    page.on('request', (request) => {
      if (!/^(file|data):/.test(request.url())) said.push(`asked for ${request.url()}`)
    })
    await use(page)
    await context.close()
    expect(said, 'errors, refusals of the policy and requests of the report').toEqual([])
  },
})

/** Runs a project by the built program; the address of its report. */
async function reportOf(folder: string, project: object): Promise<string> {
  const [file, report] = [join(folder, 'p.aprj'), join(folder, 'report.html')]
  writeFileSync(file, JSON.stringify({ format: 'aprj', version: 1, id: 'p', ...project }))
  const run = spawn(process.execPath, ['bin/assay.js', 'run', file, '--seed', '7', '--reporter', `html=${report}`, '--quiet'], {
    stdio: 'inherit',
  })
  await once(run, 'exit')
  return report
}

const named = (name: string) => `${name} ${evil}`
const hostile = (api: string) => ({
  name: named('Project'),
  variables: [{ name: 'x', value: evil }],
  suites: [
    {
      id: evil,
      name: named('Suite'),
      cases: [
        {
          id: `c${evil}`,
          name: named('Case'),
          steps: [
            {
              id: 'r',
              kind: 'send-request',
              name: named('Request'),
              url: `${api}/?${encodeURIComponent(evil)}`,
              headers: [{ name: 'X-Mine', value: '<b>x</b>' }],
            },
            { id: 'a', kind: 'assertion', name: named('Check'), checks: [{ source: 'text', is: 'equals', value: evil }] },
          ],
        },
        { id: 'c2', name: 'Passes', steps: [{ id: 'ok', kind: 'send-request', name: 'Reads orders', url: `${api}/orders/1` }] },
      ],
    },
  ],
})

test('[R11, P5] a report of hostile names is read, searched, printed, looked at by axe, and tells the result without scripts', async ({
  browser,
  clean,
  folder,
  api,
}) => {
  const report = pathToFileURL(await reportOf(folder, hostile(api))).href

  await test.step('[R11] a report of hostile names, headers and bodies shows them as text and executes nothing', async () => {
    await clean.goto(report)
    await expect(clean.getByRole('heading', { level: 1 })).toHaveText(named('Project'))
    const tree = clean.getByRole('tree', { name: 'Results' })
    const details = clean.getByRole('region', { name: 'Details' })
    for (const name of [/Suite/, /Case/, /Request/, /Check/]) {
      await tree.getByRole('treeitem', { name }).first().click()
      await expect(details).toContainText('<img src=x onerror=')
      // A case or suite folds when it is chosen.
      if (await tree.getByRole('treeitem', { name: /Request/ }).isHidden())
        await tree.getByRole('treeitem', { name }).first().click()
    }
    await tree.getByRole('treeitem', { name: /Request/ }).click()
    await expect(details.getByRole('region', { name: 'Response' })).toContainText('<!doctype html><title>x</title>')
    await expect(details.getByRole('region', { name: 'Response' })).toContainText('x-evil')
    expect(await clean.locator('img').count()).toBe(0)
    await expect(clean).not.toHaveTitle('executed')
  })

  await test.step('[P5] a report is searched in names, headers and bodies, filtered, and read by keyboard', async () => {
    await clean.goto(report)
    const tree = clean.getByRole('tree', { name: 'Results' })
    const details = clean.getByRole('region', { name: 'Details' })
    // What failed is selected and explained at once.
    await expect(details.getByRole('heading', { level: 2 })).toHaveText(named('Check'))
    await expect(details.getByRole('group', { name: 'difference between expected and actual' })).toBeVisible()
    await expect(details).toContainText('This step read the response to Request')
    await clean.getByRole('radio', { name: 'Failed' }).check()
    await expect(clean.getByRole('status').filter({ hasText: 'result' })).toHaveText('1 result')
    await clean.getByRole('radio', { name: 'All' }).check()
    for (const [text, name] of [
      ['ORDERS/1.0', 'Reads orders'],
      ['"id": 19'.replace(' ', ''), 'Reads orders'],
      ['x-mine', 'Request'],
    ] as const) {
      await clean.getByRole('searchbox').fill(text)
      await expect(clean.getByRole('status').filter({ hasText: 'result' })).toContainText('1 result with')
      await expect(tree.getByRole('treeitem', { name: new RegExp(`^${name}`) })).toBeVisible()
    }
    await clean.getByRole('searchbox').fill('')
    await tree.focus()
    await clean.keyboard.press('Home')
    await expect(details.getByRole('heading', { level: 2 })).toHaveText(named('Suite'))
    for (let step = 0; step < 2; step++) await clean.keyboard.press('ArrowDown')
    await expect(details.getByRole('heading', { level: 2 })).toHaveText(named('Request'))
    await expect(clean.getByRole('group', { name: 'Run it again' })).toContainText('p.aprj --seed 7')
  })

  await test.step('[P5] prints as one text with what failed and all cases', async () => {
    await clean.goto(report)
    await clean.emulateMedia({ media: 'print' })
    await expect(clean.getByRole('heading', { name: 'Failed steps' })).toBeVisible()
    const cases = clean.getByRole('table').filter({ has: clean.getByRole('columnheader', { name: 'Case' }) })
    await expect(cases).toContainText('Passes')
    await expect(clean.getByRole('tree')).toHaveCount(0)
    await clean.emulateMedia({ media: 'screen' })
    await expect(clean.getByRole('tree', { name: 'Results' })).toBeVisible()
  })

  await test.step('[P5] axe finds nothing in a report, light and dark, wide and narrow', async () => {
    await clean.goto(report)
    for (const theme of ['Light', 'Dark']) {
      await clean.getByRole('radio', { name: theme }).check()
      expect(await findings(clean), theme).toEqual([])
    }
    await clean.setViewportSize({ width: 400, height: 800 })
    expect(await findings(clean), 'narrow').toEqual([])
    await clean.getByRole('treeitem', { name: /Request/ }).click()
    await clean.getByRole('button', { name: 'Back to results' }).click()
    await expect(clean.getByRole('tree', { name: 'Results' })).toBeVisible()
    expect(await clean.evaluate(() => document.documentElement.scrollWidth)).toBe(400)
  })

  await test.step('[P5] without scripts a report tells the result and what failed', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(report)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(named('Project'))
    // Texts in a noscript element are none for getByText.
    await expect(page.getByRole('main')).toContainText('Failed: 2 passed, 1 failed')
    await expect(page.getByRole('main')).toContainText('expected: equals string')
    await context.close()
  })
})

/** A thousand cases of ten steps each, as promised. */
const many = sized(1_000, 300)

test('[P5] a report of 10,000 steps (a third of them outside of the whole run) is under 20 MB and opens in under 2 s, and draws only what is seen', async ({
  browser,
  clean,
  folder,
  api,
}) => {
  const steps = (index: number) =>
    Array.from({ length: 5 }, (_, number) => [
      { id: `r${index}.${number}`, kind: 'send-request', name: `Read order ${number}`, url: `${api}/orders/${index}/${number}` },
      {
        id: `a${index}.${number}`,
        kind: 'assertion',
        name: 'Is there',
        checks: [{ source: 'status', is: 'equals', value: index % 50 === 7 ? 404 : 200 }],
      },
    ]).flat()
  const cases = Array.from({ length: many }, (_, index) => ({
    id: `c${index}`,
    name: `Order ${index}`,
    onFailure: 'continue',
    steps: steps(index),
  }))
  const report = await reportOf(folder, { name: 'Ten thousand', suites: [{ id: 's', name: 'All', cases }] })
  expect(statSync(report).size).toBeLessThan(20_000_000)
  const tree = clean.getByRole('tree', { name: 'Results' })
  // Seconds of the processor, the best of three: other programs on the machine don't count.
  const session = await browser.newBrowserCDPSession()
  const used = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0)
  }
  const times: number[] = []
  for (let turn = 0; turn < 3; turn++) {
    await clean.goto('about:blank')
    const begin = await used()
    await clean.goto(pathToFileURL(report).href)
    await tree.getByRole('treeitem').first().waitFor()
    times.push((await used()) - begin)
  }
  test.info().annotations.push({ type: 'seconds', description: times.map((time) => time.toFixed(2)).join(', ') })
  expect(Math.min(...times)).toBeLessThan(2)
  await expect(clean.getByRole('banner')).toContainText(`${(many * 9.9).toLocaleString('en')} passed`)
  await expect(clean.getByRole('banner')).toContainText(`${many / 10} failed`)
  // Far down, by a key, and back: rows come as they are needed.
  await tree.focus()
  await clean.keyboard.press('End')
  await expect(tree.getByRole('treeitem', { name: new RegExp(`^Order ${many - 1}`) })).toBeVisible()
  expect(await tree.getByRole('treeitem').count()).toBeLessThan(200)
  await clean.getByRole('searchbox').fill('orders/250/3')
  await expect(tree.getByRole('treeitem', { name: /^Read order 3/ })).toBeVisible()
})
