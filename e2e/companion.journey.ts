import { runButton, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'
import { listen, openFile, servePage, startCompanion } from './companion-server.ts'
import { requestStep } from './host/fixture.ts'
import { makeCase, makeProject } from './host/projects.ts'

/** An API that lets no page of another origin read it, and tells what it was sent; or holds its answers back. */
async function startApi() {
  let isHeld = false
  let tellNext = (): void => {}
  const served = await listen((request, response) => {
    tellNext()
    if (isHeld) return
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
  JSON.stringify(
    makeProject(
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
        ]),
      ],
      { api },
    ),
  )

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
      page.getByText(/2 steps need the companion: “With cookie”, since a browser can’t set the header Cookie/),
    ).toBeVisible()
    await page.goto(await companion.shows(/http:\S+#companion=\S+/))
    await page.mouse.move(6, 6)
    await expect(status).toHaveText('connected')
    expect(page.url()).not.toContain('companion=')
    await expect(page.getByText(/Through the companion this project would reach 127\.0\.0\.1/)).toBeVisible()
    await page.getByRole('button', { name: 'Allow' }).click()
    await runButton(page).click()
    await expect(verdict(page)).toContainText('Passed: 4 passed')

    // A reload finds the companion again.
    await page.reload()
    await page.mouse.move(7, 7)
    await expect(status).toHaveText('connected')
  } finally {
    companion.process.kill()
    api.close()
  }
})

test('[P5] a page of another origin connects by the code that the companion shows, and is told when it dies', async ({
  page,
}) => {
  const api = await startApi()
  const served = await servePage()
  const status = page.getByRole('status', { name: 'Companion' })
  const companion = await startCompanion(['--allow', served.url])
  try {
    await openFile(page, served.url, project(api.url))
    await page.mouse.move(5, 5)
    await page.getByRole('button', { name: 'Companion: not connected' }).click()
    const dialog = page.getByRole('dialog', { name: 'Connect companion' })
    await dialog.getByRole('textbox', { name: 'Address' }).fill(companion.origin)
    await dialog.getByRole('textbox', { name: 'Code' }).fill('WRNG-CODE')
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(dialog.getByRole('alert')).toContainText('This is not the code')
    await dialog.getByRole('textbox', { name: 'Code' }).fill(await companion.shows(/code ([A-Z\d]{4}-[A-Z\d]{4})/))
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Allow' }).click()
    await runButton(page).click()
    await expect(verdict(page)).toContainText('Passed: 4 passed')
    await page.getByRole('button', { name: 'Companion: connected' }).click()
    const open = page.getByRole('dialog', { name: 'Companion' })
    await expect(open.getByRole('switch', { name: '127.0.0.1' })).toBeChecked()
    await open.getByRole('button', { name: 'Close' }).click()

    // It dies while it sends something.
    const arrived = api.next()
    api.hold()
    await runButton(page).click()
    await arrived
    companion.process.kill()
    await expect(verdict(page)).toContainText('1 broken')
    await expect(page.getByRole('region', { name: 'Run' })).toContainText('Interrupted: the link to the companion ended')
    await expect(status).toHaveText('not connected: not running')
    const again = await startCompanion(['--allow', served.url], Number(new URL(companion.origin).port))
    await expect(status).toHaveText('not connected: does not know this page any more', { timeout: 30_000 })
    again.process.kill()
  } finally {
    companion.process.kill()
    served.close()
    api.close()
  }
})
