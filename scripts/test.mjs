// `npm test`: unit tests, beside them types, lint, format and the build, then the journeys in a real browser.
// Ends with one line that counts: "N passed, N failed". With --conformance it tries properties of unbounded input as often as
// they say themselves (e2e/fuzz-runs.ts), and then writes docs/oauth-conformance.md, which says
// of each case whether its tests passed; the exit code is that of all tests.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { briefly } from './briefly.mjs'
import { findBrowser, findHeadlessShell } from './browser.mjs'
import { runChecks } from './check.mjs'
import { journeys, unitReport, unitTests } from './results.mjs'
import { upToDate } from './up-to-date.mjs'

rmSync('test-results', { recursive: true, force: true })
mkdirSync('test-results')

const conformance = process.argv.includes('--conformance')
if (conformance) process.env.ASSAY_FUZZ = 'full'

const failedSteps = await runChecks(upToDate() ? [] : [['build', ['scripts/build.mjs']]])

const noShell = 'No headless shell beside it, with which the journeys take half the time: Debian has "chromium-headless-shell".'

async function runJourneys() {
  console.log('\n── journeys')
  const browser = await findBrowser()
  console.log(`Browser: ${browser}`)
  const shell = await findHeadlessShell(browser)
  console.log(shell === undefined ? noShell : `Pages in: ${shell || 'the headless shell of Playwright'}`)
  if (failedSteps.includes('build')) return console.error('They did not run: the build failed, see above.')
  const run = spawnSync(process.execPath, [...briefly, 'node_modules/@playwright/test/cli.js', 'test'], {
    stdio: 'inherit',
    env: { ...process.env, CHROME_PATH: browser, ...(shell === undefined ? {} : { HEADLESS_SHELL_PATH: shell }) },
  })
  if (run.status !== 0) failedSteps.push('journeys')
}

// Playwright empties the folder when it starts.
const unit = existsSync(unitReport) ? readFileSync(unitReport, 'utf8') : undefined
try {
  await runJourneys()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  failedSteps.push('journeys')
}
if (unit !== undefined) writeFileSync(unitReport, unit)

const tests = { unit: unitTests(), journeys: journeys() }
const all = Object.values(tests).flat()
const failedTests = all.filter(({ passed }) => !passed)
// A step that fails without a failed test (types, lint, format, no browser) counts as one.
const silent = failedSteps.filter((step) => (tests[step] ?? []).every(({ passed }) => passed))
const failed = failedTests.length + silent.length

const list = (heading, lines) => lines.length > 0 && console.log([`\n${heading}`, ...lines].join('\n  '))
const named = ({ file, title }) => `${file}: ${title}`
const explained = (test) => [named(test), ...test.why].join('\n      ')
list('Passed at the second try only:', all.filter(({ again }) => again).map(explained))
list('Failed:', [...silent.map((step) => `${step}, see above`), ...failedTests.map(explained)])
console.log(`\n${all.length - failedTests.length} passed, ${failed} failed`)
if (conformance && tests.unit.length > 0 && tests.journeys.length > 0) await import('./conformance-table.mjs')
process.exit(failed === 0 ? 0 : 1)
