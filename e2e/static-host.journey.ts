import { createReadStream, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { isInstalled } from './fixtures-build.ts'
import { expect, runAll, test as base } from './fixtures.ts'

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

test.describe(() => {
  test.use({ serviceWorker: true })

  test('[X1] from a plain static host, offline too, the sample runs against the sandbox, with a login in its window', async ({
    page,
    context,
    app,
  }) => {
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    await page.goto(app)
    await page.getByRole('button', { name: 'Try the sample' }).click()
    await expect(page.getByRole('treeitem', { name: 'Create then delete', exact: true })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Environment' })).toContainText('Sandbox')
    const opened = context.waitForEvent('page')
    await page.keyboard.press('Control+Shift+Enter')
    const login = await opened
    await login.getByLabel('Username').fill('demo')
    await login.getByLabel('Password').fill('wrong')
    await login.getByRole('button', { name: 'Sign in' }).click()
    await expect(login.getByRole('alert')).toContainText('Both are demo')
    await login.getByLabel('Username').fill('demo')
    await login.getByLabel('Password').fill('demo')
    await login.getByRole('button', { name: 'Sign in' }).click()
    const verdict = page.getByRole('status', { name: 'Run result' })
    await expect(verdict).toContainText(/^Passed: \d+ passed, 0 failed, 0 broken, 0 skipped/)
    await isInstalled(page)
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('treeitem', { name: 'Create then delete', exact: true })).toBeVisible()
    // The person is signed in there, and the tokens are cached: nothing is asked any more.
    expect(await runAll(page)).toMatch(/^Passed/)
    expect(complaints).toEqual([])
  })
})

test("[T7] the first start offers the sample, a project of one's own, and a file", async ({ page, app }) => {
  await page.goto(app)
  await expect(page.getByRole('button', { name: 'Try the sample' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open .aprj…' })).toBeVisible()
  await page.getByRole('button', { name: 'New project' }).click()
  await expect(page.getByRole('treeitem', { name: 'Case 1' })).toBeVisible()
})
