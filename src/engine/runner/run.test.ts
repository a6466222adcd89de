import { describe, expect, it } from 'vitest'
import { AssayError } from '#engine/base/errors.ts'
import { createManualClock, createScriptedHttp, fakePorts, memorySecrets } from '#engine/ports/testing/index.ts'
import { fold } from './report/fold.ts'
import { emptyReport } from './report/report-parts.ts'
import { plan } from './plan/plan.ts'
import { run } from './run.ts'
import { projectOf, projectOfSteps, runProject, runSteps } from './testing/run-project.ts'
import { sized } from '../../../e2e/fuzz-runs.ts'

const get = (more: object = {}) => ({ kind: 'send-request', url: 'http://127.0.0.1/orders', ...more })
const check = (value: unknown, more: object = {}) => ({
  kind: 'assertion',
  checks: [{ source: 'status', is: 'equals', value }],
  ...more,
})
const wait = (seconds: number | string = 0, more: object = {}) => ({ kind: 'wait', seconds, ...more })
const outcomes = (steps: { outcome?: string | undefined }[]) => steps.map(({ outcome }) => outcome)

describe('outcomes', () => {
  it('[T9] a request, a check that holds: passed', async () => {
    const { report, steps } = await runSteps([get(), check(200)])
    expect(outcomes(steps)).toEqual(['passed', 'passed'])
    expect(report.outcome).toBe('passed')
    expect(report.counts).toEqual({ passed: 2, failed: 0, broken: 0, skipped: 0, cancelled: 0 })
  })

  it('[T9] a check that does not hold: failed, and the rest of the case is skipped', async () => {
    const { report, steps } = await runSteps([get(), check(201), wait()])
    expect(outcomes(steps)).toEqual(['passed', 'failed', 'skipped'])
    expect(report.outcome).toBe('failed')
    expect(steps[1]).toMatchObject({
      message: 'status: expected equals number 201, got number 200',
      summary: 'GET http://127.0.0.1/orders -> 200 in 2 ms',
      checks: [{ index: 0, passed: false, subject: 'status', expected: 'equals number 201', actual: 'number 200' }],
    })
    expect(steps[2]?.message).toBe('Skipped because "s2" failed.')
  })

  it('[T9] a step that could not be carried out: broken, with the reason', async () => {
    const http = createScriptedHttp([new AssayError('http-unreachable', 'No way.', { hint: 'Look.', cause: 'ECONNREFUSED' })])
    const { report, steps } = await runSteps([get(), check(200)], { ports: { http } })
    expect(outcomes(steps)).toEqual(['broken', 'skipped'])
    expect(report.outcome).toBe('broken')
    expect(steps[0]).toMatchObject({ code: 'http-unreachable', message: 'No way.', hint: 'Look.', cause: 'ECONNREFUSED' })
  })

  it('[T9] onFailure continue: the steps after it run', async () => {
    const { steps, report } = await runSteps([get(), check(201), wait(), check(200)], { case: { onFailure: 'continue' } })
    expect(outcomes(steps)).toEqual(['passed', 'failed', 'passed', 'passed'])
    expect(report.outcome).toBe('failed')
  })

  it('[T9] a request that was answered with an error passes, and says that nothing checks it', async () => {
    const http = () => createScriptedHttp([{ status: 502 }, { status: 404 }, { status: 200 }])
    const loose = await runSteps([get(), get(), get()], { ports: { http: http() } })
    expect(outcomes(loose.steps)).toEqual(['passed', 'passed', 'passed'])
    expect(loose.steps.map(({ unchecked, warnings }) => [unchecked, warnings?.[0]?.slice(0, 36)])).toEqual([
      [true, '502, unchecked: the step passed beca'],
      [true, '404, unchecked: the step passed beca'],
      [undefined, undefined],
    ])
    const checked = await runSteps([get(), check(502), get(), check(404, { disabled: true }), check(502, { step: 's1' })], {
      ports: { http: http() },
    })
    expect(outcomes(checked.steps)).toEqual(['passed', 'passed', 'passed', 'passed'])
    expect(checked.steps.map(({ unchecked }) => unchecked)).toEqual([undefined, undefined, true, undefined])
  })

  it('[T9] disabled steps have no outcome and are not counted', async () => {
    const { steps, report } = await runSteps([get({ disabled: true }), wait()])
    expect(steps.map(({ id }) => id)).toEqual(['s2'])
    expect(report.total.steps).toBe(1)
  })

  it('[T9] a case is the worst of its steps, skipped without any; later cases run', async () => {
    const project = projectOf({
      suites: [
        {
          id: 'u',
          name: 'U',
          cases: [
            { id: 'c1', name: 'C1', steps: [{ id: 'a', name: 'a', ...check(1) }] },
            { id: 'c2', name: 'C2', steps: [{ id: 'b', name: 'b', ...wait() }] },
            { id: 'c3', name: 'C3', steps: [] },
            { id: 'c4', name: 'C4', steps: [{ id: 'c', name: 'c', ...wait(0, { disabled: true }) }] },
          ],
        },
      ],
    })
    const { report } = await runProject(project)
    expect(outcomes(report.suites[0]?.cases ?? [])).toEqual(['broken', 'passed', 'skipped', 'skipped'])
    const nothing = await runProject(project, { options: { selection: { cases: ['c3', 'c4'] } } })
    expect(nothing.report.outcome).toBe('skipped')
  })

  it('a problem of the case breaks the step at fault and skips the others', async () => {
    const { steps } = await runSteps([wait(), check(200, { step: 'nowhere' }), wait()])
    expect(outcomes(steps)).toEqual(['skipped', 'broken', 'skipped'])
    expect(steps[1]).toMatchObject({ code: 'reference-missing', message: expect.stringContaining('nowhere') as string })
  })

  it('a step that throws something unexpected is broken with code internal; the run goes on', async () => {
    const http = createScriptedHttp(() => {
      throw new TypeError('x is undefined')
    })
    const { steps, events } = await runSteps([get(), wait()], { ports: { http }, case: { onFailure: 'continue' } })
    expect(steps[0]).toMatchObject({ outcome: 'broken', code: 'internal', cause: 'x is undefined' })
    expect(outcomes(steps)).toEqual(['broken', 'passed'])
    expect(events.at(-1)?.type).toBe('run-finished')
  })

  it("a listener that throws doesn't break the run, is reported once and not called again", async () => {
    const errors: unknown[] = []
    let calls = 0
    const { end } = await runSteps([get(), check(200)], {
      controls: {
        emit: () => {
          calls++
          throw new Error('full disk')
        },
        onEmitError: (error) => errors.push(error),
      },
    })
    expect(end.outcome).toBe('passed')
    expect([calls, errors.length]).toEqual([1, 1])
  })

  it('a host that fails where no step can catch it still ends the run', async () => {
    const { report, events } = await runSteps([get()], {
      controls: {
        onRedactor: () => {
          throw new Error('no redactor')
        },
      },
    })
    expect(report).toMatchObject({ outcome: 'broken', reason: expect.stringContaining('no redactor') as string })
    expect(events.at(-1)?.type).toBe('run-finished')
  })
})

