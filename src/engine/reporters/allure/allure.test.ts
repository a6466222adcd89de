import { expect, it } from 'vitest'
import { failingRun } from '#engine/runner/testing/failing-run.ts'
import { retriedRun } from '#engine/runner/testing/retried-run.ts'
import { failingRows } from '#engine/runner/testing/run-rows.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import { reportOf } from '../report-of.ts'
import { allureReporter } from './index.ts'

interface AllureResult {
  uuid: string
  historyId: string
  name: string
  status: string
  start: number
  stop: number
  statusDetails: { message?: string; trace?: string }
  steps: { name: string; status: string; start: number; stop: number }[]
  parameters: { name: string; value: string }[]
}

/** The files of a run by their names. */
function filesOf(events: readonly RunEvent[]): Map<string, string> {
  const files = new Map<string, string>()
  reportOf(allureReporter, events, { file: (name, text) => void files.set(name, text) })
  return files
}
const resultsOf = (events: readonly RunEvent[]): AllureResult[] =>
  [...filesOf(events)].flatMap(([name, text]) => (name.endsWith('-result.json') ? [JSON.parse(text) as AllureResult] : []))

it('a result for each case with its steps, in files whose names nothing in the project decides', async () => {
  const files = filesOf(await failingRun())
  for (const name of files.keys()) expect(name).toMatch(/^([\da-f-]{36}-\d+-result\.json|environment\.properties)$/)
  expect(files.get('environment.properties')).toBe('Environment=Local\nSeed=42\n')
  const results = resultsOf(await failingRun())
  expect(results.map(({ name, status }) => [name.slice(0, 8), status])).toEqual([
    ['Create t', 'failed'],
    ['List', 'passed'],
    ['No serve', 'broken'],
    ['bell \\u0', 'failed'],
  ])
  expect(results[0]?.steps.map(({ name, status }) => [name, status])).toEqual([
    ['Create order', 'passed'],
    ['Created', 'failed'],
    ['Delete order', 'skipped'],
  ])
  expect(results[0]?.statusDetails.trace).toContain('expected: equals string "open"')
  for (const { start, stop, steps } of results) {
    expect(stop).toBeGreaterThanOrEqual(start)
    for (const step of steps) expect(step.start).toBeGreaterThanOrEqual(start)
  }
})

it('[T9] earlier attempts are results of the same history that started before', async () => {
  const results = resultsOf(await retriedRun())
  expect(results.map(({ status }) => status)).toEqual(['failed', 'broken', 'passed', 'failed', 'failed', 'failed'])
  expect(new Set(results.map(({ historyId }) => historyId)).size).toBe(2)
  expect(new Set(results.map(({ uuid }) => uuid)).size).toBe(6)
  expect(results[0]?.start).toBeLessThanOrEqual(results[2]?.start ?? 0)
})

it('[T4] rows are results with their values as parameters', async () => {
  const results = resultsOf((await failingRows()).events)
  expect(results.some(({ parameters }) => parameters.length > 0)).toBe(true)
  expect(new Set(results.map(({ historyId }) => historyId)).size).toBe(results.length)
})
