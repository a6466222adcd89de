import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { missingServer, startPostgres } from '../src/platform/node/servers/testing/start-server.ts'
import { listen, openFile, servePage, startCompanion, type RunningCompanion } from './companion-server.ts'
import { runButton, typeSecrets, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'
import { comparable } from './host/comparable.ts'
import { requestStep } from './host/fixture.ts'
import { makeCase, makeProject } from './host/projects.ts'
import { inShell } from './launch-options.ts'
import { account, startLoginPages } from './logins/login-pages.ts'
import { scripted } from './logins/run-login.ts'

/** An API that lets no page of another origin read it, and tells what it was sent, or gives it back; or holds its answers back. */
async function startApi() {
  let isHeld = false
  let tellNext = (): void => {}
  const served = await listen((request, response) => {
    tellNext()
    if (isHeld) return
    if (request.url === '/echo') return void request.pipe(response)
    response.setHeader('set-cookie', 'visit=1; Path=/')
    response.setHeader('content-type', 'application/json')
    const { cookie = null, origin = null } = request.headers
    response.end(JSON.stringify({ method: request.method, cookie, origin }))
  })
  return { ...served, hold: () => (isHeld = true), next: () => new Promise<void>((resolve) => (tellNext = resolve)) }
}

const step = (id: string, method: string, more: object = {}) => ({ ...requestStep(id, method, '${api}/things'), ...more })

/** A cookie is sent and one is read, and both are answered without CORS headers. */
const project = (api: string) =>
  JSON.stringify({
    ...makeProject(
      [
        makeCase('c1', [
          step('Read', 'GET'),
          step('Write', 'POST'),
          step('With cookie', 'GET', { headers: [{ name: 'Cookie', value: 'a=b', disabled: false }] }),
          {
            id: 'a1',
            kind: 'assertion',
            name: 'Answered',
            description: '',
            disabled: false,
            checks: [
              { source: 'json', path: '$.cookie', not: false, is: 'equals', value: 'a=b' },
              { source: 'cookie', name: 'visit', not: false, is: 'equals', value: '1' },
            ],
          },
          step('Second visit', 'POST', { onlyIf: [{ source: 'cookie', name: 'visit', not: false, is: 'equals', value: '2' }] }),
        ]),
      ],
      { api },
    ),
    loadTests: [
      {
        id: 'l1',
        name: 'Peak',
        target: 'c1',
        stages: [
          { duration: 0, users: 12 },
          { duration: 2, users: 12 },
        ],
      },
    ],
  })

test('[P5] the address that the companion prints connects; a request without CORS and with a cookie is sent', async ({
  page,
}) => {
  const api = await startApi()
  const companion = await startCompanion()
  const status = page.getByRole('status', { name: 'Companion' })
  try {
    await openFile(page, companion.origin, project(api.url))
    await page.mouse.move(5, 5)
    await expect(status).toHaveText('not connected')
    await expect(
      page.getByText(/3 steps need the companion: “With cookie” \(a browser can’t set the Cookie header/),
    ).toBeVisible()
    await runButton(page).click()
    // The message of a rejection links to the fix.
    await page.getByRole('region', { name: 'What went wrong' }).getByRole('button', { name: 'Connect companion…' }).click()
    await expect(page.getByRole('dialog', { name: 'Connect companion' })).toBeVisible()
    await page.keyboard.press('Escape')
    // Opened in the tab that shows the project, which stays where it is.
    const shown = page.url()
    await page.goto(await companion.shows(/http:\S+#companion=\S+/))
    await page.mouse.move(6, 6)
    await expect(status).toHaveText('connected')
    await expect(page).toHaveURL(shown)
    await expect(page.getByText(/Allow this project to reach 127\.0\.0\.1/)).toBeVisible()
    await page.getByRole('button', { name: 'Allow' }).click()
    await runButton(page).click()
    await expect(verdict(page)).toContainText('Passed: 4 passed, 1 skipped')

    // A reload finds the companion again.
    await page.reload()
    await page.mouse.move(7, 7)
    await expect(status).toHaveText('connected')

    // A load test runs whole in it.
    await page.getByRole('tree', { name: 'Project tree' }).getByRole('treeitem').first().click()
    await page.getByRole('tab', { name: 'Load tests' }).click()
    const load = page.getByRole('group', { name: 'Load test Peak' })
    await load.getByRole('button', { name: 'Run in the companion' }).click()
    await expect(load.getByRole('status').filter({ hasText: /^Passed: [\d,]+ iterations \(0 % failed\)/ })).toBeVisible()
    await expect(load.getByRole('img', { name: 'Users, at most 12' })).toBeVisible()
    await expect(load.getByText(/at most 6 users were at work/)).toHaveCount(0)
    await companion.shows(/Load test from \S+ ended: [\d]+ requests in 2/)
  } finally {
    companion.process.kill()
    api.close()
  }
})

const askToConnect = async (page: Page, companion: RunningCompanion) => {
  await page.mouse.move(5, 5)
  await page.getByRole('button', { name: 'Project menu' }).click()
  await page.getByRole('menuitem', { name: 'Companion…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect companion' })
  await dialog.getByRole('textbox', { name: 'URL' }).fill(companion.origin)
  return dialog
}

const typeCode = async (page: Page, companion: RunningCompanion): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: 'Connect companion' })
  await dialog.getByRole('textbox', { name: 'Code' }).fill(await companion.shows(/code ([A-Z\d]{4}-[A-Z\d]{4})/))
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(dialog).toBeHidden()
}

test('[P5] a page of another origin connects by the code that the companion shows, and learns when it ends', async ({ page }) => {
  const api = await startApi()
  const served = await servePage()
  const status = page.getByRole('status', { name: 'Companion' })
  const companion = await startCompanion(['--allow', served.url])
  try {
    await openFile(page, served.url, project(api.url))
    const dialog = await askToConnect(page, companion)
    await dialog.getByRole('textbox', { name: 'Code' }).fill('WRNG-CODE')
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(dialog.getByRole('alert')).toContainText('The code is wrong or expired')
    await typeCode(page, companion)
    await page.getByRole('button', { name: 'Allow' }).click()
    await runButton(page).click()
    await expect(verdict(page)).toContainText('Passed: 4 passed')
    await page.getByRole('button', { name: 'Companion: connected' }).click()
    const open = page.getByRole('dialog', { name: 'Companion' })
    await expect(open.getByRole('switch', { name: '127.0.0.1' })).toBeChecked()
    await open.getByRole('button', { name: 'Close' }).click()

    // What the browser sent a part of went there one by one; now that the API is known to refuse it, the run goes there whole.
    expect(companion.shown()).toMatch(/POST 127\.0\.0\.1:\d+ {2}200/)
    expect(companion.shown()).not.toContain('Run of')
    await runButton(page).click()
    await companion.shows(/Run of \S+ ended: passed, 5 steps in/)
    await expect(verdict(page)).toContainText('Passed: 4 passed')
    const text = project(api.url)
    expect(happened(await exportedReport(page))).toEqual(happened(await programReport(text, {})))

    // It dies while it sends something.
    const arrived = api.next()
    api.hold()
    await runButton(page).click()
    await arrived
    companion.process.kill()
    await expect(verdict(page)).toContainText('1 error')
    expect(companion.shown().match(/Run from \S+ started/g)).toHaveLength(2)
    await expect(page.getByRole('region', { name: 'Run' })).toContainText('Interrupted: the connection to the companion ended')
    await expect(status).toHaveText('not connected: not running')
    const again = await startCompanion(['--allow', served.url], Number(new URL(companion.origin).port))
    await expect(status).toHaveText('not connected: no longer paired', { timeout: 30_000 })
    again.process.kill()
  } finally {
    companion.process.kill()
    served.close()
    api.close()
  }
})

/** What of the report of a run says what happened, without where it ran. */
const happened = (report: string): unknown => {
  const { startedAt: _startedAt, duration: _duration, suites } = JSON.parse(report)
  return comparable(suites)
}

/** The report that the page exports of its last run. */
async function exportedReport(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Project menu' }).click()
  await page.getByRole('menuitem', { name: 'Export report…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export report' })
  await dialog.getByRole('radio', { name: 'JSON' }).check()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  return readFileSync(await (await download).path(), 'utf8')
}

/** The report of `assay run`. */
async function programReport(text: string, secrets: Record<string, string>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-companion-journey-'))
  try {
    writeFileSync(join(folder, 'test.aprj'), text)
    const given = Object.entries(secrets).flatMap(([id, value]) => ['--secret', `${id}=${value}`])
    const args = ['bin/assay.js', 'run', join(folder, 'test.aprj'), '--reporter', 'json', ...given]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env: inShell })
    let printed = ''
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    await once(child, 'close')
    return printed
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('[P5, P6, O8, T3] a page of another origin signs in by a script, calls an API without CORS and queries a database server, as the program does', async ({
  page,
}) => {
  const missing = missingServer.postgres
  if (missing !== undefined) test.info().annotations.push({ type: 'without the step of SQL', description: missing })
  const [api, served, provider, server] = await Promise.all([
    startApi(),
    servePage(),
    startLoginPages(),
    missing === undefined ? startPostgres() : undefined,
  ])
  const companion = await startCompanion(['--allow', served.url])
  const click = (name: string) => ({ do: 'click', at: { role: 'button', name } })
  const secrets = { 'login/password': account.password, ...(server && { 'db/password': String(server.connection.password) }) }
  const signIn = scripted(provider.discoveryEndpoint, [
    { do: 'fill', at: { label: 'Email' }, value: account.user },
    click('Next'),
    { do: 'fill', at: { label: 'Password' }, value: { secret: 'login/password' } },
    click('Sign in'),
  ])
  const sql = { id: 'q1', kind: 'sql', name: 'Ask', connection: 'k1', query: "select 7 as id, 'open' as state" }
  // So large that it goes beside the link, there and back.
  const large = { type: 'json', text: JSON.stringify({ filler: 'x'.repeat(2_000_000), end: 'there' }) }
  const text = JSON.stringify({
    format: 'aprj',
    version: 1,
    id: 'p1',
    name: 'Elsewhere',
    ...(server && { connections: [{ ...server.connection, password: { secret: 'db/password' } }] }),
    suites: [
      {
        id: 's1',
        name: 'Suite',
        cases: [
          {
            id: 'c1',
            name: 'Case',
            steps: [
              signIn,
              { id: 'r1', kind: 'send-request', name: 'Read', url: `${api.url}/things`, via: 'companion' },
              { id: 'a1', kind: 'assertion', name: 'Read', checks: [{ source: 'status', is: 'equals', value: 200 }] },
              {
                id: 'r2',
                kind: 'send-request',
                name: 'Large',
                method: 'POST',
                url: `${api.url}/echo`,
                via: 'companion',
                body: large,
              },
              {
                id: 'a2',
                kind: 'assertion',
                name: 'Whole',
                checks: [{ source: 'json', path: '$.end', is: 'equals', value: 'there' }],
              },
              ...(server ? [sql] : []),
            ],
          },
        ],
      },
    ],
  })
  try {
    await openFile(page, served.url, text)
    await typeSecrets(page, secrets)
    await askToConnect(page, companion)
    await typeCode(page, companion)
    await page.getByRole('button', { name: 'Allow' }).click()
    await runButton(page).click()
    await expect(verdict(page)).toContainText(`Passed: ${server ? 6 : 5} passed`, { timeout: 30_000 })
    expect(happened(await exportedReport(page))).toEqual(happened(await programReport(text, secrets)))
  } finally {
    companion.process.kill()
    served.close()
    api.close()
    await Promise.all([provider.close(), server?.stop()])
  }
})
