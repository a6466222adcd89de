import { fold } from '#engine/runner/report/fold.ts'
import { emptyReport } from '#engine/runner/report/report-parts.ts'
import type { OutcomeName } from '#engine/runner/report/events.ts'
import type { Report, StepReport } from '#engine/runner/report/report.ts'
import { describeFailure, needsExplaining } from '../describe-step.ts'
import type { Reporter } from '../reporter.ts'
import { keepEarlier, testResults, type Earlier, type TestResult } from '../test-cases.ts'

/** A folder of results for Allure, which makes the report of them: a file for each case and row, and for each attempt before the last. */
export const allureReporter: Reporter<'allure'> = {
  id: 'allure',
  create(_write, _body, { file } = {}) {
    const report = emptyReport()
    const earlier: Earlier = new Map()
    return (event) => {
      keepEarlier(report, earlier, event)
      fold(report, event)
      if (event.type !== 'run-finished' || !file) return
      let count = 0
      for (const test of testResults(report, earlier)) {
        for (const attempt of [...test.attempts.map((before) => ({ ...test, ...before, steps: [] })), test]) {
          const uuid = `${report.run}-${++count}`
          file(`${uuid}-result.json`, `${JSON.stringify(resultOf(attempt, report, uuid), null, 2)}\n`)
        }
      }
      file('environment.properties', propertiesOf({ Environment: report.environment?.name, Seed: String(report.seed) }))
    }
  },
}

type Status = 'passed' | 'failed' | 'broken' | 'skipped'

const statusOf = (outcome: OutcomeName | undefined): Status =>
  outcome === undefined || outcome === 'cancelled' ? 'skipped' : outcome

function resultOf(test: TestResult, { project, startedAt }: Report, uuid: string): object {
  const begun = Date.parse(startedAt)
  const id = `${project.id}:${test.id.replaceAll('\n', ':')}`
  return {
    uuid,
    historyId: id,
    testCaseId: id,
    fullName: `${test.suite} > ${test.name}`,
    titlePath: [project.name, test.suite],
    name: test.name,
    status: statusOf(test.outcome),
    statusDetails: detailsOf(test.message, test.trace),
    stage: 'finished',
    ...timesOf(begun, test.startedAt, test.duration),
    labels: [
      { name: 'parentSuite', value: project.name },
      { name: 'suite', value: test.suite },
      { name: 'framework', value: 'Assay' },
    ],
    links: [],
    parameters: Object.entries(test.values ?? {}).map(([name, value]) => ({ name, value })),
    attachments: [],
    steps: test.steps.map((step) => stepOf(step, begun, test.startedAt)),
  }
}

function stepOf(step: StepReport, begun: number, after: number): object {
  const isBad = needsExplaining(step)
  return {
    name: step.name,
    status: statusOf(step.outcome),
    statusDetails: detailsOf(step.message, isBad ? describeFailure(step).join('\n') : undefined),
    stage: 'finished',
    ...timesOf(begun, step.startedAt ?? after, step.duration ?? 0),
    steps: [],
    attachments: [],
    parameters: step.summary === undefined ? [] : [{ name: 'request', value: step.summary }],
  }
}

const detailsOf = (message: string | undefined, trace: string | undefined) => ({
  ...(message ? { message } : {}),
  ...(trace ? { trace } : {}),
})

const timesOf = (begun: number, startedAt: number, duration: number) => ({
  start: begun + Math.round(startedAt),
  stop: begun + Math.round(startedAt) + Math.round(duration),
})

/** A file of properties as Java reads it. */
const propertiesOf = (properties: Record<string, string | undefined>): string =>
  Object.entries(properties)
    .map(([key, value]) => (value === undefined ? '' : `${key}=${value.replaceAll('\\', '\\\\').replaceAll(/\s/g, ' ')}\n`))
    .join('')
