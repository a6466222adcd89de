import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import type { Project, Step } from '#engine/project/format/schema.ts'
import { openHost, requestStep, waitStep } from './host/fixture.ts'
import { makeCase, makeProject } from './host/projects.ts'
import { expect, test } from './worker.ts'

const longRun = makeProject([makeCase('c1', [waitStep('w1', 3600), waitStep('w2', 1)])])

const load = (page: Page, project: Project) =>
  page.evaluate(([json]) => window.assayHost.load(json), [JSON.stringify(project)] as const)
const run = (page: Page, project: Project) =>
  page.evaluate(([json]) => window.assayHost.run(json), [JSON.stringify(project)] as const)
const seen = (page: Page) => page.evaluate(() => window.assayHost.seen())
const status = (page: Page) => page.getByRole('status')
const begun = async (page: Page) => (await seen(page)).events.some((event) => event.type === 'step-started')

async function startLongRun(page: Page): Promise<string> {
  const localId = await load(page, longRun)
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect.poll(() => begun(page)).toBe(true)
  return localId
}

async function serve(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

test('[P2] Stop ends a wait at once; the run is cancelled and stored', async ({ page, host }) => {
  await openHost(page, host)
  const localId = await startLongRun(page)
  const workers = page.workers()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(status(page)).toHaveText('ended cancelled')
  // After a second the worker would have been ended, and the run closed for it.
  expect(page.workers()).toEqual(workers)
  const stored = await page.evaluate((id) => window.assayHost.runs.runs(id), localId)
  expect(stored).toMatchObject([{ report: { outcome: 'cancelled' } }])
  expect(stored[0]?.interrupted).toBeUndefined()
})

test('[P2] Stop is heard also before the run has begun', async ({ page, host }) => {
  await openHost(page, host)
  await load(page, makeProject([makeCase('c1', [waitStep('w1', 60)])]))
  // The worker is there: one that is still loaded after a second is ended before it hears of anything.
  await page.evaluate(() => window.assayHost.client.secrets.list('value'))
  await page.evaluate(() => {
    document.getElementById('run')?.click()
    document.getElementById('stop')?.click()
  })
  await expect(status(page)).toHaveText('ended cancelled')
  const { events } = await seen(page)
  expect(events.at(-1)).toMatchObject({ type: 'run-finished', outcome: 'cancelled', counts: { cancelled: 0, skipped: 1 } })
})

test('[P2] a worker that does not listen any more is ended after a second, and its run closed as cancelled', async ({
  page,
  host,
}) => {
  await openHost(page, host)
  const localId = await startLongRun(page)
  void page
    .workers()[0]
    ?.evaluate(() => {
      for (;;) if (performance.now() < 0) return
    })
    .catch(() => undefined)
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(status(page)).toHaveText('ended cancelled')
  const { events } = await seen(page)
  expect(events.slice(-4).map((event) => ('outcome' in event ? `${event.type} ${event.outcome}` : event.type))).toEqual([
    'step-finished cancelled',
    'step-finished skipped',
    'case-finished cancelled',
    'run-finished cancelled',
  ])
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1))
  const stored = await page.evaluate((id) => window.assayHost.runs.runs(id), localId)
  expect(stored).toMatchObject([{ report: { outcome: 'cancelled' } }])
  // The next run gets a new worker.
  expect((await run(page, makeProject([makeCase('c1', [waitStep('w1', 0)])]))).report.outcome).toBe('passed')
})

test('[R20] a worker that dies is named with the step; nothing is sent again', async ({ page, host }) => {
  await openHost(page, host)
  const localId = await startLongRun(page)
  await page.workers()[0]?.evaluate(() => self.close())
  await expect(status(page)).toHaveText('failed')
  expect((await seen(page)).ended).toMatchObject({ error: { code: 'run-interrupted', message: /step 1 of 2/ } })
  await expect.poll(() => page.evaluate((id) => window.assayHost.runs.runs(id), localId)).toMatchObject([{ interrupted: true }])
})

test('[R20] a run whose tab was closed is known as interrupted at the next start, with what it told', async ({ page, host }) => {
  await openHost(page, host)
  const localId = await startLongRun(page)
  const run = (await seen(page)).events.find((event) => event.type === 'run-started')
  await expect
    .poll(() => page.evaluate(([id]) => window.assayHost.runs.events?.(id, 100), [run && 'run' in run ? run.run : ''] as const))
    .toHaveLength(3)
  await page.close()
  const again = await page.context().newPage()
  await openHost(again, host)
  const stored = await again.evaluate((id) => window.assayHost.runs.runs(id), localId)
  expect(stored).toMatchObject([{ interrupted: true }])
})

test('[P2] a second run is rejected while one goes on', async ({ page, host }) => {
  await openHost(page, host)
  await startLongRun(page)
  const refused = await page.evaluate(
    ([json]) =>
      window.assayHost.run(json).then(
        () => 'ran',
        (error: Error) => error.message,
      ),
    [JSON.stringify(longRun)] as const,
  )
  expect(refused).toBe('Another run is in progress.')
})