describe('stopping', () => {
  it('[T9] Stop: the running step is cancelled, the rest is not run, run-finished comes', async () => {
    const clock = createManualClock()
    const stop = new AbortController()
    const running = runSteps([wait(60), wait(0)], { ports: { clock }, controls: { signal: stop.signal } })
    await clock.advance(10)
    stop.abort()
    const { report, steps, events } = await running
    expect(outcomes(steps)).toEqual(['cancelled', 'skipped'])
    expect(report).toMatchObject({ outcome: 'cancelled', reason: 'The run was stopped.' })
    expect(events.at(-1)?.type).toBe('run-finished')
    expect(clock.sleeping()).toBe(0)
  })

  it('[T9] stopped before it begins: nothing runs, everything counts as skipped', async () => {
    const http = createScriptedHttp()
    const { report } = await runSteps([get(), check(200)], { ports: { http }, controls: { signal: AbortSignal.abort() } })
    expect(http.requests).toEqual([])
    expect(report).toMatchObject({ outcome: 'cancelled', counts: { skipped: 2 }, suites: [] })
    expect(report.notBegun).toEqual([{ suite: { id: 'u', name: 'Suite' }, cases: [{ id: 'c', name: 'Case', steps: 2 }] }])
  })

  it('the time limit of the run breaks the running step and names the limit', async () => {
    const clock = createManualClock()
    const running = runSteps([wait(60), wait()], { ports: { clock }, options: { timeout: 5_000 } })
    await clock.advance(6_000)
    const { report, steps } = await running
    expect(steps[0]).toMatchObject({ outcome: 'broken', code: 'deadline', message: "The run's time limit of 5 s was reached." })
    expect(report.outcome).toBe('broken')
  })

  it('bail: nothing is begun after the first step that did not pass', async () => {
    const project = projectOf({
      suites: [
        {
          id: 'u',
          name: 'U',
          cases: [
            {
              id: 'c1',
              name: 'C1',
              onFailure: 'continue',
              steps: [
                { id: 'a', name: 'a', ...check(1) },
                { id: 'b', name: 'b', ...wait() },
              ],
            },
            { id: 'c2', name: 'C2', steps: [{ id: 'd', name: 'd', ...wait() }] },
          ],
        },
      ],
    })
    const { report } = await runProject(project, { options: { bail: true } })
    expect(report.counts).toEqual({ passed: 0, failed: 0, broken: 1, skipped: 2, cancelled: 0 })
    expect(report.suites[0]?.cases.map(({ id }) => id)).toEqual(['c1'])
    expect(report.notBegun).toEqual([{ suite: { id: 'u', name: 'U' }, cases: [{ id: 'c2', name: 'C2', steps: 1 }] }])
    expect(report.reason).toBe('Stopped at the first failure: C1 > a.')
  })

  it('bail: a case beside it that is cut short has not passed', async () => {
    const clock = createManualClock()
    const suite = (id: string, steps: object[]) => ({
      id: `u-${id}`,
      name: id,
      cases: [{ id, name: id, steps: steps.map((step, index) => ({ id: `${id}${index}`, name: id, ...step })) }],
    })
    const project = projectOf({ suites: [suite('fails', [check(1)]), suite('cut', [wait(1), wait(1)])] })
    const running = runProject(project, { ports: { clock }, options: { bail: true, workers: 2 } })
    await clock.advance(2_000)
    const { report } = await running
    expect(report.suites.map(({ cases }) => cases[0]?.outcome)).toEqual(['broken', 'cancelled'])
    expect(report.suites[1]?.cases[0]?.counts).toMatchObject({ passed: 1, skipped: 1 })
  })

  it('retry: a case that did not pass runs again, and only its last attempt counts', async () => {
    const http = createScriptedHttp([{ status: 500 }, { status: 200 }])
    const { report, events } = await runSteps([get(), check(200)], { ports: { http }, options: { retry: 2 } })
    expect(report.outcome).toBe('passed')
    expect(report.counts).toMatchObject({ passed: 2, failed: 0 })
    expect(report.suites[0]?.cases).toMatchObject([{ attempt: 2, outcome: 'passed' }])
    expect(events.filter(({ type }) => type === 'case-started')).toHaveLength(2)
  })
})

