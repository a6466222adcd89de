// `npm test`: types, lint, format, unit tests, then the journeys in a real browser on a fresh build.
// Ends with one line that counts: "N passed, N failed". With --conformance it then writes docs/oauth-conformance.md, which says
// of each case whether its tests passed; the exit code is that of all tests.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { findBrowser } from './browser.mjs'
import { runChecks } from './check.mjs'
import { upToDate } from './up-to-date.mjs'

rmSync('test-results', { recursive: true, force: true })
mkdirSync('test-results')

const failedSteps = runChecks()
const counts = { passed: 0, failed: 0 }

function countUnit() {
  if (!existsSync('test-results/unit.json')) return
  const report = JSON.parse(readFileSync('test-results/unit.json', 'utf8'))
  counts.passed += report.numPassedTests
  counts.failed += report.numFailedTests
}

function countJourneys() {
  if (!existsSync('test-results/journeys.json')) return
  const { stats } = JSON.parse(readFileSync('test-results/journeys.json', 'utf8'))
  counts.passed += stats.expected + stats.flaky
  counts.failed += stats.unexpected
}

async function journeys() {
  console.log('\n── journeys')
  const browser = await findBrowser()
  console.log(`Browser: ${browser}`)
  if (!upToDate() && spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' }).status !== 0)
    throw new Error('The build failed.')
  const run = spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'test'], {
    stdio: 'inherit',
    env: { ...process.env, CHROME_PATH: browser },
  })
  if (run.status !== 0) failedSteps.push('journeys')
}

countUnit()
// Playwright empties the folder when it starts.
const unit = existsSync('test-results/unit.json') ? readFileSync('test-results/unit.json', 'utf8') : undefined
try {
  await journeys()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  failedSteps.push('journeys')
}
if (unit !== undefined) writeFileSync('test-results/unit.json', unit)
countJourneys()

// A step that fails without a failed test (types, lint, format, no browser) counts as one.
const silent = failedSteps.filter((step) => !['unit', 'journeys'].includes(step)).length
const failed = counts.failed + silent || (failedSteps.length > 0 ? 1 : 0)
if (failedSteps.length > 0) console.log(`\nFailed: ${failedSteps.join(', ')}`)
console.log(`\n${counts.passed} passed, ${failed} failed`)
const results = ['test-results/unit.json', 'test-results/journeys.json']
if (process.argv.includes('--conformance') && results.every((file) => existsSync(file))) await import('./conformance-table.mjs')
process.exit(failed === 0 ? 0 : 1)