test('[P2] events come in batches, bodies stay readable after the run, in parts too', async ({ page, host }) => {
  const server = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain', 'access-control-allow-origin': '*' })
    response.end('0123456789')
  })
  await openHost(page, host)
  const requests = Array.from({ length: 50 }, (_, index) => requestStep(`r${index}`, 'GET', `${server.url}/${index}`))
  const { events, report, batches } = await run(page, makeProject([makeCase('c1', requests)]))
  expect(report.counts.passed).toBe(50)
  expect(batches).toBeLessThan(events.length / 2)
  const exchange = events.findLast((event) => event.type === 'exchanged')
  const body = exchange?.type === 'exchanged' ? exchange.exchange.response?.body : undefined
  expect(body?.dropped).toBeUndefined()
  const text = await page.evaluate(
    async ([id, bodyId]) => {
      const whole = await window.assayHost.client.results.body(id, bodyId)
      const part = await window.assayHost.client.results.body(id, bodyId, { start: 2, end: 5 })
      return [whole, part].map((bytes) => new TextDecoder().decode(bytes))
    },
    [report.run, body?.id ?? ''] as const,
  )
  expect(text).toEqual(['0123456789', '234'])
  server.close()
})

test('[R15] a full disk drops bodies with a mark, and the run goes on', async ({ page, host }) => {
  const large = Buffer.alloc(3 * 1024 * 1024, 'x')
  const server = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain', 'access-control-allow-origin': '*' })
    response.end(large)
  })
  await openHost(page, host)
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(host).origin, quotaSize: 2 * 1024 * 1024 })
  const steps = [requestStep('r1', 'GET', `${server.url}/1`), requestStep('r2', 'GET', `${server.url}/2`)]
  const { events, report } = await run(page, makeProject([makeCase('c1', steps)]))
  expect(report.outcome).toBe('passed')
  const bodies = events.flatMap((event) => (event.type === 'exchanged' ? [event.exchange.response?.body] : []))
  expect(bodies).toMatchObject([
    { size: large.length, dropped: true },
    { size: large.length, dropped: true },
  ])
  server.close()
})

test('[P4] a stored secret reaches its step, not the page; a token can be revealed and forgotten', async ({ page, host }) => {
  await openHost(page, host)
  await page.evaluate(() => window.assayHost.setSecret('id', 'value of the secret'))
  expect(await page.evaluate(() => window.assayHost.client.secrets.list('value'))).toEqual(['id'])
  await page.evaluate(() => window.assayHost.client.secrets.protect('passphrase'))
  await page.evaluate(() => window.assayHost.client.secrets.lock())
  expect(await page.evaluate(() => window.assayHost.client.secrets.state())).toBe('locked')
  const refused = await page.evaluate(() =>
    window.assayHost.client.secrets.reveal('value', 'id').then(
      () => 'revealed',
      (error: Error & { code?: string }) => error.code,
    ),
  )
  expect(refused).toBe('vault-locked')
  expect(await page.evaluate(() => window.assayHost.client.secrets.unlock('wrong'))).toBe(false)
  expect(await page.evaluate(() => window.assayHost.client.secrets.unlock('passphrase'))).toBe(true)
  expect(await page.evaluate(() => window.assayHost.client.secrets.reveal('value', 'id'))).toBe('value of the secret')
})

test('[R22] the second tab reads only, takes over at a word, and the first one learns it', async ({ page, host }) => {
  const other = await page.context().newPage()
  for (const tab of [page, other]) await openHost(tab, host)
  await page.evaluate(() => window.assayHost.holdProject('p'))
  await expect(status(page)).toHaveText('writes')
  await other.evaluate(() => window.assayHost.holdProject('p'))
  await expect(status(other)).toHaveText('reads only')
  await other.evaluate(() => window.assayHost.takeOver())
  await expect(status(other)).toHaveText('writes')
  await expect(status(page)).toHaveText('reads only')
  await other.close()
  await expect(status(page)).toHaveText('writes')
})

test('[R39, R47] a check that never ends breaks only its step, and Stop is heard in the middle of it', async ({ page, host }) => {
  const server = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' }).end('1')
  })
  try {
    await openHost(page, host)
    const next = (at: number) => (at < 39 ? { $ref: `#/$defs/d${at + 1}` } : true)
    const $defs = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`d${at}`, { allOf: [next(at), next(at)] }]))
    const check = (id: string, is: 'matches-schema' | 'equals', value: unknown): Step => ({
      id,
      kind: 'assertion',
      name: id,
      description: '',
      disabled: false,
      checks: [{ source: 'body', is, value, not: false }],
    })
    const steps = [requestStep('r1', 'GET', server.url), check('a1', 'matches-schema', { $ref: '#/$defs/d0', $defs })]
    const good = [requestStep('r2', 'GET', server.url), check('a2', 'equals', 1)]
    const project = makeProject([makeCase('c1', steps), makeCase('c2', good)])

    const { report } = await run(page, project)
    const ended = report.suites.flatMap(({ cases }) => cases.flatMap((one) => one.steps))
    expect(ended.map(({ outcome }) => outcome)).toEqual(['passed', 'broken', 'passed', 'passed'])
    expect(ended[1]).toMatchObject({ code: 'deadline', message: expect.stringMatching('was stopped after 5.0 s') as unknown })

    await load(page, project)
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await expect
      .poll(async () => (await seen(page)).events.some((event) => event.type === 'step-started' && event.step === 'a1'))
      .toBe(true)
    // The thread of the check itself is ended.
    const runWorkers = () => page.workers().filter((worker) => !worker.url().includes('work.worker'))
    const before = runWorkers()
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(status(page)).toHaveText('ended cancelled')
    // The worker that does not hear is ended after a second: this one heard.
    expect(runWorkers()).toEqual(before)
  } finally {
    server.close()
  }
})
