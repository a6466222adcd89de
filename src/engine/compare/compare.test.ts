import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { fold } from '#engine/runner/report/fold.ts'
import { emptyReport } from '#engine/runner/report/report-parts.ts'
import type { Report, StepReport } from '#engine/runner/report/report.ts'
import { failingRun } from '#engine/runner/testing/failing-run.ts'
import { failingRows } from '#engine/runner/testing/run-rows.ts'
import { answerOf, shapeOf } from './answer.ts'
import { compareRuns } from './compare.ts'
import { describeComparison } from './describe.ts'
import { compareTexts } from './texts.ts'
import { createNoise } from './noise.ts'

const report = async (): Promise<Report> => (await failingRun()).reduce(fold, emptyReport())

/** The report with steps changed, by id. */
function changed(before: Report, changes: Record<string, Partial<StepReport>>): Report {
  const after = structuredClone(before)
  for (const suite of after.suites)
    for (const one of suite.cases) for (const step of one.steps) Object.assign(step, changes[step.id])
  return after
}

const nothing = { cases: 0, requests: 0, checks: 0, others: 0 }

it("[X5] a run doesn't differ from itself", async () => {
  const one = await report()
  const { newFailures, fixed, slower, changed: answers, added, removed, stillFailing } = compareRuns(one, structuredClone(one))
  expect({ newFailures, fixed, slower, answers, added, removed }).toEqual({
    newFailures: [],
    fixed: [],
    slower: [],
    answers: [],
    added: 0,
    removed: 0,
  })
  expect(stillFailing.map(({ step }) => step)).toEqual(['Created', 'Ask', '<b>'])
})

it('[X5] tells new failures with their reason, and what is fixed', async () => {
  const one = await report()
  const after = changed(one, {
    r3: { outcome: 'broken', message: 'no response' },
    a1: { outcome: 'passed', checks: [] },
  })
  const comparison = compareRuns(one, after)
  expect(comparison.newFailures).toEqual([
    { suite: 'Orders', case: 'List', step: 'List orders', before: 'passed', after: 'broken', why: 'no response' },
  ])
  expect(comparison.fixed).toMatchObject([{ step: 'Created', before: 'failed', after: 'passed' }])
  expect(describeComparison(comparison)[0]).toEqual({
    title: 'New failures',
    lines: [{ where: 'Orders > List > List orders', what: 'passed -> broken', why: 'no response' }],
  })
})

it('[X5] a step that is new and fails is a new failure; what is gone is counted', async () => {
  const one = await report()
  const without = structuredClone(one)
  without.suites[0]?.cases[0]?.steps.splice(1, 1)
  expect(compareRuns(without, one)).toMatchObject({
    added: 1,
    onlyInLater: { ...nothing, checks: 1 },
    newFailures: [{ step: 'Created', before: undefined }],
  })
  expect(compareRuns(one, without)).toMatchObject({
    removed: 1,
    onlyInEarlier: { ...nothing, checks: 1 },
    newFailures: [],
    fixed: [],
  })
  without.suites[0]?.cases.splice(1, 1)
  expect(compareTexts.summary(compareRuns(one, without))).toMatch(
    /, 1 case only in the earlier run, 1 check only in the earlier run$/,
  )
})

it('[T4] rows are compared one by one', async () => {
  const { events } = await failingRows()
  const one = events.reduce(fold, emptyReport())
  const good = structuredClone(one)
  for (const row of good.suites[0]?.cases[0]?.rows ?? []) {
    row.outcome = 'passed'
    for (const step of row.steps ?? []) step.outcome = 'passed'
  }
  expect(compareRuns(good, one).newFailures).toMatchObject([
    { row: '2: id=8, status=404', step: 'ok', before: 'passed', after: 'failed' },
  ])
})

it('[X5] tells what of an answer changed: status alone, else headers and the places of its body', async () => {
  const one = changed(await report(), {
    r1: {
      answer: {
        status: 201,
        headers: [['etag', '']],
        shape: [
          ['$', 'object'],
          ['$.id', 'number'],
        ],
      },
    },
    r3: { answer: { status: 200, headers: [] } },
  })
  const after = changed(one, {
    r1: {
      answer: {
        status: 201,
        headers: [['content-type', 'text/html']],
        shape: [
          ['$', 'object'],
          ['$.id', 'number or null'],
        ],
      },
    },
    r3: { answer: { status: 404, headers: [['x-new', '']] } },
  })
  expect(compareRuns(one, after).changed.map(({ step, what, before, after: now }) => [step, what, before, now])).toEqual([
    ['Create order', 'header etag', '', undefined],
    ['Create order', 'header content-type', undefined, 'text/html'],
    ['Create order', 'body $.id', 'number', 'number or null'],
    ['List orders', 'status', '200', '404'],
  ])
})

it('[X5] slower is what is beyond the noise of all steps, not what a slower machine makes of every step', () => {
  const times = Array.from({ length: 200 }, (_, index) => 40 + (index % 7) * 5)
  const twice = createNoise(times.map((before, index) => ({ before, after: before * 2 + (index % 5) })))
  expect(twice.isSlower(50, 105)).toBe(false)
  expect(twice.isSlower(50, 400)).toBe(true)
  const same = createNoise(times.map((before) => ({ before, after: before })))
  expect([same.isSlower(100, 140), same.isSlower(100, 160), same.isSlower(5, 20)]).toEqual([false, true, false])
})

it('[X5] nothing gets slower between a run and itself, whatever its times', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1e7, noNaN: true })), (times) => {
      const noise = createNoise(times.map((time) => ({ before: time, after: time })))
      expect(times.some((time) => noise.isSlower(time, time))).toBe(false)
    }),
  )
})

it('[X5] the shape of a body has its places and types, whatever the values are, within bounds', () => {
  const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
  expect(shapeOf(bytes({ items: [{ id: 1 }, { id: null, tag: 'a b' }], 'a key': true }))).toEqual([
    ['$', 'object'],
    ['$.a key', 'boolean'],
    ['$.items', 'array'],
    ['$.items[]', 'object'],
    ['$.items[].id', 'null or number'],
    ['$.items[].tag', 'string'],
  ])
  expect(shapeOf(new TextEncoder().encode('<html>'))).toBeUndefined()
  const wide = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`k${index}`, index]))
  expect(shapeOf(bytes(wide))).toHaveLength(300)
  expect(shapeOf(bytes(JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`)))?.length).toBeLessThan(20)
})

it('[X5] of headers that are new each time only the names are compared', () => {
  const response = (date: string) => ({
    id: 'e',
    purpose: 'request' as const,
    at: 0,
    duration: 1,
    request: { method: 'GET', url: 'http://a/', headers: [] },
    response: {
      status: 200,
      statusText: '',
      headers: [
        ['ETag', date],
        ['Content-Type', 'text/plain'],
        ['Date', 'today'],
        ['Keep-Alive', 'timeout=5'],
      ] as [string, string][],
    },
  })
  expect(answerOf(response('"1"'), undefined)).toEqual(answerOf(response('"2"'), undefined))
  expect(answerOf(response('"1"'), undefined)).toEqual({
    status: 200,
    headers: [
      ['content-type', 'text/plain'],
      ['etag', ''],
    ],
  })
})
