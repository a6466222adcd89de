import { benchProject } from '../cli/project.mjs'
import { startCountingProxy } from './counting-proxy.mjs'
import { openProject, serveApp, startServer, withoutPickers } from './serve.mjs'

/** Once installed, the service worker responds from its cache, and nothing can be counted: it is blocked. */
const visitor = { viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' }

const load = (page, url) => page.goto(url, { waitUntil: 'networkidle' })

/** Loads the page in a profile that knows nothing, and touches nothing. */
async function fresh(browser, ...options) {
  const { app, url } = await serveApp(...options)
  const proxy = await startCountingProxy(url)
  const context = await browser.newContext(visitor)
  try {
    const page = await context.newPage()
    return await proxy.during(() => load(page, proxy.url))
  } finally {
    await context.close()
    proxy.close()
    app.kill()
  }
}

/** Opens a project of 10,000 steps, one of its steps, runs its case, and comes back later. */
async function returning(browser) {
  const { server, url: target } = await startServer()
  const { app, url } = await serveApp()
  const proxy = await startCountingProxy(url)
  const context = await browser.newContext(visitor)
  try {
    const first = await context.newPage()
    await first.addInitScript(withoutPickers)
    await first.goto(proxy.url)
    await openProject(first, 'Bench', benchProject(`${target}/orders`, 3334))
    await first.getByRole('treeitem', { name: 'From 1', exact: true }).click()
    await first.getByRole('listbox', { name: 'Steps of From 1' }).getByRole('option').first().click()
    await first.getByRole('textbox', { name: 'URL' }).waitFor()
    await first.getByRole('banner').getByRole('button', { name: 'Run', exact: true }).click()
    await first.getByRole('status', { name: 'Run result' }).filter({ hasText: 'Passed' }).waitFor()
    const place = first.url()
    await first.close()
    const page = await context.newPage()
    return await proxy.during(() => load(page, place))
  } finally {
    await context.close()
    proxy.close()
    app.kill()
    server.kill()
  }
}

/** What travels before the first interaction, by scenario: every file and its bytes. */
export async function measureFirstScreens(browser) {
  return {
    'the start screen': await fresh(browser),
    'the first start with the sample': await fresh(browser, '--demo'),
    'a visitor who returns to a step and its last run': await returning(browser),
  }
}
