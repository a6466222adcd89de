import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { memorySecrets } from '#engine/ports/testing/index.ts'
import { closingEvents } from '../report/closing-events.ts'
import { runEventSchema, type Counts, type RunEvent } from '../report/events.ts'
import { fold } from '../report/fold.ts'
import { emptyReport, stepsOfRow } from '../report/report-parts.ts'
import { emptyCounts } from '../report/outcomes.ts'
import { finishedSteps, isOwn, liveCounts } from '../execute/progress.ts'
import { reportSchema, type CaseReport, type Report, type RowReport } from '../report/report.ts'
import { failingRows, nested, nestedRows, oneLoop, runWithRows } from '../testing/run-rows.ts'
import { fuzzRuns, sized } from '../../../../e2e/fuzz-runs.ts'

const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T
const caseOf = ({ suites }: Report): CaseReport => {
  const one = suites[0]?.cases[0]
  if (!one) throw new Error('no case')
  return one
}
const outcomesOf = (part: CaseReport | RowReport) => (part.steps ?? []).map(({ id, outcome }) => `${id} ${outcome}`)

/** What the report must hold of any run with rows that has ended. */
function holdsLaws(report: Report): void {
  const one = caseOf(report)
  const sum: Counts = emptyCounts()
  for (const part of [one, ...(one.rows ?? [])]) {
    expect(part.outcome).toBeDefined()
    // Of a row that passed the steps are gone; all of them passed.
    const steps = 'loop' in part ? stepsOfRow(one, part) : part.steps
    const own = steps.filter((step) => (part.steps ? isOwn(step) : step.loop === ('loop' in part ? part.loop : undefined)))
    for (const { outcome } of own) if (outcome) sum[outcome]++
    for (const step of steps) expect([step.id, step.running]).toEqual([step.id, undefined])
    for (const step of part.steps ?? []) expect(step.outcome).toBeDefined()
  }
  expect(one.counts).toEqual(sum)
  expect(report.counts).toEqual(sum)
  expect(v.parse(reportSchema, plain(report))).toEqual(plain(report))
}

interface Part {
  /** What stands in a loop, if it is one. */
  body?: Part[]
  rows: number
  /** A step fails in rows from this number on. */
  failsFrom: number
}
const { parts } = fc.letrec<{ part: Part; parts: Part[] }>((tie) => ({
  part: fc.record(
    { body: fc.option(tie('parts'), { nil: undefined, depthSize: 'small' }), rows: fc.nat(2), failsFrom: fc.nat(4) },
    { requiredKeys: ['rows', 'failsFrom'] },
  ) as fc.Arbitrary<Part>,
  parts: fc.array(tie('part'), { maxLength: 3 }),
}))

/** The steps of a case of these parts, and how many rows each of its loops has. */
function stepsOf(
  all: readonly Part[],
  counts = new Map<string, number>(),
  path = 's',
): { steps: Record<string, unknown>[]; counts: Map<string, number> } {
  const steps = all.flatMap(({ body, rows, failsFrom }, index): Record<string, unknown>[] => {
    const id = `${path}${index}`
    if (!body) return [{ id, kind: 'assertion', checks: [{ source: 'variable', name: 'n', is: 'less-than', value: failsFrom }] }]
    counts.set(id, rows)
    const inside = stepsOf(body, counts, `${id}.`).steps
    return [{ id, kind: 'loop-start', dataSource: 'd' }, ...inside, { id: `${id} end`, kind: 'loop-end' }]
  })
  return { steps, counts }
}

