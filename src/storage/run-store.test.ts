import { beforeAll, expect, it, vi } from 'vitest'
import type { LoadReport } from '#engine/load/report.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import type { Report } from '#engine/runner/report/report.ts'
import { createRunStore, runsKept } from './run-store.ts'
import { fakeIndexedDatabase } from './testing/fake-indexed-database.ts'

beforeAll(fakeIndexedDatabase)

let names = 0
const place = () => ({ name: `runs-${(names += 1)}` })

const noted = (seq: number, step: string, row?: number, text = `event ${seq}`): RunEvent => ({
  type: 'noted',
  seq,
  at: seq,
  case: 'c1',
  step,
  ...(row === undefined ? {} : { rows: [row] }),
  level: 'info',
  text,
})

const report = (run: string): Report => ({
  run,
  project: { id: 'p1', name: 'Orders' },
  startedAt: '2026-01-01T00:00:00Z',
  seed: 1,
  total: { suites: 1, cases: 1, steps: 1 },
  outcome: 'passed',
  counts: { passed: 1, failed: 0, broken: 0, skipped: 0, cancelled: 0 },
  suites: [],
})

it('[P2] events of a step come back in order, also from several writes and rows of data', async () => {
  const store = createRunStore(place())
  await store.begin('r1', 'local', '2026-01-01T00:00:00Z')
  await store.append('r1', [noted(1, 's1'), noted(2, 's2'), noted(3, 's1')])
  await store.append('r1', [noted(4, 's1'), noted(5, 's3', 1), noted(6, 's3', 2)])
  expect((await store.stepEvents('r1', { case: 'c1', step: 's1' })).map((event) => event.seq)).toEqual([1, 3, 4])
  expect((await store.stepEvents('r1', { case: 'c1', rows: [2], step: 's3' })).map((event) => event.seq)).toEqual([6])
  expect((await store.events?.('r1', 4))?.map((event) => event.seq)).toEqual([1, 2, 3, 4])
})

it('[P4] masks what was no secret when it ran, in texts of events and reports, and nothing else', async () => {
  const store = createRunStore(place())
  const broken = (run: string, text: string): Report => ({ ...report(run), reason: text })
  for (const [run, project] of [
    ['passed', 'local'],
    ['r2', 'other'],
  ] as const) {
    await store.begin(run, project, '2026-01-01T00:00:00Z')
    await store.append(run, [
      noted(1, 'passed', undefined, 'was passed on'),
      { type: 'variable-set', seq: 2, at: 2, case: 'c1', step: 'passed', name: 'passed', scope: 'TestCase', value: 'passed' },
      { type: 'step-finished', seq: 3, at: 3, case: 'c1', step: 'passed', outcome: 'passed', duration: 1 },
    ])
    await store.finish(run, broken(run, 'passed'))
  }
  await store.append('passed', [noted(4, 'passed', undefined, 'passed late')])
  await store.mask('local', (text) => text.replace('passed', '‹pw›'))
  expect(await store.stepEvents('passed', { case: 'c1', step: 'passed' })).toMatchObject([
    { step: 'passed', text: 'was ‹pw› on' },
    { step: 'passed', name: 'passed', value: '‹pw›' },
    { step: 'passed', outcome: 'passed' },
    { step: 'passed', text: '‹pw› late' },
  ])
  expect((await store.runs('local'))[0]?.report).toEqual(broken('passed', '‹pw›'))
  expect((await store.stepEvents('r2', { case: 'c1', step: 'passed' }))[0]).toMatchObject({ text: 'was passed on' })
  expect((await store.runs('other'))[0]?.report).toEqual(broken('r2', 'passed'))
})

it('[R20] a run without a report that is no longer in progress is interrupted', async () => {
  const where = place()
  const store = createRunStore(where)
  await store.begin('r1', 'local', '2026-01-01T00:00:01Z')
  await store.begin('r2', 'local', '2026-01-01T00:00:02Z')
  await store.begin('r3', 'other', '2026-01-01T00:00:03Z')
  await store.finish('r2', report('r2'))
  expect(await store.runs('local')).toEqual([
    { run: 'r2', startedAt: '2026-01-01T00:00:02Z', report: report('r2') },
    { run: 'r1', startedAt: '2026-01-01T00:00:01Z' },
  ])
  expect(await createRunStore(where).runs('local')).toMatchObject([{ run: 'r2' }, { run: 'r1', interrupted: true }])
})

it('[R20] the first events of a run are written at once, later ones are gathered', async () => {
  const store = createRunStore(place())
  await store.begin('r1', 'local', '2026-01-01T00:00:01Z')
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    for (const [seq, wait] of [5, 10, 20, 40, 80, 160, 200, 200].entries()) {
      let isWritten = false
      const writing = store.append('r1', [noted(seq, 's1')]).then(() => (isWritten = true))
      await vi.advanceTimersByTimeAsync(wait - 1)
      expect(isWritten).toBe(false)
      await vi.advanceTimersByTimeAsync(1)
      await writing
    }
  } finally {
    vi.useRealTimers()
  }
  expect(await store.events?.('r1', 10)).toHaveLength(8)
})

