import { execFile } from 'node:child_process'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { promisify } from 'node:util'
import { findings } from './axe.ts'
import { atProvider, editor, inTree, isInstalled, runButton, unfoldSteps, verdict } from './fixtures-build.ts'
import { expect, runAll, test as base } from './fixtures.ts'
import { comparable } from './host/comparable.ts'

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
}

/** The built app on a plain static host, below a path, with nothing but files: no headers, no demo. */
const test = base.extend<{ app: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
  app: async ({}, use) => {
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://host')
      const path = pathname.startsWith('/tools/assay/') ? pathname.slice('/tools/assay/'.length) : undefined
      const file = path === undefined ? undefined : join('dist/app', normalize(path === '' ? 'index.html' : path))
      if (request.method !== 'GET' || file === undefined || !existsSync(file)) {
        response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>')
        return
      }
      response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
      createReadStream(file).pipe(response)
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/tools/assay/`)
    server.closeAllConnections()
    server.close()
  },
})

test('[P1] in a frame of another page nothing runs that could be allowed: it says why, and opens in its own tab', async ({
  page,
  context,
  app,
}) => {
  for (const path of ['#companion=code', 'sandbox/authorize.html']) {
    // A page of another origin.
    await page.goto(new URL('/', app.replace('127.0.0.1', 'localhost')).href)
    await page.evaluate((src) => document.body.append(Object.assign(document.createElement('iframe'), { src })), `${app}${path}`)
    const frame = page.frameLocator('iframe')
    await expect(frame.getByText('Another page shows Assay in a frame.')).toBeVisible()
    await expect(frame.getByRole('button')).toHaveCount(0)
    const opened = context.waitForEvent('page')
    await frame.getByRole('link', { name: 'Open in its own tab' }).click()
    const own = await opened
    await expect(own.getByRole('heading').first()).toBeVisible()
    await expect(own.getByText('Another page shows')).toHaveCount(0)
    expect(own.url()).toBe(`${app}${path.replace(/#.*/, '')}`)
    await own.close()
  }
})

/** The JSON report of `assay run` about the sample's suite Orders. */
async function reportOfProgram(demo: { provider: string; api: string }, seed: number): Promise<string> {
  const options = ['--env', 'Demo', '--suite', 'Orders', '--seed', String(seed), '--reporter', 'json']
  const addresses = ['--var', `idp=${demo.provider}`, '--var', `baseUrl=${demo.api}`]
  const run = ['bin/assay.js', 'run', 'examples/orders.aprj', ...options, ...addresses]
  return (await promisify(execFile)(process.execPath, run)).stdout
}

/** What a report says, without the addresses, the environment's name, and what two runs can't have in common. */
function sayOf(report: object, [api, provider]: [string, string]): unknown {
  const { environment: _environment, project: _project, ...said } = comparable(report) as Record<string, unknown>
  return JSON.parse(JSON.stringify(said).replaceAll(api, '<api>').replaceAll(provider, '<provider>'))
}

/** The walk is looked at in both themes and widths: `WALK="dark 400"` makes pictures of it in test-results. */
const [scheme = 'light', width = '1440'] = (process.env['WALK'] ?? '').split(' ').filter((word) => word !== '')

test.describe(() => {
  test.use({ serviceWorker: true })

  test('[X1, T7] from a plain static host, offline after the first load', async ({ page, context, app }, info) => {
    await test.step('[X1] from a plain static host, offline too, the sample runs against the sandbox, with a login in its window', async () => {
      const complaints: string[] = []
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
      await page.goto(app)
      await page.getByRole('button', { name: 'Try the sample' }).click()
      await expect(page.getByRole('treeitem', { name: 'Create then delete', exact: true })).toBeVisible()
      await expect(page.getByRole('combobox', { name: 'Environment' })).toContainText('Sandbox')
      // What `assay run` reports of the real demo is what the page reports of the sandbox, but for addresses.
      await inTree(page, 'Orders$').click()
      await runButton(page).click()
      await expect(verdict(page)).toContainText('Passed: 9 passed')
      await page.getByRole('button', { name: 'Project menu' }).click()
      await page.getByRole('menuitem', { name: 'Export report…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Export report' })
      await dialog.getByRole('radio', { name: 'JSON' }).check()
      const download = page.waitForEvent('download')
      await dialog.getByRole('button', { name: 'Export', exact: true }).click()
      const told = JSON.parse(readFileSync(await (await download).path(), 'utf8')) as { seed: number }
      // A demo of its own has no orders of other journeys, as the sandbox has none.
      const { startDemo } = await import('../src/companion/demo/index.ts')
      const own = await startDemo({ port: 0, appOrigin: new URL(app).origin })
      const ofProgram = await reportOfProgram(own, told.seed).finally(() => own.close())
      expect(sayOf(told, [`${app}sandbox/api`, `${app}sandbox`])).toEqual(sayOf(JSON.parse(ofProgram), [own.api, own.provider]))

      const opened = context.waitForEvent('page')
      await page.keyboard.press('Control+Shift+Enter')
      const login = await opened
      await atProvider(login)
      await login.getByLabel('Username').fill('demo')
      await login.getByLabel('Password').fill('wrong')
      await login.getByRole('button', { name: 'Sign in' }).click()
      await expect(login.getByRole('alert')).toContainText('Both are demo')
      await login.getByLabel('Username').fill('demo')
      await login.getByLabel('Password').fill('demo')
      await login.getByRole('button', { name: 'Sign in' }).click()
      await expect(verdict(page)).toContainText(/^Passed: \d+ passed/)
      await isInstalled(page)
      // Whatever the page is still asking for would fail.
      await page.goto('about:blank')
      await context.setOffline(true)
      await page.goto(app)
      await expect(page.getByRole('treeitem', { name: 'Create then delete', exact: true })).toBeVisible()
      // The user is signed in there, and the tokens are cached: no sign-in is needed anymore.
      expect(await runAll(page)).toMatch(/^Passed/)
      expect(complaints).toEqual([])
    })

    await test.step('[X1, T7] offline after the first load: the sample, a case of its own by three questions, and a failing check repaired with the picker', async () => {
      const narrow = Number(width) < 900
      const picture = async (name: string) => {
        if (process.env['WALK'] !== undefined) await page.screenshot({ path: info.outputPath(`${name}-${scheme}-${width}.png`) })
      }
      const goTo = async (name: string) => {
        if (narrow) await page.getByRole('tab', { name, exact: true }).click()
      }
      // The page is loaded and hasn't been used yet.
      await page.goto('about:blank')
      const session = await context.newCDPSession(page)
      await session.send('Storage.clearDataForOrigin', {
        origin: new URL(app).origin,
        storageTypes: 'indexeddb,local_storage,file_systems',
      })
      await page.goto(app)
      await expect(page.getByRole('button', { name: 'New project' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Open .aprj…' })).toBeVisible()
      await page.setViewportSize({ width: Number(width), height: narrow ? 800 : 900 })
      await page.emulateMedia({ colorScheme: scheme as 'light' | 'dark' })
      await picture('1-start')

      await page.getByRole('button', { name: 'Try the sample' }).click()
      await runButton(page).click()
      await expect(verdict(page)).toContainText('Passed: 6 passed')
      await goTo('Results')
      await picture('2-sample')

      await page.getByRole('button', { name: 'Project menu' }).click()
      await page.getByRole('menuitem', { name: 'Test your own API…' }).click()
      const guide = page.getByRole('dialog', { name: 'Test your own API' })
      // Missing values are reported in place.
      await guide.getByRole('button', { name: 'Create and run' }).click()
      await expect(guide.getByRole('textbox', { name: 'Base URL' })).toBeFocused()
      await expect(guide.getByRole('textbox', { name: 'Base URL' })).toHaveAccessibleDescription("Enter the API's base URL.")
      // A command that is typed or dropped there is read like one that is pasted.
      await guide.getByRole('textbox', { name: 'Base URL' }).fill('curl -X DELETE https://api.example.com/orders/7')
      await page.keyboard.press('Tab')
      await expect(guide.getByRole('textbox', { name: 'Base URL' })).toHaveValue('https://api.example.com')
      await expect(guide.getByRole('textbox', { name: 'Path' })).toHaveValue('/orders/7')
      await guide.getByRole('button', { name: 'Use the sandbox' }).click()
      await expect(guide.getByRole('textbox', { name: 'Base URL' })).toHaveValue(/\/sandbox\/api$/)
      await guide.getByRole('button', { name: 'Discover' }).click()
      await expect(guide.getByRole('textbox', { name: 'Provider' })).toHaveAccessibleDescription(/^Found .* with \d+ scopes/)
      await guide.getByRole('button', { name: 'orders:write' }).click()
      await expect(guide.getByRole('textbox', { name: 'Scope' })).toHaveValue('orders:read orders:write')
      await expect(guide.getByRole('complementary', { name: 'Result' }).getByRole('listitem')).toHaveCount(3)
      await picture('3-guide')
      expect(await findings(page)).toEqual([])
      await guide.getByRole('button', { name: 'Create and run' }).click()
      await expect(guide).toHaveCount(0)
      await expect(verdict(page)).toContainText('Passed: 3 passed')
      await goTo('Results')
      await picture('4-own-case')

      await goTo('Steps')
      await unfoldSteps(page)
      await page.getByRole('option', { name: /^3 Response is successful/ }).click()
      await goTo('Step')
      await editor(page).getByRole('button', { name: 'Add check' }).click()
      const wrong = editor(page).getByRole('group', { name: 'Check 2' })
      await wrong.getByRole('textbox', { name: 'Path' }).fill('$.amount')
      await wrong.getByRole('combobox', { name: 'Is' }).selectOption({ label: 'equals' })
      await wrong.getByRole('textbox', { name: 'Expected' }).fill('1')
      await runButton(page).click()
      await expect(verdict(page)).toContainText('Failed: 2 passed, 1 failed')
      await goTo('Results')
      await picture('5-failed')
      await page
        .getByRole('tree', { name: 'Results' })
        .getByRole('treeitem', { name: /Response is successful/ })
        .click()
      await page.getByRole('tab', { name: 'Response', exact: true }).click()
      const response = page.getByRole('tabpanel', { name: 'Response' })
      await response.getByText('"total"').click()
      await picture('6-picker')
      await page.getByRole('menuitem', { name: 'Add check' }).click()
      await expect(editor(page).getByRole('group', { name: 'Check 3' }).getByRole('textbox', { name: 'Path' })).toHaveValue(
        '$.total',
      )
      await editor(page).getByRole('group', { name: 'Check 2' }).getByRole('button', { name: 'More for check 2' }).click()
      await page.getByRole('menuitem', { name: 'Remove' }).click()
      await runButton(page).click()
      await expect(verdict(page)).toContainText('Passed: 3 passed')
      await goTo('Results')
      await picture('7-repaired')
    })
  })
})
