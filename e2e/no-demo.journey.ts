import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, test as base } from '@playwright/test'

/** A port that nobody listens on just now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** The app as `assay serve` serves it, without a demo. */
const test = base.extend<object, { app: string }>({
  app: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const port = await freePort()
      const serve = spawn(process.execPath, ['bin/assay.js', 'serve', '--port', String(port)])
      await once(serve.stderr, 'data')
      await use(`http://127.0.0.1:${port}`)
      serve.kill()
    },
    { scope: 'worker' },
  ],
})

test('[T7] where no demo is served, the first start says what the sample needs, and how to begin without it', async ({
  page,
  app,
}) => {
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await page.goto(app)
  await expect(page.getByRole('main')).toContainText('npm start')
  await page.getByRole('button', { name: 'New project' }).click()
  await expect(page.getByRole('treeitem', { name: 'Case 1' })).toBeVisible()
  expect(complaints).toEqual([])
})
