import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Validator, type Schema } from '@cfworker/json-schema'
import { expect, it } from 'vitest'
import { failingRun } from '#engine/runner/testing/failing-run.ts'
import { retriedRun } from '#engine/runner/testing/retried-run.ts'
import { failingRows } from '#engine/runner/testing/run-rows.ts'
import { reportOf } from '../report-of.ts'
import { ctrfReporter } from './index.ts'

const schemaFile = createRequire(import.meta.url)
  .resolve('ctrf')
  .replace(/dist.*/, 'dist/ctrf-schema-0.0.json')
const validator = new Validator(JSON.parse(readFileSync(schemaFile, 'utf8')) as Schema, '7', false)

interface Ctrf {
  results: {
    summary: Record<string, number>
    tests: { name: string; status: string; rawStatus: string; flaky: boolean; retries: number; trace?: string; line?: number }[]
  }
}

it.each([
  ['failures', failingRun],
  ['retries', retriedRun],
  ['rows', async () => (await failingRows()).events],
  ['an end before the first case', async () => (await failingRun()).filter(({ type }) => type.startsWith('run-'))],
])('fits the published schema: %s', async (_name, events) => {
  const report = JSON.parse(reportOf(ctrfReporter, await events())) as Ctrf
  expect(validator.validate(report).errors).toEqual([])
  const { tests, passed = 0, failed = 0, skipped = 0, other = 0, pending = 0 } = report.results.summary
  expect(passed + failed + skipped + other + pending).toBe(tests)
  expect(report.results.tests).toHaveLength(tests ?? -1)
})

it('the schema is used: a report with another status does not fit', async () => {
  const text = reportOf(ctrfReporter, await failingRun()).replace('"status": "failed"', '"status": "broken"')
  expect(validator.validate(JSON.parse(text)).valid).toBe(false)
})

it('[T9] an error counts as failed, and is told apart; what passed on retry is flaky', async () => {
  const locate = () => ({ file: 'tests/orders.aprj', line: 12 })
  const failing = JSON.parse(reportOf(ctrfReporter, await failingRun(), { locate })) as Ctrf
  expect(failing.results.tests.map(({ status, rawStatus, line }) => [status, rawStatus, line])).toEqual([
    ['failed', 'failed', 12],
    ['passed', 'passed', undefined],
    ['failed', 'broken', 12],
    ['failed', 'failed', 12],
  ])
  expect(failing.results.tests[0]?.trace).toContain('expected: equals string "open"')
  const retried = JSON.parse(reportOf(ctrfReporter, await retriedRun())) as Ctrf
  expect(retried.results.tests.map(({ flaky, retries }) => [flaky, retries])).toEqual([
    [true, 2],
    [false, 2],
  ])
})
