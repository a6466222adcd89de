import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fold } from '#engine/runner/report/fold.ts'
import { emptyReport } from '#engine/runner/report/report-parts.ts'
import { reportSchema } from '#engine/runner/report/report.ts'
import { failingRun } from '#engine/runner/testing/failing-run.ts'
import { reportOf } from '../report-of.ts'
import { jsonReporter } from './index.ts'

describe('json', () => {
  it('is the fold of the events with what can be compared of answers, and fits the schema of reports', async () => {
    const events = await failingRun()
    const report = emptyReport()
    for (const event of events) fold(report, event)
    const create = report.suites[0]?.cases[0]?.steps[0]
    if (create) create.answer = { status: 201, headers: [['content-type', 'application/json']] }
    const list = report.suites[0]?.cases[1]?.steps[0]
    if (list) list.answer = { status: 200, headers: [['content-type', 'application/json']] }
    const odd = report.suites[1]?.cases[0]?.steps[0]
    if (odd) odd.answer = { status: 200, headers: [] }
    const parsed = v.parse(v.unknown(), JSON.parse(reportOf(jsonReporter, events)))
    expect(parsed).toEqual(JSON.parse(JSON.stringify(report)))
    expect(v.parse(reportSchema, parsed)).toEqual(parsed)
  })

  it('a run without suites is JSON too', async () => {
    const events = await failingRun()
    expect(JSON.parse(reportOf(jsonReporter, [...events.slice(0, 1), ...events.slice(-1)]))).toMatchObject({ suites: [] })
  })
})
