import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import type { RunOptions } from '#engine/runner/plan/selection.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { atProvider } from './fixtures-build.ts'
import { requestStep } from './host/fixture.ts'
import type { AssayHost } from './host/host.ts'
import { loginStep, makeCase, makeProject } from './host/projects.ts'
import { expect, test as base, type Shared } from './worker.ts'

/** What happens in windows that no blocking of popups is part of: in Chromium's shell, at half the price. */
const testAnywhere = base.extend<{ app: Shared['hostDemo'] }>({
  app: ({ hostDemo }, use) => use(hostDemo),
})

/** Popup blocking on, as people have it; clicks are real ones. */
const test = testAnywhere.extend({
  context: async ({ withPopupsBlocked }, use) => {
    const context = await withPopupsBlocked.newContext()
    await use(context)
    await context.close()
  },
})

declare global {
  interface Window {
    assayHost: AssayHost
  }
}

const status = (page: Page) => page.getByRole('status')

async function open(page: Page, url: string) {
  await page.goto(url)
  await page.waitForFunction(() => 'assayHost' in window)
}

/** Loads a project; `window`: whether its run will need a login window. */
const load = (page: Page, project: Project, options: RunOptions = {}, window = true) =>
  page.evaluate(([json, given, needs]) => globalThis.window.assayHost.load(json, given, needs), [
    JSON.stringify(project),
    options,
    window,
  ] as const)

const seen = (page: Page) => page.evaluate(() => window.assayHost.seen())

/** Clicks Run and gives the window that opens. */
async function openWindow(page: Page): Promise<Page> {
  const popup = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  return popup
}

/** The same, when the window has come to the provider. */
async function runWithWindow(page: Page): Promise<Page> {
  const window = await openWindow(page)
  await atProvider(window)
  return window
}

async function signIn(popup: Page) {
  await popup.getByLabel('Username').fill('demo')
  await popup.getByLabel('Password').fill('demo')
  await popup.getByRole('button', { name: 'Sign in' }).click()
}

