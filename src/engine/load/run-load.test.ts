import { describe, expect, it } from 'vitest'
import { fakePorts, memorySecrets } from '#engine/ports/testing/index.ts'
import type { HttpRequest, HttpResponse, Ports } from '#engine/ports/index.ts'
import { projectOfSteps } from '#engine/runner/testing/run-project.ts'
import * as v from 'valibot'
import { htmlReport } from './reports/html.ts'
import { loadReportSchema, type LoadReport } from './report.ts'
import { runLoad, type LoadControls, type LoadOptions } from './run-load.ts'
import { loadTexts } from './texts.ts'

/** A clock that is always as late as what waits for it longest: seconds pass at once. */
function quickClock(): Ports['clock'] {
  const waiting: { until: number; go: () => void }[] = []
  let now = 0
  let isScheduled = false
  const pump = (): void => {
    isScheduled = false
    waiting.sort((a, b) => a.until - b.until)
    const next = waiting.shift()
    if (!next) return
    now = Math.max(now, next.until)
    next.go()
    schedule()
  }
  const schedule = (): void => {
    if (isScheduled || waiting.length === 0) return
    isScheduled = true
    // All that goes on by itself goes first.
    setImmediate(() => setImmediate(pump))
  }
  return {
    now: () => 1_800_000_000_000 + now,
    monotonic: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(new Error('cancelled'))
        const leave = () => {
          waiting.splice(waiting.indexOf(one), 1)
          reject(new Error('cancelled'))
        }
        const go = () => {
          signal.removeEventListener('abort', leave)
          resolve()
        }
        const one = { until: now + ms, go }
        waiting.push(one)
        schedule()
        signal.addEventListener('abort', leave, { once: true })
      }),
  }
}

const answer = (request: HttpRequest, status = 200, body = '{"ok":true}'): HttpResponse => ({
  status,
  statusText: '',
  headers: [['content-type', 'application/json']],
  url: request.url,
  redirects: [],
  body: new TextEncoder().encode(body),
  timing: { firstByte: 1, total: 1 },
})

const request = { id: 'get', kind: 'send-request', name: 'Get', method: 'GET', url: 'https://api.example/${path}' }
const check = { kind: 'assertion', name: 'OK', checks: [{ source: 'status', is: 'equals', value: 200 }] }

interface Setting {
  steps?: Record<string, unknown>[]
  project?: object
  test?: object
  /** Milliseconds until the answer number n, and what it is. */
  takes?: (n: number) => number
  answers?: (request: HttpRequest, n: number) => HttpResponse
  controls?: Partial<LoadControls>
  options?: LoadOptions
}

async function loaded({
  steps = [request, check],
  project,
  test,
  takes = () => 10,
  answers = (sent) => answer(sent),
  controls,
  options,
}: Setting) {
  const clock = quickClock()
  let sent = 0
  let open = 0
  let most = 0
  const urls: string[] = []
  const http: Ports['http'] = {
    async send(one, signal) {
      const number = ++sent
      urls.push(one.url)
      most = Math.max(most, ++open)
      try {
        await clock.sleep(takes(number), signal)
        return answers(one, number)
      } finally {
        open--
      }
    },
  }
  const whole = projectOfSteps(steps, { project: { variables: [{ name: 'path', value: 'a' }], ...project } })
  const one = {
    id: 'l',
    name: 'Load',
    description: '',
    target: 'c',
    stages: [
      { duration: 0, users: 5 },
      { duration: 2, users: 5 },
    ],
    thresholds: [],
    ...test,
  }
  const seconds: number[] = []
  const done = await runLoad(
    whole,
    one,
    { seed: 1, ...options },
    fakePorts({ http, clock, secrets: memorySecrets({ 'api-key': 'CaNaRy-774411' }) }),
    {
      signal: new AbortController().signal,
      onSecond: ({ requestsPerSecond }) => seconds.push(requestsPerSecond),
      ...controls,
    },
  )
  return { done, report: done.ok ? v.parse(loadReportSchema, done.value) : undefined, sent, most, urls, seconds }
}