describe('time', () => {
  it('[R26] the wall clock jumps a day: durations and times stay, the gap is noted, seq is the order', async () => {
    const clock = createManualClock()
    const http = createScriptedHttp(() => {
      clock.jump(-86_400_000)
      return {}
    })
    const { events, report, steps } = await runSteps([get(), check(200)], { ports: { http, clock } })
    expect(report.duration).toBe(0)
    expect(steps[0]?.warnings).toEqual([expect.stringContaining('The clock moved back by 24 h') as string])
    expect(steps[1]?.warnings).toBeUndefined()
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    expect(events.every(({ at }) => at === 0)).toBe(true)
  })

  it('[R27] a sleep of the computer is marked and does not use up the time limit', async () => {
    const clock = createManualClock()
    const running = runSteps([wait(7_200 / 2), wait()], { ports: { clock }, options: { timeout: 3_700_000 } })
    await clock.advance(1_000)
    clock.jump(7_200_000)
    await clock.advance(3_600_000)
    const { steps, report } = await running
    expect(report.outcome).toBe('passed')
    expect(steps[0]?.warnings).toEqual([expect.stringContaining('forward by 2 h') as string])
  })
})

describe('variables and environments', () => {
  it('[T6] start values, environment, overrides and transfers reach the request', async () => {
    const http = createScriptedHttp([{ json: { id: 7 } }, {}])
    const project = projectOfSteps(
      [
        get({ url: '${base}/orders' }),
        { kind: 'data-transfer', transfers: [{ source: 'json', path: '$.id', to: 'order_id' }] },
        get({ url: '${base}/orders/${order_id}?r=${region}' }),
      ],
      {
        project: {
          variables: [{ name: 'region', value: 'eu' }],
          environments: [{ id: 'e', name: 'Local', variables: [{ name: 'base', value: 'http://127.0.0.1' }] }],
        },
      },
    )
    const { report } = await runProject(project, { ports: { http }, options: { environment: 'e', variables: { region: 'us' } } })
    expect(report.outcome).toBe('passed')
    expect(report.environment).toEqual({ id: 'e', name: 'Local' })
    expect(http.requests[1]?.url).toBe('http://127.0.0.1/orders/7?r=us')
  })

  it('[R41] a secret that a server echoes is masked in every event', async () => {
    const secret = 'hunter2-hunter2'
    const http = createScriptedHttp((request) => ({ json: { echo: request.headers[0]?.[1] }, statusText: secret }))
    const { events, steps } = await runSteps(
      [
        get({ headers: [{ name: 'X-Key', value: '${key}' }], query: [{ name: 'k', value: '${key}' }] }),
        { kind: 'data-transfer', transfers: [{ source: 'json', path: '$.echo', to: 'copy' }] },
        { kind: 'assertion', checks: [{ source: 'json', path: '$.echo', is: 'equals', value: 'x' }] },
      ],
      {
        ports: { http, secrets: memorySecrets({ 'api/key': secret }) },
        case: { variables: [{ name: 'key', value: { secret: 'api/key' } }] },
      },
    )
    expect(steps[2]?.outcome).toBe('failed')
    expect(JSON.stringify(events)).not.toContain(secret)
    expect(JSON.stringify(events)).toContain('‹api/key›')
  })

  it('the same seed gives the same data, another one other data', async () => {
    const urls: string[] = []
    for (const seed of [1, 1, 2]) {
      const http = createScriptedHttp()
      await runSteps([get({ url: 'http://127.0.0.1/${random.hex(16)}' })], { ports: { http }, options: { seed } })
      urls.push(http.requests[0]?.url ?? '')
    }
    expect(urls[0]).toBe(urls[1])
    expect(urls[2]).not.toBe(urls[0])
  })
})

