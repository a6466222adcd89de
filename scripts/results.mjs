// The tests of the last run, as Vitest and Playwright wrote them down.
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** Where Vitest writes its report. */
export const unitReport = 'test-results/unit.json'
const journeyReport = 'test-results/journeys.json'

/** The beginning of what a test said when it failed, for a list; the whole stands above, where it ran. */
const why = (message = '') =>
  stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.slice(0, 200))

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)

/**
 * `[{ title, file, passed, why, again }]` of the unit tests that ran, `again` where the first try failed and the second passed; a file
 * that could not be loaded counts as one that failed.
 */
export function unitTests() {
  const report = read(unitReport)
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name).replaceAll('\\', '/')
    const ran = assertionResults.filter((test) => test.status === 'passed' || test.status === 'failed')
    const tests = ran.map((test) => ({
      title: test.title,
      file,
      passed: test.status === 'passed',
      why: why(test.failureMessages?.[0]),
      again: test.status === 'passed' && test.failureMessages?.length > 0,
    }))
    const broken = status === 'failed' && tests.every(({ passed }) => passed)
    return broken ? [...tests, { title: 'the file as a whole', file, passed: false, why: why(message) }] : tests
  })
}

/** The same of the journeys. */
export function journeys() {
  const below = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(below)]
  return (read(journeyReport)?.suites ?? [])
    .flatMap(below)
    .filter(({ tests }) => tests.some(({ status }) => status !== 'skipped'))
    .map(({ title, file, ok, tests }) => ({
      title,
      file: `e2e/${file}`,
      passed: ok,
      why: why(tests.flatMap(({ results }) => results).findLast(({ error }) => error)?.error.message),
      again: tests.some(({ status }) => status === 'flaky'),
    }))
}