describe('rows', () => {
  it('[T4] each is a result of its own; the case is as bad as the worst, and goes on with the next row', async () => {
    const { report, events, end } = await failingRows()
    const one = caseOf(report)
    expect(one.rows?.map(({ loop, rows, values, outcome }) => ({ loop, rows, values, outcome }))).toEqual([
      { loop: 'loop', rows: [1], values: { id: '7', status: '200' }, outcome: 'passed' },
      { loop: 'loop', rows: [2], values: { id: '8', status: '404' }, outcome: 'failed' },
      { loop: 'loop', rows: [3], values: { id: '9', status: '201' }, outcome: 'passed' },
    ])
    expect(one.rows?.map(({ steps }) => steps?.map(({ outcome }) => outcome))).toEqual([
      undefined,
      ['passed', 'failed'],
      undefined,
    ])
    expect(one.rowCounts).toEqual({ ...emptyCounts(), passed: 2, failed: 1 })
    expect(outcomesOf(one)).toEqual(['before passed', 'loop passed', 'asked passed', 'ok failed', 'next passed', 'after skipped'])
    expect(one.steps[3]).toMatchObject({ rows: [2], loop: 'loop', summary: 'GET http://127.0.0.1/404 -> 404 in 2 ms' })
    expect(end).toMatchObject({ outcome: 'failed', counts: { passed: 8, failed: 1, skipped: 1 } })
    holdsLaws(report)
    for (const event of events) expect(v.parse(runEventSchema, plain(event))).toEqual(plain(event))
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
  })

  it('[T4] loops nest: a place has the number of each row around it', async () => {
    const { report, events } = await nestedRows()
    const one = caseOf(report)
    expect(one.rows?.map(({ loop, rows, outcome }) => `${loop} ${rows.join('.')} ${outcome}`)).toEqual([
      'outer 1 passed',
      'inner 1.1 passed',
      'inner 1.2 passed',
      'outer 2 failed',
      'inner 2.1 passed',
      'inner 2.2 failed',
    ])
    const failed = events.find((event) => event.type === 'step-finished' && event.outcome === 'failed')
    expect(failed).toMatchObject({ case: 'c', rows: [2, 2], step: 'ok' })
    expect(one.rows?.[3]?.steps?.find(({ id }) => id === 'ok')).toMatchObject({ outcome: 'failed', rows: [2, 2] })
    // What is after the inner loop in that row is skipped.
    expect(one.rows?.[3]?.steps?.find(({ id }) => id === 'last')).toMatchObject({ outcome: 'skipped' })
    expect(one.rows?.[3]?.counts).toEqual({ ...emptyCounts(), passed: 6, failed: 1, skipped: 1 })
    holdsLaws(report)
  })

  it('[T4] variables of a row come before those of the case, and last as long as the row', async () => {
    const { report, steps } = await runWithRows(
      oneLoop(),
      { loop: [{ status: 201 }] },
      { case: { variables: [{ name: 'status', value: '500' }] } },
    )
    expect(report.outcome).toBe('passed')
    expect(steps[5]?.summary).toBe('GET http://127.0.0.1/200 -> 200 in 2 ms')
  })

  it('[T4] without rows the steps of a loop are skipped, with a warning', async () => {
    const { report } = await runWithRows(oneLoop(), {})
    const one = caseOf(report)
    expect(outcomesOf(one)).toEqual([
      'before passed',
      'loop passed',
      'asked skipped',
      'ok skipped',
      'next passed',
      'after passed',
    ])
    expect(one.steps[1]?.warnings).toEqual(['Skipped because the loop has no rows.'])
    expect(one.rows).toBeUndefined()
    holdsLaws(report)
  })

  it('[T4] Loop Start may say to stop after a row that did not pass', async () => {
    const rows = { loop: [{ status: 200 }, { status: 404 }, { status: 200 }] }
    const { report } = await runWithRows(oneLoop({ onFailure: 'stop' }), rows, { case: { onFailure: 'continue' } })
    expect(caseOf(report).rows?.map(({ outcome }) => outcome)).toEqual(['passed', 'failed'])
    expect(outcomesOf(caseOf(report)).at(-1)).toBe('after passed')
    holdsLaws(report)
  })

  it('[T4] rows that can not be read any more break the loop', async () => {
    const { report } = await runWithRows(
      oneLoop(),
      {},
      {
        controls: {
          async *openRows() {
            yield { values: { status: 200 } }
            throw new Error('line 2 has 3 cells')
          },
        },
      },
    )
    expect(outcomesOf(caseOf(report))).toEqual([
      'before passed',
      'loop broken',
      'asked passed',
      'ok passed',
      'next skipped',
      'after skipped',
    ])
    expect(caseOf(report).steps[1]).toMatchObject({ code: 'internal', cause: 'line 2 has 3 cells' })
    holdsLaws(report)
  })

  it('[T4] secrets in the values of a row are masked', async () => {
    const { events } = await runWithRows(
      [{ id: 'r', kind: 'send-request', url: 'http://127.0.0.1/${key}' }, ...oneLoop()],
      { loop: [{ status: 200, key: 'hunter22' }] },
      {
        case: { onFailure: 'continue', variables: [{ name: 'key', value: { secret: 'pw' } }] },
        ports: { secrets: memorySecrets({ pw: 'hunter22' }) },
      },
    )
    expect(events.find(({ type }) => type === 'row-started')).toMatchObject({ values: { status: '200', key: '‹pw›' } })
  })

  it('[T4] a case with rows that is run again counts once', async () => {
    const rows = { loop: [{ status: 200 }, { status: 404 }] }
    const { report } = await runWithRows(oneLoop(), rows, { options: { retry: 1 } })
    expect(caseOf(report)).toMatchObject({ attempt: 2, rowCounts: { passed: 1, failed: 1 } })
    holdsLaws(report)
  })

  it('[P2] a run with rows that is cut anywhere is closed: every step and row has an outcome, and the counts add up', async () => {
    for (const { events } of [await failingRows(), await nestedRows()]) {
      for (let length = 1; length < events.length; length++) {
        let report = emptyReport()
        for (const event of events.slice(0, length)) fold(report, event)
        const live = liveCounts(report)
        const ended = events.slice(0, length).filter(({ type }) => type === 'step-finished').length
        expect(finishedSteps(live)).toBe(ended)
        // As it comes from a database.
        if (length % 2) report = structuredClone(report)
        const closing = closingEvents(report, { seq: length, at: 1_000, message: 'Stopped.' })
        for (const event of closing) fold(report, v.parse(runEventSchema, plain(event)))
        if (length > 1) holdsLaws(report)
        expect(report.outcome).not.toBe('passed')
        const all: RunEvent[] = [...events.slice(0, length), ...closing]
        expect(all.map(({ seq }) => seq)).toEqual(all.map((_, index) => index + 1))
      }
    }
  })

  it('[P2] loops of any shape, stopped or cut anywhere: every step and row has one end, and the counts add up', async () => {
    const cases = {
      parts,
      onFailure: fc.constantFrom('stop', 'continue'),
      bail: fc.boolean(),
      stopAfter: fc.nat(60),
      cut: fc.nat(60),
    }
    await fc.assert(
      fc.asyncProperty(fc.record(cases), async ({ parts: all, onFailure, bail, stopAfter, cut }) => {
        const { steps, counts } = stepsOf(all)
        const stop = new AbortController()
        const events: RunEvent[] = []
        const { report, end } = await runWithRows(
          steps,
          {},
          {
            case: { onFailure, variables: [{ name: 'n', value: 1 }] },
            options: { bail },
            controls: {
              openRows: ({ id }) => Array.from({ length: counts.get(id) ?? 0 }, (_, n) => ({ values: { n } })),
              signal: stop.signal,
              emit(event) {
                events.push(structuredClone(event))
                if (events.length === stopAfter) stop.abort()
              },
            },
          },
        )
        expect(report).toMatchObject(plain(end))
        if (report.suites.length > 0) holdsLaws(report)
        const before = events.slice(0, Math.max(2, Math.min(cut, events.length - 1)))
        const closed = before.reduce(fold, emptyReport())
        const closing = closingEvents(closed, { seq: before.length, at: 1_000, message: 'Stopped.' })
        closing.reduce(fold, closed)
        if (closed.suites.length > 0) holdsLaws(closed)
      }),
      { numRuns: fuzzRuns(1_500) },
    )
  })

  it('[R45] a hundred thousand rows (a fifth of them outside of the whole run) are streamed and take little room', async () => {
    const rows = sized(100_000, 20_000)
    function* openRows() {
      for (let row = 0; row < rows; row++) yield { values: { n: row } }
    }
    const steps = [{ id: 'loop', kind: 'loop-start', dataSource: 'd' }, { kind: 'wait', seconds: 0 }, { kind: 'loop-end' }]
    const { report } = await runWithRows(steps, {}, { controls: { openRows, emit: () => undefined } })
    const one = caseOf(report)
    expect(one.rowCounts?.passed).toBe(rows)
    expect(one.rows).toHaveLength(10_000)
    expect(report.counts.passed).toBe(rows + 2)
  })
})

