import { describeDuration } from '#engine/base/duration.ts'
import { oneLine, printable } from '#engine/base/printable.ts'
import type { Report } from '#engine/runner/report/report.ts'
import { resultLine } from '../describe-step.ts'
import type { TestResult } from '../test-cases.ts'
import { reporterTexts as texts } from '../texts.ts'

/** Characters of a summary: GitHub takes 1 MiB for a step, and drops what is larger. */
const longest = 200_000

/** The summary of a run as Markdown: the result, what failed with its reasons, and what passed only when it was run again. */
export function jobSummary(report: Report, tests: readonly TestResult[]): string {
  const bad = tests.filter(({ outcome }) => outcome === 'failed' || outcome === 'broken')
  const flaky = tests.filter(({ outcome, attempts }) => outcome === 'passed' && attempts.length > 0)
  const mark = texts.marks[report.outcome ?? 'cancelled']
  let text = `## ${mark} ${plain(texts.heading(report.project.name, report.environment?.name))}\n\n`
  text += `${resultLine(report)} in ${describeDuration(report.duration ?? 0)}. ${texts.seed(report.seed)}.\n`
  if (report.reason !== undefined) text += `\n${plain(report.reason)}\n`
  for (const [index, test] of bad.entries()) {
    const part = `\n<details><summary>${plain(`${texts.marks[test.outcome ?? 'broken']} ${test.suite} > ${test.name}`)}</summary>\n\n${fenced(test.trace ?? test.message ?? '')}\n\n</details>\n`
    if (text.length + part.length > longest) return `${text}\n${texts.moreFailures(bad.length - index)}\n`
    text += part
  }
  if (flaky.length === 0) return text
  const names = flaky.slice(0, 100).map(({ suite, name }) => `- ${plain(`${suite} > ${name}`)}\n`)
  return `${text}\n${texts.flaky(flaky.length)}\n\n${names.join('')}`
}

/** A text that is no Markdown and no HTML, whatever it contains: an image in it would call a server. */
const plain = (text: string): string =>
  oneLine(text).replaceAll(/[\\`*_{}[\]()#+!|<>&@~:]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** A block of code whose fence is longer than any in it. */
function fenced(text: string): string {
  const runs = Array.from(text.matchAll(/`+/g), ([run]) => run.length)
  const fence = '`'.repeat(Math.max(3, ...runs.map((length) => length + 1)))
  return `${fence}text\n${printable(text)}\n${fence}`
}
