import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { runEventSchema } from '#engine/runner/report/events.ts'
import { fold } from '#engine/runner/report/fold.ts'
import { emptyReport } from '#engine/runner/report/report-parts.ts'
import { parseReport } from '#engine/runner/report/parse-report.ts'
import { failingRows, nestedRows } from '#engine/runner/testing/run-rows.ts'
import { eventsReporter } from './events/index.ts'
import { jsonReporter } from './json/index.ts'
import { junitReporter } from './junit/index.ts'
import { listReporter } from './list/index.ts'
import { reportOf } from './report-of.ts'

const events = async () => [...(await failingRows()).events, ...(await nestedRows()).events]

describe('[T4] reports of rows', () => {
  it('list: what did not pass, with its row', async () => {
    const text = [await failingRows(), await nestedRows()].map((run) => reportOf(listReporter, run.events)).join('\n')
    await expect(text.replaceAll(/Seed \d+/g, 'Seed 1')).toMatchFileSnapshot('./list/rows.golden.txt')
  })

  it('junit: a testcase for each row', async () => {
    const text = [await failingRows(), await nestedRows()].map((run) => reportOf(junitReporter, run.events)).join('\n')
    const steady = text.replaceAll(/(timestamp|time|"seed" value)="[^"]*"/g, '$1="0"')
    await expect(steady).toMatchFileSnapshot('./junit/rows.golden.xml')
  })

  it('json: the fold of the events, and the answers of steps that it has', async () => {
    for (const run of [await failingRows(), await nestedRows()]) {
      const text = reportOf(jsonReporter, run.events)
      expect(text).toMatch(/"answer":\{"status":(404|500)/)
      const withoutAnswers: unknown = JSON.parse(text, (key, value: unknown) => (key === 'answer' ? undefined : value))
      const parsed = parseReport(JSON.stringify(withoutAnswers))
      expect(parsed).toEqual({ ok: true, value: JSON.parse(JSON.stringify(run.report)) as unknown })
    }
  })

  it('events: each as the schema says, and enough for the report', async () => {
    const lines = reportOf(eventsReporter, (await nestedRows()).events)
      .trimEnd()
      .split('\n')
    const parsed = lines.map((line) => v.parse(runEventSchema, JSON.parse(line)))
    const { report } = await nestedRows()
    expect(parsed.reduce(fold, emptyReport()).suites[0]?.cases[0]?.rowCounts).toEqual(report.suites[0]?.cases[0]?.rowCounts)
    expect(parsed.length).toBe((await events()).length - (await failingRows()).events.length)
  })
})
