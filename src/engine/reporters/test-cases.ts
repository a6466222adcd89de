import { oneLine } from '#engine/base/printable.ts'
import type { NotBegun, OutcomeName, RunEvent } from '#engine/runner/report/events.ts'
import { worse } from '#engine/runner/report/outcomes.ts'
import { placeKey } from '#engine/runner/execute/place.ts'
import { finishedSteps } from '#engine/runner/execute/progress.ts'
import type { CaseReport, Report, RowReport, StepReport } from '#engine/runner/report/report.ts'
import { caseName, describeFailure, needsExplaining, ownSteps, stepPath } from './describe-step.ts'
import { reporterTexts as texts } from './texts.ts'

/** Cases as they ended before they were run again, by their ids. */
export type Earlier = Map<string, CaseReport[]>

/** Keeps a case as it ended before it is run again; called before the event is folded. */
export function keepEarlier({ suites }: Report, earlier: Earlier, event: RunEvent): void {
  if (event.type !== 'case-started' || event.attempt === undefined) return
  const { id } = event.case
  const before = suites.find((suite) => suite.id === event.suite.id)?.cases.find((one) => one.id === id)
  if (before) earlier.set(id, [...(earlier.get(id) ?? []), before])
}

/** A suite with its cases that were started, and those that were not. */
export type SuiteReport = Report['suites'][number] & { left: NotBegun['cases'] }

/** Every suite of the run: first those of which something was started. */
export function suitesOf({ suites, notBegun = [] }: Report): SuiteReport[] {
  const left = new Map(notBegun.map(({ suite, cases }) => [suite.id, cases]))
  const begun = new Set(suites.map(({ id }) => id))
  const others = notBegun.filter(({ suite }) => !begun.has(suite.id)).map(({ suite }) => ({ ...suite, cases: [] }))
  return [...suites, ...others].map((suite) => ({ ...suite, left: left.get(suite.id) ?? [] }))
}

/** What a reader of test results counts as one: a case without its rows, or one row without those inside it. */
export interface TestCase {
  one: CaseReport
  row?: RowReport
  outcome: OutcomeName | undefined
  duration: number | undefined
  steps: StepReport[]
}

/** The tests of a case. */
export function testCasesOf(one: CaseReport): TestCase[] {
  const { outcome, duration, rows = [] } = one
  if (rows.length === 0) return [{ one, outcome, duration, steps: one.steps }]
  return [{ one, duration, ...ownEnd(one) }, ...rows.map((row) => ({ one, row, duration: row.duration, ...ownEnd(row) }))]
}

/** How a part ended without the rows inside it: a failure is reported once. */
function ownEnd(part: CaseReport | RowReport): Pick<TestCase, 'outcome' | 'steps'> {
  const steps = ownSteps(part)
  const { outcome } = part
  if (outcome === undefined || part.steps === undefined) return { outcome, steps }
  const own = steps.reduce<OutcomeName>((worst, step) => worse(worst, step.outcome ?? 'skipped'), 'skipped')
  return { outcome: outcome === 'cancelled' ? worse(own, outcome) : own, steps }
}

/** Rows that a report of so many only counts. */
export const rowsUnlisted = ({ rows = [], rowCounts }: CaseReport): number =>
  rowCounts === undefined ? 0 : finishedSteps(rowCounts) - rows.filter(({ outcome }) => outcome !== undefined).length

/** Why the rest of a case was skipped, from its first skipped step. */
export const whyEnded = ({ steps }: TestCase): string | undefined => steps.find(({ outcome }) => outcome === 'skipped')?.message

/** All that did not pass in a test, and in one line the step that counts. */
export function explainTest(
  suite: { name: string },
  test: TestCase,
): { message: string; text: string; type: string | undefined } {
  const steps = test.steps.filter(needsExplaining)
  const worst = steps.find(({ outcome }) => outcome === test.outcome) ?? steps[0]
  return {
    message: worst ? `${worst.name}: ${worst.message ?? ''}` : '',
    text: steps.map((step) => explainStep(suite, test, step)).join('\n\n'),
    type: worst?.code ?? test.outcome,
  }
}

const explainStep = (suite: { name: string }, test: TestCase, step: StepReport): string =>
  [
    `${texts.marks[step.outcome ?? 'broken']} ${stepPath(suite, test.one, test.row, step)}`,
    ...describeFailure(step).map((line) => `  ${line}`),
  ].join('\n')

/** One test of a run with what readers of results want of it. */
export interface TestResult {
  /** Unique in the run, and the same in each run. */
  id: string
  suite: string
  name: string
  /** `broken`: it ended with an error; `cancelled`: the run ended before it; undefined: it was not started. */
  outcome: OutcomeName | undefined
  /** Milliseconds since the run started; 0 if it was not started. */
  startedAt: number
  /** Milliseconds. */
  duration: number
  /** Why it did not pass, on one line. */
  message?: string
  /** Everything that did not pass in it. */
  trace?: string
  steps: readonly StepReport[]
  /** How it ended before it was run again. */
  attempts: Pick<TestResult, 'outcome' | 'duration' | 'startedAt' | 'message' | 'trace'>[]
  /** The values of its row. */
  values?: Readonly<Record<string, string>>
  /** Where the step is that did not pass. */
  place: { case: string; step?: string | undefined }
}

/** The tests of a run that has ended, in order: each case and row, and those that were not started. */
export function testResults(report: Report, earlier: Earlier = new Map()): TestResult[] {
  return suitesOf(report).flatMap((suite) => [
    ...suite.cases.flatMap((one) =>
      testCasesOf(one).map((test) => resultOf(suite, test, test.row ? [] : (earlier.get(one.id) ?? []))),
    ),
    ...suite.left.map(({ id, name }): TestResult => ({
      id: placeKey({ case: id }),
      suite: oneLine(suite.name),
      name: oneLine(name),
      outcome: undefined,
      startedAt: 0,
      duration: 0,
      message: texts.notBegun(report.reason),
      steps: [],
      attempts: [],
      place: { case: id },
    })),
  ])
}

function resultOf(suite: { name: string }, test: TestCase, earlier: readonly CaseReport[]): TestResult {
  const { one, row } = test
  return {
    id: placeKey({ case: one.id, rows: row?.rows, step: row?.loop }),
    suite: oneLine(suite.name),
    name: oneLine(caseName(one, row)),
    ...endOf(suite, test),
    startedAt: (row ?? one).startedAt,
    steps: test.steps,
    attempts: earlier.flatMap((before) => {
      const failed = testCasesOf(before).find(({ outcome }) => outcome === 'failed' || outcome === 'broken')
      return failed ? [{ ...endOf(suite, failed), startedAt: before.startedAt }] : []
    }),
    ...(row ? { values: row.values } : {}),
    place: { case: one.id, step: test.steps.find(needsExplaining)?.id },
  }
}

function endOf(suite: { name: string }, test: TestCase): Pick<TestResult, 'outcome' | 'duration' | 'message' | 'trace'> {
  const outcome = test.outcome ?? 'cancelled'
  const duration = test.duration ?? 0
  if (outcome === 'passed') return { outcome, duration }
  if (outcome === 'failed' || outcome === 'broken') {
    const { message, text } = explainTest(suite, test)
    return { outcome, duration, message, trace: text }
  }
  const why = test.steps.length === 0 ? texts.noSteps : whyEnded(test)
  return { outcome, duration, message: why ?? (outcome === 'cancelled' ? texts.cancelled : '') }
}