describe('workers', () => {
  it('suites run side by side, their events keep one order', async () => {
    const clock = createManualClock()
    const project = projectOf({
      suites: ['a', 'b', 'c'].map((id) => ({
        id,
        name: id,
        cases: [{ id: `${id}1`, name: id, steps: [{ id: `${id}w`, name: 'w', ...wait(10) }] }],
      })),
    })
    const running = runProject(project, { ports: { clock }, options: { workers: 2 } })
    await clock.advance(10_000)
    expect(clock.sleeping()).toBe(1)
    await clock.advance(10_000)
    const { report, events } = await running
    expect(report).toMatchObject({ outcome: 'passed', duration: 20_000 })
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
  })

  it('suites side by side listen to a signal each, and Stop ends all of them', async () => {
    const clock = createManualClock()
    const signals = new Set<AbortSignal>()
    const sleep: typeof clock.sleep = (ms, signal) => (signals.add(signal), clock.sleep(ms, signal))
    const suites = Array.from({ length: 12 }, (_, at) => ({
      id: `u${at}`,
      name: 'U',
      cases: [{ id: `c${at}`, name: 'C', steps: [{ id: `w${at}`, name: 'w', ...wait(10) }] }],
    }))
    const stop = new AbortController()
    const running = runProject(projectOf({ suites }), {
      ports: { clock: { ...clock, sleep } },
      options: { workers: 12 },
      controls: { signal: stop.signal },
    })
    await clock.advance(1_000)
    // Eleven that listen to one are a leak to Node, which warns of it.
    expect(signals.size).toBe(12)
    stop.abort()
    expect((await running).report.suites.map(({ cases }) => cases[0]?.outcome)).toEqual(suites.map(() => 'cancelled'))
  })
})

describe('scale', () => {
  it('[R45] 10,000 cases with 100,000 steps (a fifth of them outside of the whole run): all counted, little held, prompt to stop', async () => {
    const cases = sized(10_000, 2_000)
    const project = projectOfSteps([])
    const one = projectOfSteps([get(), ...Array.from({ length: 9 }, () => wait())]).suites[0]?.cases[0]
    if (!one) throw new Error('no case')
    project.suites = [
      {
        ...(project.suites[0] ?? { id: 'u', name: 'U', description: '', variables: [] }),
        cases: Array.from({ length: cases }, (_, index) => ({
          ...one,
          id: `c${index}`,
          steps: one.steps.map((step) => ({ ...step, id: `${step.id}-${index}` })),
        })),
      },
    ]
    const body = new Uint8Array(100_000)
    const http = createScriptedHttp(() => ({ body }))
    const planned = plan(project)
    if (!planned.ok) throw planned.error
    const before = process.memoryUsage().heapUsed
    const report = emptyReport()
    const end = await run(
      planned.value,
      fakePorts({ http, bodies: { put: (_, mediaType) => ({ id: '', size: 0, mediaType, dropped: true }) } }),
      {
        signal: new AbortController().signal,
        emit: (event) => void fold(report, event),
      },
    )
    expect(end.counts.passed).toBe(cases * 10)
    expect(report.counts).toEqual(end.counts)
    expect(report.suites[0]?.cases).toHaveLength(cases)
    // The report is held: about 300 bytes a step. A gigabyte of bodies is not.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(150_000_000)

    const stop = new AbortController()
    let afterStop = 0
    let finished = 0
    await run(planned.value, fakePorts({ http }), {
      signal: stop.signal,
      wantsDetails: false,
      emit: (event) => {
        if (event.type === 'step-started' && stop.signal.aborted) afterStop++
        if (event.type === 'step-finished' && ++finished === 5_005) stop.abort()
      },
    })
    expect(afterStop).toBe(0)
    expect(finished).toBe(5_010)
  })
})