it('[P2] keeps the newest 20 runs and drops the events of older ones', async () => {
  const store = createRunStore(place())
  const count = runsKept + 3
  for (let i = 0; i < count; i++) {
    await store.begin(`r${i}`, 'local', new Date(Date.UTC(2026, 0, 1, 0, 0, i)).toISOString())
    if (i === 0) await store.append('r0', [noted(1, 's1')])
    await store.finish(`r${i}`, report(`r${i}`))
  }
  // What is too old goes after the last run is stored, without being waited for.
  await vi.waitFor(async () => expect(await store.runs('local')).toHaveLength(runsKept), 20_000)
  expect((await store.runs('local'))[0]?.run).toBe(`r${count - 1}`)
  expect(await store.stepEvents('r0', { case: 'c1', step: 's1' })).toEqual([])
})

it('[X5] a run can be named once it has ended', async () => {
  const store = createRunStore(place())
  await store.begin('r1', 'local', '2026-01-01T00:00:00Z')
  await store.rename('r1', 'Too early')
  await store.finish('r1', report('r1'))
  expect((await store.run('r1'))?.report?.name).toBeUndefined()
  await store.rename('r1', 'Before the release')
  expect((await store.runs('local'))[0]?.report).toEqual({ ...report('r1'), name: 'Before the release' })
  await store.rename('r1', '')
  expect((await store.run('r1'))?.report).toEqual(report('r1'))
  await store.rename('gone', 'x')
  expect(await store.run('gone')).toBeUndefined()
})

it('[H12] knows what the cases of a run were made of, until a value of theirs becomes secret', async () => {
  const store = createRunStore(place())
  const marks = { environment: 'e1', cases: [['c1', [['s1', 'mark']]]] as [string, [string, string][]][] }
  await store.begin('r1', 'local', '2026-01-01T00:00:00Z', marks)
  await store.finish('r1', report('r1'))
  expect(await store.marks?.('r1')).toEqual(marks)
  expect(await store.run('r1')).toEqual({ run: 'r1', startedAt: '2026-01-01T00:00:00Z', report: report('r1') })
  expect(await store.run('r2')).toBeUndefined()
  await store.mask('local', (text) => text)
  expect(await store.marks?.('r1')).toBeUndefined()
})

const loaded = (test: string, startedAt: string, ...notes: string[]): LoadReport => {
  const none = { min: 0, avg: 0, p50: 0, p90: 0, p95: 0, p99: 0, max: 0 }
  const count = { users: 0, iterations: 0, failedIterations: 0, late: 0, dropped: 0, cut: 0 }
  const requests = { requests: 0, failedRequests: 0, requestsPerSecond: 0, iterationsPerSecond: 0, bytes: 0 }
  return {
    format: 'assay-load',
    version: 1,
    test: { id: test, name: test },
    project: { id: 'p1', name: 'Orders' },
    target: { id: 'c1', name: 'Create' },
    executor: 'users',
    stages: [],
    startedAt,
    duration: 1,
    seed: 1,
    outcome: 'passed',
    summary: { ...count, ...requests, checks: { passed: 0, failed: 0 }, duration: none, iteration: none },
    thresholds: [],
    steps: [],
    errors: [],
    series: { width: 1, points: [] },
    samples: [],
    notes,
  }
}

it('[T8] keeps what load tests came to, newest first, beside the runs and apart from them', async () => {
  const store = createRunStore(place())
  await store.begin('r1', 'local', '2026-01-01T00:00:00Z')
  await store.finish('r1', report('r1'))
  const at = (n: number) => new Date(Date.UTC(2026, 1, 1, 0, n)).toISOString()
  for (let n = 0; n < runsKept + 2; n++) await store.keepLoad('local', loaded('peak', at(n)))
  await store.keepLoad('local', loaded('night', at(59), 'It sent s3cret.'))
  await store.keepLoad('other', loaded('peak', at(58)))
  await vi.waitFor(async () => expect(await store.kept()).toHaveLength(runsKept + 1))
  expect((await store.loads('local', 'peak')).map(({ startedAt }) => startedAt)).toEqual(
    Array.from({ length: runsKept - 2 }, (_, back) => at(runsKept + 1 - back)),
  )
  expect((await store.runs('local')).map(({ run }) => run)).toEqual(['r1'])
  await store.mask('local', (text) => text.replace('s3cret', '‹pw›'))
  expect((await store.loads('local', 'night'))[0]?.notes).toEqual(['It sent ‹pw›.'])
})
