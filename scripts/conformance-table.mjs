// Writes docs/oauth-conformance.md from the results of the last test run; `npm run conformance` runs the tests first.
import { readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { cases, pageOnly } from './conformance-cases.mjs'

const read = (file) => JSON.parse(readFileSync(file, 'utf8'))
const numberIn = (title) => Number(/\[case (\d+)/.exec(title)?.[1])

/** Tests of code that only pages run; they show parts of it in Node, with fakes of the browser, and are no proof for a host. */
const ofThePage = /^src\/(ui|workers|platform\/browser|storage)\//

function unitTests({ testResults }) {
  return testResults.flatMap(({ name, assertionResults }) => {
    const file = relative(process.cwd(), name).replaceAll('\\', '/')
    return assertionResults.map(({ title, status }) => ({
      number: numberIn(title),
      host: ofThePage.test(file) ? 'parts' : 'node',
      file,
      passed: status === 'passed',
      ran: status === 'passed' || status === 'failed',
    }))
  })
}

function journeys({ suites }) {
  const below = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(below)]
  return suites.flatMap(below).map(({ title, file, ok, tests }) => ({
    number: numberIn(title),
    host: 'chromium',
    file: `e2e/${file}`,
    passed: ok,
    ran: tests.some(({ status }) => status !== 'skipped'),
  }))
}

function cell(tests, without) {
  if (tests.length === 0) return without
  const failed = tests.filter(({ passed }) => !passed).length
  return failed === 0 ? `passed (${tests.length})` : `**failed** (${failed} of ${tests.length})`
}

function row(tests, number) {
  const own = tests.filter((test) => test.number === number && test.ran)
  const of = (host) => own.filter((test) => test.host === host)
  const files = [...new Set(own.map(({ file }) => file))].toSorted().map((file) => `[${file.split('/').at(-1)}](../${file})`)
  const node = pageOnly.has(number) ? 'page only' : cell(of('node'), 'not covered')
  return `| ${number} | ${cases[number - 1]} | ${node} | ${cell(of('chromium'), 'not covered')} | ${files.join(', ')} |`
}

const tests = [...unitTests(read('test-results/unit.json')), ...journeys(read('test-results/journeys.json'))]
const page = `# The OAuth2 step: its cases and their results

Written by \`npm run conformance\` from the results of the tests; not to be edited by hand. Each number counts the tests whose
titles begin with the case. **Node** is what the command line runs, **Chromium** the worker of a real page; most tests of
\`conformance.journey.ts\` run a case in both and compare the wording. “Page only” are windows and history, which Node has not.

| Case | What must hold | Node | Chromium | Tests |
|---:|---|---|---|---|
${cases.map((_, index) => row(tests, index + 1)).join('\n')}
`
writeFileSync('docs/oauth-conformance.md', page)
console.log('Written: docs/oauth-conformance.md')
