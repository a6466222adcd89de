import { printable } from '#engine/base/printable.ts'
import { describeDuration } from '#engine/base/duration.ts'
import type { CaseReport, Report } from '#engine/runner/report/report.ts'
import { describeFailure, needsExplaining, ownSteps, resultLine, stepPath } from '../describe-step.ts'
import type { ReportPage } from '../reporter.ts'
import { reporterTexts as reportTexts } from '../texts.ts'
import { beginHtml } from './begin-html.ts'
import { escaped } from './json-for-html.ts'
import { htmlTexts as texts } from './texts.ts'

/** Ids of the elements that hold a report's data; the page in it reads them. */
export const dataIds = { details: 'details', report: 'report', about: 'about' } as const

/** What the page in a report receives besides the run. */
export interface About {
  /** The command that runs it again. */
  command?: string | undefined
  /** Steps whose messages are omitted for the size of the report. */
  left: number
}

/** The document up to its data. Its policy lets nothing in but the one style and the one script that are written with it. */
export const beginDocument = (project: string, page: ReportPage | undefined): string =>
  beginHtml({
    title: texts.title(printable(project)),
    allowed: page ? [`script-src '${page.scriptHash}'`, `style-src '${page.styleHash}'`] : [],
    style: page?.style,
  })

/** An element that holds data, up to them. */
export const beginData = (id: keyof typeof dataIds, type: string): string => `<script type="${type}" id="${dataIds[id]}">\n`

/** The end of such an element. */
export const endData = '</script>\n'

/** What follows the data: the result for readers that run no script, and the script. */
export function endDocument(report: Report, about: About, page: ReportPage | undefined): string {
  const summary = summaryOf(report, about)
  return page
    ? `<noscript>${summary}</noscript>\n<div id="app"></div>\n<script>${page.script}</script>\n</body>\n</html>\n`
    : `${summary}</body>\n</html>\n`
}

/** The most failures shown without the script; further ones are counted. */
const mostFailures = 200

function summaryOf(report: Report, { command }: About): string {
  const { project, environment, startedAt, name, seed, duration = 0, reason } = report
  const facts = [
    `${resultLine(report)} in ${describeDuration(duration)}`,
    ...(name === undefined ? [] : [name]),
    ...(reason === undefined ? [] : [reason]),
    ...(environment ? [texts.environment(environment.name)] : []),
    texts.started(startedAt),
    reportTexts.seed(seed),
    ...(command === undefined ? [] : [`${texts.repeat} ${command}`]),
  ]
  const failures = failuresOf(report)
  const told = failures.slice(0, mostFailures).map((text) => `<pre>${escaped(text)}</pre>\n`)
  const more = failures.length - told.length
  return `<main class="without-script">
<h1>${escaped(printable(project.name))}</h1>
${facts.map((fact) => `<p>${escaped(printable(fact))}</p>\n`).join('')}${
    told.length > 0 ? `<h2>${texts.failed}</h2>\n${told.join('')}` : ''
  }${more > 0 ? `<p>${texts.moreFailed(more)}</p>\n` : ''}<p>${texts.needsScript}</p>
</main>
`
}

/** Every step that failed or broke, as the report for a terminal tells it. */
function failuresOf({ suites }: Report): string[] {
  const told = (suite: { name: string }, one: CaseReport): string[] =>
    [undefined, ...(one.rows ?? [])].flatMap((row) =>
      ownSteps(row ?? one)
        .filter(needsExplaining)
        .map((step) =>
          [
            `${reportTexts.marks[step.outcome ?? 'broken']} ${stepPath(suite, one, row, step)}`,
            ...describeFailure(step).map((line) => `  ${line}`),
          ].join('\n'),
        ),
    )
  return suites.flatMap((suite) => suite.cases.flatMap((one) => told(suite, one)))
}
