import { collectResponses } from './collect-responses.ts'
import { fold } from '#engine/runner/report/fold.ts'
import { emptyReport } from '#engine/runner/report/report-parts.ts'
import type { Report } from '#engine/runner/report/report.ts'
import type { Reporter } from '../reporter.ts'

/** The report as JSON (`public/report.schema.json`), one case a line, with what `assay compare` needs of answers. Written when the run has ended. */
export const jsonReporter: Reporter<'json'> = {
  id: 'json',
  create(write, body) {
    const report = emptyReport()
    const answers = collectResponses(body)
    return (event) => {
      answers.follow(event)
      fold(report, event)
      if (event.type !== 'run-finished') return
      answers.addTo(report)
      writeReport(report, write)
    }
  },
}

/** Writes a report as JSON in pieces of a case each: the whole text of a large run is never in memory. */
export function writeReport({ suites, ...head }: Report, write: (chunk: string) => void): void {
  write(`${JSON.stringify(head, null, 2).slice(0, -2)},\n  "suites": [`)
  for (const [index, { cases, ...suite }] of suites.entries()) {
    write(`${index > 0 ? ',' : ''}\n    ${JSON.stringify(suite).slice(0, -1)},"cases":[`)
    for (const [number, one] of cases.entries()) write(`${number > 0 ? ',' : ''}\n      ${JSON.stringify(one)}`)
    write('\n    ]}')
  }
  write('\n  ]\n}\n')
}
