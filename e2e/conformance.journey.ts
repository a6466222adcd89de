import { expect, test as base, type Page } from '@playwright/test'
import type { RunEvent } from '#engine/runner/report/events.ts'
import type { RunOptions } from '#engine/runner/plan/selection.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { resultOf, runCase, titleOf, type CaseHost, type StepSeen } from './conformance/case.ts'
import { conformanceCases } from './conformance/cases/index.ts'
import { callApi, clientCredentials, signIn } from './conformance/cases/steps.ts'
import { conformanceProject } from './conformance/project.ts'
import { startScriptedProvider } from './conformance/scripted-provider.ts'
import type { AssayHost } from './host/host.ts'
import { serveHost } from './host/serve.ts'

const runIn = async (page: Page, project: Project, options: RunOptions): Promise<RunEvent[]> => {
  const given = { json: JSON.stringify(project), options }
  const { events } = await page.evaluate(({ json, options }) => {
    const host: AssayHost = window.assayHost
    return host.run(json, options)
  }, given)
  return events
}

/** Runs cases in the page's real worker. Windows may open without a click here: that clicks matter is shown elsewhere. */
const browserHost = (page: Page, url: string): CaseHost => ({
  name: 'browser',
  redirectUri: `${url}oauth/callback.html`,
  async run(parts) {
    const { project, options } = conformanceProject(parts)
    return resultOf(await runIn(page, project, options))
  },
})

async function open(page: Page, url: string): Promise<Page> {
  await page.goto(url)
  await page.waitForFunction(() => 'assayHost' in window)
  return page
}

/** One page for all cases of a Playwright worker: each case has an environment of its own, and so a token of its own. */
const test = base.extend<object, { hostUrl: string; inBrowser: CaseHost; inNode: CaseHost }>({
  hostUrl: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const host = await serveHost()
      await use(host.url)
      await host.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  inBrowser: [
    async ({ browser, hostUrl }, use) => {
      const page = await browser.newPage()
      await open(page, hostUrl)
      await use(browserHost(page, hostUrl))
      await page.close()
    },
    { scope: 'worker' },
  ],
  inNode: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const { createNodeHost } = await import('./conformance/node-host.ts')
      const host = createNodeHost()
      await use(host)
      await host.close()
    },
    { scope: 'worker' },
  ],
})