/** A provider in miniature with the given headers on its login page; every login gets a code at the click on a link. */
async function scriptedProvider(headers: Record<string, string>) {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://provider')
    if (request.method === 'OPTIONS' || url.pathname === '/token') {
      response.writeHead(200, {
        'content-type': 'application/json',
        'access-control-allow-origin': '*',
        'access-control-allow-headers': '*',
      })
      response.end(JSON.stringify({ access_token: 'token-of-the-scripted-provider', token_type: 'Bearer', expires_in: 600 }))
      return
    }
    const back = `${url.searchParams.get('redirect_uri')}?code=c0de&state=${url.searchParams.get('state')}`
    response.writeHead(200, { 'content-type': 'text/html', ...headers })
    response.end(`<!doctype html><title>Provider</title><h1>Provider</h1><a href="${back}">Allow</a>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const endpoints = {
    discoveryEndpoint: '',
    authorizationEndpoint: `${origin}/authorize`,
    tokenEndpoint: `${origin}/token`,
    scope: '',
  }
  return {
    endpoints,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

test('[P3, O14, O17] a login is one click and one window; its token needs none, until it is revoked', async ({ page, app }) => {
  await open(page, app.url)
  const localId = await load(page, makeProject([makeCase('c1', [loginStep('t1')])], { provider: app.provider }))

  await test.step('[P3] a login at a real provider: one click, one window, which closes itself', async () => {
    const popup = await runWithWindow(page)
    await signIn(popup)
    await expect(status(page)).toHaveText('ended passed')
    await expect.poll(() => popup.isClosed()).toBe(true)
  })

  await test.step('[O14] a cached token needs no window at the next run', async () => {
    await page.waitForFunction(() => !window.assayHost.willNeedWindow())
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(status(page)).toHaveText('ended passed')
    expect(page.context().pages()).toHaveLength(1)
  })

  await test.step('[O17] a token that was revoked by hand needs a window at the next run', async () => {
    const place = { environment: undefined, case: 'c1', step: 't1' }
    const revoke = (id: string) =>
      page.evaluate(([stored, at]) => window.assayHost.client.oauth.tokenAction({ stored }, at, 'revocation'), [
        id,
        place,
      ] as const)
    expect(await revoke(localId)).toMatchObject({ ok: true })
    await page.waitForFunction(() => window.assayHost.willNeedWindow())
  })
})

testAnywhere('[P3] a run that can not begin closes the window that was opened for it', async ({ page, app }) => {
  await open(page, app.url)
  const localId = await load(page, makeProject([makeCase('c1', [loginStep('t1')])], { provider: app.provider }))
  await page.evaluate((id) => window.assayHost.store.remove(id), localId)
  const popup = await openWindow(page)
  await expect(status(page)).toHaveText('failed')
  await expect.poll(() => popup.isClosed()).toBe(true)
})

test('[case 28] the second login of a run needs no click: the same window goes on', async ({ page, app }) => {
  await open(page, app.url)
  const steps = [loginStep('t1'), loginStep('t2', { clientId: 'orders-spa', scope: 'openid profile' })]
  await load(page, makeProject([makeCase('c1', steps)], { provider: app.provider }))
  const popup = await runWithWindow(page)
  await signIn(popup)
  await expect(status(page)).toHaveText('ended passed')
  expect(
    (await seen(page)).events.filter((event) => event.type === 'exchanged' && event.exchange.purpose === 'authorization'),
  ).toHaveLength(2)
  await expect.poll(() => popup.isClosed()).toBe(true)
})

test('[case 28] a blocked popup pauses the step until its button is clicked', async ({ page, app }) => {
  await open(page, app.url)
  await load(page, makeProject([makeCase('c1', [loginStep('t1')])], { provider: app.provider }))
  const box = await page.getByRole('button', { name: 'Run with its click spent' }).boundingBox()
  const session = await page.context().newCDPSession(page)
  // From here on nothing may be evaluated in the page: Playwright counts that as a click, and no window would be blocked.
  await page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + 5)
  const title = async () => (await session.send('Target.getTargetInfo')).targetInfo.title
  await expect.poll(title).toBe('running blocked')
  const popup = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Continue sign-in' }).click()
  await signIn(await popup)
  await expect(status(page)).toHaveText('ended passed')
})

test('[P3, T1] a step by itself: the login of an earlier suite whose token it needs gets its window at the click', async ({
  page,
  app,
}) => {
  await open(page, app.url)
  const { suites, ...project } = makeProject([], { provider: app.provider })
  const [suite] = suites
  if (!suite) throw new Error('no suite')
  const signsIn = makeCase('c1', [loginStep('t1', { variableScope: 'Project' })])
  const uses = makeCase('c2', [requestStep('r1', 'GET', '${provider}/.well-known/openid-configuration?for=${token_t1}')])
  const two = {
    ...project,
    suites: [
      { ...suite, cases: [signsIn] },
      { ...suite, id: 's2', cases: [uses] },
    ],
  }
  await load(page, two, { selection: { step: { case: 'c2', step: 'r1' } } })
  await signIn(await runWithWindow(page))
  await expect(status(page)).toHaveText('ended passed')
  const { events } = await seen(page)
  expect(events.flatMap((event) => (event.type === 'step-finished' ? [event.step] : []))).toEqual(['t1', 'r1'])
})

testAnywhere('[case 26] a provider with COOP: the login succeeds, and `closed` does not end the step', async ({ page, app }) => {
  const provider = await scriptedProvider({ 'cross-origin-opener-policy': 'same-origin' })
  await open(page, app.url)
  const steps = [loginStep('t1', provider.endpoints), loginStep('t2', { ...provider.endpoints, clientId: 'another' })]
  await load(page, makeProject([makeCase('c1', steps)]))
  const popup = await runWithWindow(page)
  await expect(popup.getByRole('heading', { name: 'Provider' })).toBeVisible()
  await expect(status(page)).toHaveText('running out-of-sight')
  await popup.getByRole('link', { name: 'Allow' }).click()
  await expect.poll(async () => (await seen(page)).events.filter((event) => event.type === 'step-finished').length).toBe(1)
  await popup.getByRole('link', { name: 'Allow' }).click()
  await expect(status(page)).toHaveText('ended passed')
  provider.close()
})

test('[case 27] a closed window cancels nothing, Cancel does', async ({ page, app }) => {
  await open(page, app.url)
  await load(page, makeProject([makeCase('c1', [loginStep('t1')])], { provider: app.provider }))

  await test.step('[case 27] Cancel ends the step as cancelled', async () => {
    const popup = await runWithWindow(page)
    await expect(popup.getByLabel('Username')).toBeVisible()
    // The window may be there before the page has heard of it.
    await expect(status(page)).toHaveText('running waiting')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(status(page)).toHaveText('ended cancelled')
  })

  for (const popup of page.context().pages()) if (popup !== page) await popup.close()
  await test.step('[case 27] a closed window is said, never cancels, and can be reopened', async () => {
    const popup = await runWithWindow(page)
    await expect(popup.getByLabel('Username')).toBeVisible()
    await popup.close()
    await expect(status(page)).toHaveText('running out-of-sight')
    const again = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Continue sign-in' }).click()
    await signIn(await again)
    await expect(status(page)).toHaveText('ended passed')
  })
})

testAnywhere('[case 25] a callback page opened again makes no second exchange and says so', async ({ page, app }) => {
  const provider = await scriptedProvider({})
  await open(page, app.url)
  await load(page, makeProject([makeCase('c1', [loginStep('t1', provider.endpoints), loginStep('t2', provider.endpoints)])]))
  const popup = await runWithWindow(page)
  const callback = await popup.getByRole('link', { name: 'Allow' }).getAttribute('href')
  await popup.getByRole('link', { name: 'Allow' }).click()
  await expect.poll(async () => (await seen(page)).events.filter((event) => event.type === 'step-finished').length).toBe(1)
  const late = await page.context().newPage()
  await late.goto(callback ?? '')
  await expect(late.getByRole('status')).toContainText('used already')
  await expect(late).not.toHaveURL(/\?/)
  await late.reload()
  await expect(late.getByRole('status')).toContainText('Nothing to do here')
  const codes = (await seen(page)).events.filter((event) => event.type === 'exchanged' && event.exchange.purpose === 'token')
  expect(codes).toHaveLength(1)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(status(page)).toHaveText('ended cancelled')
  provider.close()
})

testAnywhere('[case 25] a callback that no login waits for shows its parameters to copy', async ({ page, app }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${app.url}oauth/callback.html?code=c0de&state=unknown#extra=1`)
  await expect(page.getByRole('status')).toContainText('No run is waiting for this answer')
  await expect(page).toHaveURL(`${app.url}oauth/callback.html`)
  await page.getByRole('button', { name: 'Copy parameters' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('code=c0de\nstate=unknown\nextra=1')
})

testAnywhere('[case 22] two tabs at once: each gets only its own answer', async ({ page, app }) => {
  const provider = await scriptedProvider({})
  const other = await page.context().newPage()
  const tabs = [page, other]
  const popups: Page[] = []
  for (const tab of tabs) {
    await open(tab, app.url)
    await load(tab, makeProject([makeCase('c1', [loginStep('t1', { ...provider.endpoints, forceReauthentication: true })])]))
    popups.push(await runWithWindow(tab))
  }
  // Answered in the other order than they were asked.
  await popups[1]?.getByRole('link', { name: 'Allow' }).click()
  await expect(status(other)).toHaveText('ended passed')
  await expect(status(page)).toHaveText('running waiting')
  await popups[0]?.getByRole('link', { name: 'Allow' }).click()
  await expect(status(page)).toHaveText('ended passed')
  const codes = await Promise.all(
    tabs.map(async (tab) =>
      (await seen(tab)).events.filter((event) => event.type === 'exchanged' && event.exchange.purpose === 'token'),
    ),
  )
  expect(codes.map((exchanges) => exchanges.length)).toEqual([1, 1])
  provider.close()
})

testAnywhere(
  '[case 19] an answer with a wrong state breaks the step of its window, and no code is sent',
  async ({ page, app }) => {
    const provider = await scriptedProvider({})
    await open(page, app.url)
    await load(page, makeProject([makeCase('c1', [loginStep('t1', provider.endpoints)])]))
    const popup = await runWithWindow(page)
    await expect(popup.getByRole('heading', { name: 'Provider' })).toBeVisible()
    await popup.goto(`${app.url}oauth/callback.html?code=stolen&state=wrong`)
    await expect(status(page)).toHaveText('ended broken')
    const { events } = await seen(page)
    expect(events.filter((event) => event.type === 'exchanged' && event.exchange.purpose === 'token')).toEqual([])
    provider.close()
  },
)
