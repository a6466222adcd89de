// Writes docs/oauth-conformance.md from the results of the last test run; `npm run conformance` runs the tests first.
import { writeFileSync } from 'node:fs'
import { cases, pageOnly } from './conformance-cases.mjs'
import { journeys, unitTests } from './results.mjs'

const numberIn = (title) => Number(/\[case (\d+)/.exec(title)?.[1])

/** Tests of code that only pages run. In Node they use fakes of the browser, so they prove nothing for a host. */
const ofThePage = /^src\/(ui|workers|platform\/browser|storage)\//

const inNode = (test) => ({ ...test, host: ofThePage.test(test.file) ? 'parts' : 'node' })
const inChromium = (test) => ({ ...test, host: 'chromium' })
const tests = [...unitTests().map(inNode), ...journeys().map(inChromium)].map((test) => ({
  ...test,
  number: numberIn(test.title),
}))

function cell(tests, without) {
  if (tests.length === 0) return without
  const failed = tests.filter(({ passed }) => !passed).length
  return failed === 0 ? `passed (${tests.length})` : `**failed** (${failed} of ${tests.length})`
}

function row(number) {
  const own = tests.filter((test) => test.number === number)
  const of = (host) => own.filter((test) => test.host === host)
  const files = [...new Set(own.map(({ file }) => file))].toSorted().map((file) => `[${file.split('/').at(-1)}](../${file})`)
  const node = pageOnly.has(number) ? 'page only' : cell(of('node'), 'not covered')
  return `| ${number} | ${cases[number - 1]} | ${node} | ${cell(of('chromium'), 'not covered')} | ${files.join(', ')} |`
}

const page = `# OAuth2 conformance

\`npm run conformance\` writes this page from test results. Don't edit it, except for links to tests that moved. Each
number counts the tests whose titles start with the case. **Node** is the command line, **Chromium** the worker of a
real page. Most tests in \`conformance.journey.ts\` run a case in both and compare the texts. "Page only" cases are
windows and history, which Node doesn't have.

| Case | Requirement | Node | Chromium | Tests |
|---:|---|---|---|---|
${cases.map((_, index) => row(index + 1)).join('\n')}
`
writeFileSync('docs/oauth-conformance.md', page)
console.log('Wrote docs/oauth-conformance.md.')