/** What two runs can't have in common: ports, addresses of the callback, times and what was drawn. */
const alike = (text: string): string =>
  text
    .replace(/http(:\/\/|%3A%2F%2F)127\.0\.0\.1(:|%3A)\d+(\/|%2F)(oauth(\/|%2F)callback\.html|callback)/g, '<callback>')
    .replace(/127\.0\.0\.1:\d+/g, '<provider>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replace(/expired \d+ s ago/g, 'expired <n> s ago')
    // One of the two asked a moment later.
    .replace(/cached token expired at/g, 'cached token expires at')
    .replace(/\(\d+ s ago\)/g, '(<n> s ago)')
    .replace(/"[A-Za-z0-9_-]{43}"/g, '"<drawn>"')
    // A browser does not see where a redirect leads that it did not follow.
    .replace(/redirects( to \S+|; browsers hide the target)\. /, 'redirects. ')

const wording = ({ outcome, code, message = '', hint = '', warnings, infos, exchanges }: StepSeen): unknown => ({
  outcome,
  code,
  texts: [message, hint, ...warnings, ...infos].map(alike),
  messages: exchanges.map(({ purpose, meaning, error, tokens = [] }) => ({
    purpose,
    request: alike(meaning?.request ?? ''),
    response: alike(meaning?.response ?? ''),
    error: error?.code,
    tokens: tokens.map(({ name }) => name),
  })),
})

/** Node runs each case in the unit tests. Here it is about what only a page does otherwise, for which one of each number is enough; `npm run conformance` runs all. */
const here = conformanceCases.filter(({ number }, index) => {
  const first = conformanceCases.findIndex((other) => other.number === number)
  return index === first || process.env.ASSAY_FUZZ === 'full'
})

test.describe('OAuth2 conformance in a browser, in the words of Node', () => {
  for (const one of here) {
    test(titleOf(one), async ({ inBrowser, inNode }) => {
      const [browser, node] = await Promise.all([runCase(one, inBrowser), runCase(one, inNode)])
      expect(wording(browser.seen)).toEqual(wording(node.seen))
    })
  }
})

const variables = { clientSecret: 'the-client-secret' }

test.describe('OAuth2 in two tabs', () => {
  test('[case 22] two tabs and two steps at once: each gets its own answer only', async ({ context, hostUrl }) => {
    const provider = await startScriptedProvider()
    const tabs = [await open(await context.newPage(), hostUrl), await open(await context.newPage(), hostUrl)]
    const step = (id: string) => signIn(provider, { id, forceReauthentication: true })
    const { project, options } = conformanceProject({ steps: [step('t1')], variables, insecureHosts: [] }, [[step('t2')]])
    const results = await Promise.all(tabs.map(async (tab) => resultOf(await runIn(tab, project, { ...options, workers: 2 }))))
    for (const { steps } of results)
      expect(steps.map(({ outcome, message }) => [outcome, message])).toEqual([
        ['passed', undefined],
        ['passed', undefined],
      ])
    const codes = provider.to('/token').map(({ form }) => form.get('code'))
    expect(codes).toHaveLength(4)
    expect(new Set(codes).size).toBe(4)
    await provider.close()
  })

  test('[case 34] two tabs need a fresh token at once: one refresh', async ({ context, hostUrl }) => {
    // Only the first one is soon due: the tab that is the later one may be so by seconds.
    const lifetimes = [6]
    const provider = await startScriptedProvider({
      token: [
        (_request, correct) => ({
          json: { ...correct, expires_in: lifetimes.shift() ?? 3600, refresh_token: 'refresh-token-1' },
        }),
      ],
    })
    const tabs = [await open(await context.newPage(), hostUrl), await open(await context.newPage(), hostUrl)]
    const wait = { id: 'w1', kind: 'wait', name: 'Wait', seconds: 3 } as const
    const { project, options } = conformanceProject({ steps: [clientCredentials(provider)], variables, insecureHosts: [] })
    const later = conformanceProject({ steps: [wait, clientCredentials(provider)], variables, insecureHosts: [] }).project
    const again = { ...later, environments: project.environments }
    const [tab] = tabs
    if (tab) await runIn(tab, project, options)
    provider.requests.length = 0
    await Promise.all(tabs.map((one) => runIn(one, again, options)))
    expect(provider.to('/token').map(({ form }) => form.get('grant_type'))).toEqual(['refresh_token'])
    await provider.close()
  })
})

test('[R28] distinguishes an endpoint that pages may not read from an unreachable one, and sends nothing twice', async ({
  inBrowser,
  hostUrl,
}) => {
  const provider = await startScriptedProvider({ hiddenFromPages: ['/token'] })
  const steps = [clientCredentials(provider)]
  const [refused] = (await inBrowser.run({ steps, variables, insecureHosts: [] })).steps
  expect(refused).toMatchObject({ outcome: 'broken', code: 'http-cors' })
  expect(refused?.message).toContain(`Token Endpoint: ${provider.tokenEndpoint} responds, but doesn't allow pages from`)
  expect(refused?.hint).toContain(new URL(hostUrl).origin)
  expect(provider.to('/token')).toHaveLength(1)
  await provider.close()
  const dead = [{ ...clientCredentials(provider), discoveryEndpoint: '', tokenEndpoint: provider.tokenEndpoint }]
  const [unreachable] = (await inBrowser.run({ steps: dead, variables, insecureHosts: [] })).steps
  expect(unreachable).toMatchObject({ outcome: 'broken', code: 'http-unreachable' })
  expect(unreachable?.hint).toContain(
    "Check the step's Token Endpoint, that the provider is running, and that its certificate is trusted.",
  )
})

test('[case 31] a page can not prove the address that a redirect leads to: named, and the token is sent nowhere else', async ({
  inBrowser,
}) => {
  const other = await startScriptedProvider()
  const provider = await startScriptedProvider({
    answer: { token_type: 'DPoP' },
    routes: { '/moved': () => ({ status: 302, headers: { location: `${other.issuer}/api` } }) },
  })
  const moved = { ...callApi(provider), url: `${provider.issuer}/moved` }
  const steps = [clientCredentials(provider, { enableDpop: true }), moved]
  const [, request] = (await inBrowser.run({ steps, variables, insecureHosts: [] })).steps
  expect(request).toMatchObject({ outcome: 'broken', code: 'browser-limit' })
  expect(request?.message).toContain("make a DPoP proof for a redirect target, which it can't see")
  expect(provider.to('/moved')).toHaveLength(1)
  expect(other.to('/api')).toEqual([])
  await provider.close()
  await other.close()
})