const reportOf = async (setting: Setting): Promise<LoadReport> => {
  const { report, done } = await loaded(setting)
  if (!report) throw done.ok ? new Error('no report') : done.error
  return report
}

describe('the closed model', () => {
  it('[T8] so many users go through the target side by side, and what they meet is measured', async () => {
    const { report, sent, most, seconds } = await loaded({ takes: (n) => (n % 10 === 0 ? 100 : 10) })
    expect(most).toBe(5)
    expect(report?.summary.users).toBe(5)
    expect(report?.summary.requests).toBe(sent)
    // 5 users, 19 ms in the mean, a millisecond more here and there.
    expect(sent).toBeGreaterThan(400)
    expect(report?.summary.checks.passed).toBe(sent)
    expect(report?.summary.duration.p50).toBeCloseTo(10, 0)
    expect(report?.summary.duration.p95).toBeCloseTo(100, -1)
    expect(report?.summary.duration.max).toBe(100)
    expect(report?.outcome).toBe('passed')
    expect(report?.steps.map(({ step, count, requests }) => [step.name, count === sent, requests === sent])).toEqual([
      ['Get', true, true],
      ['OK', true, false],
    ])
    expect(seconds.length).toBe(2)
    expect(report?.series.points.reduce((sum, { requests }) => sum + requests, 0)).toBe(sent)
  })

  it('[T8] users come and go in a straight line', async () => {
    const { report } = await loaded({
      test: {
        stages: [
          { duration: 5, users: 10 },
          { duration: 5, users: 0 },
        ],
      },
      takes: () => 200,
    })
    const users = report?.series.points.map((point) => point.users) ?? []
    expect(Math.max(...users)).toBe(10)
    expect(users.slice(0, 5)).toEqual(users.slice(0, 5).toSorted((a, b) => a - b))
    expect(users.at(-1)).toBeLessThanOrEqual(2)
  })

  it('[T8] think time stands between two iterations, and is not measured', async () => {
    const { report, sent } = await loaded({ test: { think: 0.5 } })
    expect(sent).toBe(20)
    expect(report?.summary.iteration.max).toBeLessThan(20)
  })

  it('[T8] iterations that run at the end have the grace time, then they are cut off and counted', async () => {
    const slow = await reportOf({
      takes: () => 4000,
      test: {
        stages: [
          { duration: 0, users: 2 },
          { duration: 1, users: 2 },
        ],
      },
    })
    expect(slow.summary).toMatchObject({ iterations: 2, failedIterations: 0, cut: 0 })
    const cut = await reportOf({
      takes: () => 4000,
      test: {
        stages: [
          { duration: 0, users: 2 },
          { duration: 1, users: 2 },
        ],
      },
      controls: { grace: 100 },
    })
    expect(cut.summary).toMatchObject({ iterations: 0, requests: 0, cut: 2 })
  })

  it('[T8] Stop begins nothing more and says so', async () => {
    const stop = new AbortController()
    const report = await reportOf({
      test: {
        stages: [
          { duration: 0, users: 2 },
          { duration: 60, users: 2 },
        ],
      },
      controls: { signal: stop.signal, onSecond: ({ at }) => at === 3 && stop.abort() },
    })
    expect(report).toMatchObject({ outcome: 'cancelled', reason: loadTexts.stopped })
    expect(report.duration).toBeLessThan(4)
  })
})

describe('the open model', () => {
  const rate = {
    executor: 'rate',
    stages: [
      { duration: 0, rate: 20 },
      { duration: 5, rate: 20 },
    ],
  }

  it('[T8] iterations begin when they are due', async () => {
    const { report, sent } = await loaded({ test: rate, takes: () => 100 })
    expect(sent).toBe(100)
    expect(report?.summary).toMatchObject({ iterations: 100, late: 0, dropped: 0 })
    const grows = await loaded({ test: { executor: 'rate', stages: [{ duration: 10, rate: 20 }] } })
    expect(grows.sent).toBe(100)
  })

  it('[T8] a wait for a user that is free is part of what is measured, and counted (no coordinated omission)', async () => {
    const { report, most } = await loaded({ test: { ...rate, maxUsers: 1 }, takes: (n) => (n === 10 ? 1000 : 10) })
    expect(most).toBe(1)
    // Twenty were due in the second that one of them took.
    expect(report?.summary.late).toBeGreaterThanOrEqual(19)
    expect(report?.summary.duration.p90).toBeGreaterThan(400)
    expect(report?.summary.dropped).toBe(0)
    const overloaded = await reportOf({ test: { ...rate, maxUsers: 1 }, takes: () => 500 })
    expect(overloaded.summary.dropped).toBeGreaterThan(80)
  })
})

