import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { emptyReport, fold } from '#engine/runner/fold.ts'
import { reportSchema } from '#engine/runner/report.ts'
import { failingRun } from '#engine/runner/testing/failing-run.ts'
import { reportOf } from '../report-of.ts'
import { jsonReporter } from './index.ts'

describe('json', () => {
  it('is the fold of the events, and fits the schema of reports', async () => {
    const events = await failingRun()
    const report = emptyReport()
    for (const event of events) fold(report, event)
    const parsed = v.parse(v.unknown(), JSON.parse(reportOf(jsonReporter, events)))
    expect(parsed).toEqual(JSON.parse(JSON.stringify(report)))
    expect(v.parse(reportSchema, parsed)).toEqual(parsed)
  })

  it('a run without suites is JSON too', async () => {
    const events = await failingRun()
    expect(JSON.parse(reportOf(jsonReporter, [...events.slice(0, 1), ...events.slice(-1)]))).toMatchObject({ suites: [] })
  })
})
