import { Parser } from 'tap-parser'
import { expect, it } from 'vitest'
import { failingRun } from '#engine/runner/testing/failing-run.ts'
import { failingRows } from '#engine/runner/testing/run-rows.ts'
import { runSteps } from '#engine/runner/testing/run-project.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import { reportOf } from '../report-of.ts'
import { tapReporter } from './index.ts'

/** What a parser of TAP makes of a run. Extras are lines that are not TAP. */
function parsed(events: readonly RunEvent[]) {
  const extras: string[] = []
  const points: { ok: boolean; name: string; diag: Record<string, unknown> | undefined; skip: unknown }[] = []
  const parser = new Parser({ strict: true })
  parser.on('extra', (line: string) => extras.push(line))
  parser.on('assert', ({ ok, name, diag, skip }) => points.push({ ok, name, diag: diag as never, skip }))
  let results: Parser['results']
  parser.on('complete', (end) => (results = end))
  parser.end(reportOf(tapReporter, events))
  return { extras, points, results: results! }
}

it('a parser reads every test, its reasons and its name, whatever that contains', async () => {
  const { extras, points, results } = parsed(await failingRun())
  expect(extras).toEqual([])
  expect([results.count, results.fail, results.pass, results.failures.filter((one) => one.tapError)]).toEqual([4, 3, 1, []])
  expect(points.map(({ ok, name }) => [ok, name.slice(0, 30)])).toEqual([
    [false, 'Orders > Create then delete'],
    [true, 'Orders > List'],
    [false, 'Orders > No server'],
    [false, '<script>alert(1)</script> & "q'],
  ])
  expect(points[0]?.diag).toMatchObject({
    severity: 'fail',
    message: expect.stringMatching(/^Created: json \$\.state: expected equals string "open"/) as string,
  })
  expect(points[0]?.diag?.['trace']).toContain('\n    actual:   string "pending"')
  expect(points[2]?.diag).toMatchObject({ severity: 'error' })
})

it('[T4] rows are tests; a name with "#" is no directive', async () => {
  const rows = parsed((await failingRows()).events)
  expect(rows.extras).toEqual([])
  expect(rows.points.length).toBeGreaterThan(2)
  const { events } = await runSteps([{ kind: 'wait', seconds: 0 }], { case: { name: 'C # SKIP \\ not really' } })
  expect(parsed(events).points[0]).toMatchObject({ ok: true, name: String.raw`Suite > C # SKIP \ not really`, skip: false })
})

it('[R44] a run that was stopped bails out', async () => {
  const stop = new AbortController()
  stop.abort()
  const { events } = await runSteps([{ kind: 'wait', seconds: 9 }], { controls: { signal: stop.signal } })
  const { results, extras } = parsed(events)
  expect([results.bailout, extras]).toEqual(['The run was stopped.', []])
})