describe('what users share and what is their own', () => {
  it('[T8] a case before runs once, and its Project variables are every user’s', async () => {
    const before = {
      id: 'b',
      name: 'Before',
      steps: [
        { ...request, id: 'login', url: 'https://api.example/login' },
        {
          id: 'keep',
          kind: 'data-transfer',
          name: 'Keep',
          transfers: [{ source: 'json', path: '$.token', to: 'path', scope: 'Project' }],
        },
      ],
    }
    const target = { id: 'c', name: 'Case', steps: [request] }
    const { urls, report } = await loaded({
      project: { suites: [{ id: 'u', name: 'Suite', cases: [before, target] }] },
      test: {
        before: 'b',
        stages: [
          { duration: 0, users: 3 },
          { duration: 0.1, users: 3 },
        ],
      },
      answers: (sent) => answer(sent, 200, '{"token":"t1"}'),
    })
    expect(urls[0]).toBe('https://api.example/login')
    expect(new Set(urls.slice(1))).toEqual(new Set(['https://api.example/t1']))
    expect(report?.summary.iterations).toBe(urls.length - 1)
    const broken = await reportOf({
      project: { suites: [{ id: 'u', name: 'Suite', cases: [{ ...before, steps: [request, { id: 'ok', ...check }] }, target] }] },
      test: { before: 'b' },
      answers: (sent) => answer(sent, 500),
    })
    expect(broken).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining('its setup case "Before" didn\'t pass'),
    })
  })

  it.each([
    ['sequential', [1, 2, 3, 1, 2, 3]],
    ['unique', [1, 2, 3]],
  ])('[T8] %s rows: each iteration takes one', async (rows, expected) => {
    const steps = [
      {
        id: 'for',
        kind: 'loop-start',
        name: 'For each',
        from: 1,
        to: 3,
        mapping: [{ column: 'row', variable: 'path', type: 'number' }],
      },
      request,
      { id: 'next', kind: 'loop-end', name: 'Next' },
    ]
    const { urls, report } = await loaded({
      steps,
      test: {
        rows,
        stages: [
          { duration: 0, users: 1 },
          { duration: 1, users: 1 },
        ],
      },
      takes: () => 190,
    })
    expect(urls.map((url) => Number(url.split('/').at(-1)))).toEqual(expected)
    expect(report?.summary.iterations).toBe(expected.length)
    if (rows === 'unique') expect(report?.reason).toBe(loadTexts.usedUp)
  })
})