describe('a step of a loop by itself', () => {
  const alone = (step: string, picked?: { loop: string; row: number }[]) => ({
    options: { selection: { step: { case: 'c', step, ...(picked ? { picked } : {}) } } },
  })
  const rows = { loop: [{ status: 201 }, { status: 404 }, { status: 500 }] }

  it('[T4] gets the variables of the first row, or of the row that was picked, and says of which', async () => {
    const first = await runWithRows(oneLoop(), rows, alone('asked'))
    expect(first.steps).toMatchObject([{ id: 'asked', outcome: 'passed', status: 201 }])
    const { steps, events } = await runWithRows(oneLoop(), rows, alone('asked', [{ loop: 'loop', row: 2 }]))
    expect(steps).toMatchObject([{ id: 'asked', status: 404 }])
    expect(events.find(({ type }) => type === 'noted')).toMatchObject({
      level: 'info',
      text: 'Ran in row 2 of "loop": status=404.',
    })
    expect(events.find(({ type }) => type === 'case-started')).toMatchObject({ part: true })
  })

  it('[T4] of loops in each other it gets a row of each', async () => {
    const { steps } = await runWithRows(
      nested,
      { outer: [{ outer: 'a' }, { outer: 'b' }], inner: [{ status: 200 }, { status: 204 }] },
      alone('asked', [
        { loop: 'outer', row: 2 },
        { loop: 'inner', row: 2 },
      ]),
    )
    expect(steps[0]?.summary).toBe('GET http://127.0.0.1/b/204 -> 204 in 2 ms')
  })

  it('[T4] breaks, and sends nothing, if the row is not there', async () => {
    const { steps } = await runWithRows(oneLoop(), { loop: [] }, alone('asked'))
    expect(steps).toMatchObject([
      { outcome: 'broken', message: expect.stringContaining('This step\'s loop "loop" has no rows.') },
    ])
  })
})

it('[T4] rows that are asked for and are not there any more have not passed', async () => {
  const { report, steps } = await runWithRows(
    oneLoop(),
    { loop: [{ status: 200 }] },
    { options: { selection: { rows: [{ case: 'c', loop: 'loop', only: [7, 9] }] } } },
  )
  expect(report.outcome).toBe('broken')
  expect(steps[1]).toMatchObject({
    outcome: 'broken',
    message: 'Nothing to run: this loop no longer has row 7, 9.',
  })
})
