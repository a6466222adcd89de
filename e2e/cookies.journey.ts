import { listen, openFile, startCompanion } from './companion-server.ts'
import { runButton, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'
import { requestStep } from './host/fixture.ts'
import { makeCase, makeProject } from './host/projects.ts'

/** An API that signs in by a session cookie, and knows who asks only by that; pages may read what is open. */
const startApi = () =>
  listen((request, response) => {
    const isSignedIn = request.headers.cookie?.includes('connect.sid=s%3Asession-1') === true
    if (request.url === '/login' && request.method === 'POST')
      return void response.writeHead(302, { location: '/me', 'set-cookie': 'connect.sid=s%3Asession-1; Path=/; HttpOnly' }).end()
    if (request.url === '/open') return void response.writeHead(200, { 'access-control-allow-origin': '*' }).end()
    response.writeHead(isSignedIn ? 200 : 401, { 'content-type': 'application/json' }).end('{}')
  })

const send = (id: string, method: string, path: string, more: object = {}) => ({
  ...requestStep(id, method, `\${api}${path}`),
  ...more,
})
const check = (id: string, check: object) =>
  ({
    id,
    kind: 'assertion',
    name: id,
    description: '',
    disabled: false,
    checks: [{ not: false, ...check }],
  }) as ReturnType<typeof requestStep>
const signedIn = (id: string) => [
  send(`Sign in ${id}`, 'POST', '/login'),
  check(`Has cookie ${id}`, { source: 'cookie', name: 'connect.sid', is: 'exists' }),
  send(`Read ${id}`, 'GET', '/me'),
  check(`Known ${id}`, { source: 'status', is: 'equals', value: 200 }),
]

test('[X8] a project keeps its cookies in the companion, and shows them masked after the run', async ({ page }) => {
  const api = await startApi()
  const companion = await startCompanion()
  const tree = page.getByRole('tree', { name: 'Project tree' })
  const run = page.getByRole('region', { name: 'Run', exact: true })
  const cases = [
    makeCase('c1', signedIn('1')),
    // The browser sends its first request: the page runs it, and asks the companion for the others one by one.
    makeCase('c2', [send('Open', 'GET', '/open', { via: 'browser' }), ...signedIn('2')]),
  ]
  try {
    await openFile(page, companion.origin, JSON.stringify(makeProject(cases, { api: api.url })))
    await page.mouse.move(5, 5)

    await test.step('the setting makes every request need the companion, and the page says so', async () => {
      await tree.getByRole('treeitem').first().click()
      const keep = page.getByRole('combobox', { name: 'Keep cookies' })
      await expect(keep).toHaveValue('')
      await keep.selectOption({ label: 'Within a case' })
      await expect(page.getByText('Each case starts without cookies. In the page, requests need the companion.')).toBeVisible()
      await expect(page.getByText(/steps need the companion: .*a browser can’t keep cookies between requests/)).toBeVisible()
    })

    await page.goto(await companion.shows(/http:\S+#companion=\S+/))
    await page.mouse.move(6, 6)
    await page.getByRole('button', { name: 'Allow' }).click()

    await test.step('a whole run in the companion', async () => {
      await tree.getByRole('treeitem', { name: /c1/ }).click()
      await runButton(page).click()
      await expect(verdict(page)).toContainText('Passed: 4 passed')
      await companion.shows(/Run of \S+ ended: passed/)
      await run.getByRole('tab', { name: 'Cookie jar' }).click()
      const row = run.getByRole('row', { name: /connect\.sid/ })
      await expect(row).toContainText('HttpOnly')
      await expect(row).toContainText('cookie connect.sid')
      await expect(page.getByText('s%3Asession-1')).toHaveCount(0)
    })

    await test.step('a run of the page, whose requests the companion sends', async () => {
      await tree.getByRole('treeitem', { name: /c2/ }).click()
      await runButton(page).click()
      await expect(verdict(page)).toContainText('Passed: 5 passed')
      await expect(run.getByRole('row', { name: /connect\.sid/ })).toContainText('cookie connect.sid')
    })
  } finally {
    companion.process.kill()
    api.close()
  }
})