describe('what is told', () => {
  it('[T8] ends after a second in which nothing could be sent, and says why', async () => {
    const { report, sent } = await loaded({
      steps: [{ ...request, headers: [{ name: 'X-Key', value: '${key}' }] }, check],
      project: {
        variables: [
          { name: 'path', value: 'a' },
          { name: 'key', value: { secret: 'not-there' } },
        ],
      },
      test: {
        think: 0.1,
        stages: [
          { duration: 0, users: 5 },
          { duration: 600, users: 5 },
        ],
        thresholds: [{ metric: 'duration.p95', is: 'less-than', value: 500 }],
      },
    })
    expect(sent).toBe(0)
    expect(report).toMatchObject({ outcome: 'broken', reason: expect.stringContaining('not-there') })
    expect(report?.duration).toBeLessThan(2)
  })

  it('[T8] goes on where one breaks at once and the others still wait for their first answer, or before their first request', async () => {
    const rows = { id: 'd', name: 'numbers', kind: 'csv', text: 'n\nnone\n1\n2\n3\n4' }
    const mapping = [{ column: 'n', variable: 'path', type: 'number' }]
    for (const wait of [[], [{ kind: 'wait', name: 'Wait', seconds: 1.2 }]]) {
      const report = await reportOf({
        steps: [
          { id: 'for', kind: 'loop-start', name: 'For each', dataSource: 'd', mapping },
          ...wait,
          request,
          { id: 'next', kind: 'loop-end', name: 'Next' },
        ],
        project: { dataSources: [rows] },
        test: { rows: 'sequential', think: 3 },
        takes: () => 1500,
      })
      expect(report.errors).toEqual([expect.objectContaining({ outcome: 'broken', count: 1 })])
      expect(report.reason).toBeUndefined()
    }
  })

  it('[T8] failures are counted by kind, the first 50 kept with what was sent and answered, secrets masked', async () => {
    const report = await reportOf({
      steps: [{ ...request, headers: [{ name: 'X-Key', value: '${key}' }] }, check],
      project: {
        variables: [
          { name: 'path', value: 'a' },
          { name: 'key', value: { secret: 'api-key' } },
        ],
      },
      answers: (sent, n) => answer(sent, n % 2 === 0 ? 500 : 200, '{"error":"no CaNaRy-774411 here"}'),
      test: { thresholds: [{ metric: 'failure.rate', is: 'less-than', value: 0.1 }] },
    })
    expect(report.outcome).toBe('failed')
    expect(report.thresholds).toEqual([
      { metric: 'failure.rate', is: 'less-than', value: 0.1, actual: expect.closeTo(0.5, 1), passed: false },
    ])
    expect(report.samples.length).toBe(50)
    expect(report.samples[0]?.exchange?.response?.status).toBe(500)
    expect(JSON.stringify(report)).not.toContain('CaNaRy-774411')
    expect(report.errors[0]?.count).toBe(report.summary.failedIterations)
    // All of them read the same: for people there is one.
    const page = htmlReport(report)
    expect(page.match(/<summary>[^<]*/g)).toEqual([expect.stringMatching(/: failed 50 times, first after [\d.]+ s \(user \d+, /)])
    expect(page).toContain('The first 50 failures')
    // While modules are loaded the clock of these tests runs on.
    await Promise.all([import('#engine/steps/send-request/auth/send-digest.ts'), import('#engine/oauth/keys/sync-digests.ts')])
    const proven = await reportOf({
      steps: [{ ...request, headers: [{ name: 'Authorization', value: 'Digest ann:p' }] }, check],
      answers: (sent) =>
        sent.headers.some(([name]) => name === 'Authorization')
          ? answer(sent, 500)
          : { ...answer(sent, 401), headers: [['www-authenticate', 'Digest realm="r", nonce="n"']] },
    })
    expect(JSON.stringify(proven.samples[0]?.exchange?.request.headers)).toContain('response=\\"‹digest')
  })

  it('[T8] what can not begin says why', async () => {
    for (const [test, text] of [
      [{ stages: [] }, loadTexts.noStages],
      [{ stages: [{ duration: 5, users: 0 }] }, loadTexts.noLevel],
      [{ thresholds: [{ metric: 'duration.p42', is: 'less-than', value: 1 }] }, loadTexts.unknownMetric('duration.p42')],
      [{ target: 'gone' }, 'The project has no case "gone".'],
    ] as const) {
      const { done } = await loaded({ test })
      expect(done.ok ? '' : done.error.message).toBe(text)
    }
  })

  it('[T8] what the host can not do more of is held back and said', async () => {
    const { report, most, sent } = await loaded({
      test: {
        stages: [
          { duration: 0, users: 50 },
          { duration: 2, users: 50 },
        ],
      },
      controls: { limits: { users: 6, requestsPerSecond: 100 } },
      takes: () => 1,
    })
    expect(most).toBeLessThanOrEqual(6)
    expect(sent).toBeLessThanOrEqual(210)
    expect(report?.notes).toEqual([loadTexts.fewUsers(6), loadTexts.slowed(100)])
  })
})
