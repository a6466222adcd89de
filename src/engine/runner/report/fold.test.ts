import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { AssayError } from '#engine/base/errors.ts'
import { createManualClock, createScriptedHttp } from '#engine/ports/testing/index.ts'
import { runEventSchema } from './events.ts'
import { fold } from './fold.ts'
import { emptyReport } from './report-parts.ts'
import { addCounts, emptyCounts } from './outcomes.ts'
import { reportSchema, type Report } from './report.ts'
import { projectOf, runProject } from '../testing/run-project.ts'
import { fuzzRuns } from '../../../../e2e/fuzz-runs.ts'

/** A step by what will come of it. */
const kinds = {
  request: { kind: 'send-request', url: 'http://127.0.0.1/' },
  dead: { kind: 'send-request', url: 'http://127.0.0.1/dead' },
  holds: { kind: 'assertion', checks: [{ source: 'status', is: 'less-than', value: 600 }] },
  fails: { kind: 'assertion', checks: [{ source: 'duration', is: 'less-than', value: -1 }] },
  transfer: { kind: 'data-transfer', transfers: [{ source: 'status', to: 'code', scope: 'TestSuite' }] },
  wait: { kind: 'wait', seconds: 1 },
  later: { kind: 'jwt' },
  off: { kind: 'wait', seconds: 1, disabled: true },
  problem: { kind: 'assertion', step: 'nowhere', checks: [] },
} as const

const arbitraryCase = fc.record({
  onFailure: fc.constantFrom('stop', 'continue'),
  steps: fc.array(fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])), { maxLength: 8 }),
})
const arbitraryRun = fc.record({
  suites: fc
    .array(fc.array(arbitraryCase, { maxLength: 4 }), { maxLength: 4 })
    .filter((suites) => suites.some((cases) => cases.length > 0)),
  workers: fc.integer({ min: 1, max: 3 }),
  retry: fc.integer({ min: 0, max: 2 }),
  bail: fc.boolean(),
  timeout: fc.option(fc.integer({ min: 1, max: 9_000 }), { nil: undefined }),
  stopAfter: fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined }),
  flaky: fc.integer({ min: 1, max: 4 }),
})

async function runArbitrary({
  suites,
  stopAfter,
  flaky,
  timeout,
  ...options
}: typeof arbitraryRun extends fc.Arbitrary<infer T> ? T : never) {
  let id = 0
  const project = projectOf({
    suites: suites.map((cases) => ({
      id: `u${++id}`,
      name: 'suite',
      cases: cases.map(({ onFailure, steps }) => ({
        id: `c${++id}`,
        name: 'case',
        onFailure,
        steps: steps.map((name) => ({ id: `s${++id}`, name, ...kinds[name] })),
      })),
    })),
  })
  const stop = new AbortController()
  const clock = createManualClock({ auto: true })
  const http = createScriptedHttp((request, index) =>
    request.url.endsWith('dead') ? new AssayError('http-unreachable', 'dead') : { status: index % flaky === 0 ? 500 : 200 },
  )
  let seen = 0
  const result = await runProject(project, {
    ports: { clock, http },
    options: { ...options, ...(timeout === undefined ? {} : { timeout }) },
    controls: {
      signal: stop.signal,
      emit: (event) => {
        events.push(structuredClone(event))
        if (++seen === stopAfter) stop.abort()
      },
    },
  })
  return { ...result, events }
}
let events: Awaited<ReturnType<typeof runProject>>['events'] = []

const plain = (report: Report): unknown => JSON.parse(JSON.stringify(report))

describe('law of runs', () => {
  it('the fold of the events of any run is its report, counts add up, and every step has one end', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryRun, async (arbitrary) => {
        events = []
        const { report, end } = await runArbitrary(arbitrary)
        const folded = emptyReport()
        for (const event of events) fold(folded, v.parse(runEventSchema, event))
        expect(plain(folded)).toEqual(plain(report))
        expect(v.parse(reportSchema, plain(report))).toEqual(plain(report))

        expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
        expect([events[0]?.type, events.at(-1)?.type]).toEqual(['run-started', 'run-finished'])
        expect(events.filter(({ type }) => type.startsWith('run-'))).toHaveLength(2)

        expect(report).toMatchObject(end)
        const counts = emptyCounts()
        for (const one of report.suites.flatMap(({ cases }) => cases)) {
          const ofCase = emptyCounts()
          for (const { outcome } of one.steps) if (outcome) ofCase[outcome]++
          expect(one.counts).toEqual(ofCase)
          expect(one.steps.every(({ outcome, running }) => outcome !== undefined && running === undefined)).toBe(true)
          addCounts(counts, ofCase)
        }
        const begun = report.suites.flatMap(({ cases }) => cases)
        const left = (report.notBegun ?? []).flatMap(({ cases }) => cases)
        expect(begun.length + left.length).toBe(report.total.cases)
        for (const { steps } of left) counts.skipped += steps
        expect(report.counts).toEqual(counts)
        for (const one of begun)
          if (one.outcome === 'passed') expect(one.counts).toMatchObject({ skipped: 0, passed: one.steps.length })
        expect(Object.values(report.counts).reduce((sum, count) => sum + count, 0)).toBe(report.total.steps)
      }),
      { numRuns: fuzzRuns(1_500) },
    )
  })

  it('a report that was stored in between goes on where it was', async () => {
    events = []
    await runArbitrary({
      suites: [[{ onFailure: 'continue', steps: ['request', 'fails', 'wait', 'holds'] }]],
      workers: 1,
      retry: 0,
      bail: false,
      timeout: undefined,
      stopAfter: undefined,
      flaky: 2,
    })
    for (let cut = 0; cut < events.length; cut++) {
      let report = emptyReport()
      for (const [index, event] of events.entries()) {
        if (index === cut) report = structuredClone(report)
        fold(report, event)
      }
      const whole = emptyReport()
      for (const event of events) fold(whole, event)
      expect(report).toEqual(whole)
    }
  })
})
