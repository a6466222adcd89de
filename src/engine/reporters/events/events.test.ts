import * as v from 'valibot'
import { expect, it } from 'vitest'
import { runEventSchema } from '#engine/runner/report/events.ts'
import { failingRun } from '#engine/runner/testing/failing-run.ts'
import { reportOf } from '../report-of.ts'
import { eventsReporter } from './index.ts'

it('events: one object a line, each as the schema says, nothing lost', async () => {
  const events = await failingRun()
  const lines = reportOf(eventsReporter, events).trimEnd().split('\n')
  const parsed = lines.map((line) => v.parse(runEventSchema, JSON.parse(line)))
  expect(parsed).toEqual(JSON.parse(JSON.stringify(events)))
})
