import { isOwn } from '#engine/runner/execute/progress.ts'
import { rowNumber } from '#engine/runner/execute/place.ts'
import type { CaseReport, Report, RowReport, StepReport } from '#engine/runner/report/report.ts'
import { oneLine, printable } from '#engine/base/printable.ts'
import { describeCounts } from '#engine/runner/report/outcomes.ts'
import { reporterTexts as texts } from './texts.ts'

/** A case's name, of a row with what it is: `Create[row 3: id=7]`. */
export function caseName({ name }: CaseReport, row: RowReport | undefined): string {
  if (row === undefined) return name
  const values = Object.entries(row.values).map(([variable, value]) => `${variable}=${value}`)
  return `${name}[${[texts.row(rowNumber(row.rows)), values.join(', ')].filter(Boolean).join(': ')}]`
}

/** Where a step is: `Orders > Create then delete > Created`. */
export const stepPath = (suite: { name: string }, one: CaseReport, row: RowReport | undefined, step: StepReport): string =>
  [suite.name, caseName(one, row), step.name].map(oneLine).join(' > ')

/** The steps of a case outside rows, or of one row without those of rows inside it. */
export const ownSteps = ({ steps = [] }: CaseReport | RowReport): StepReport[] =>
  steps.filter((step) => step.outcome === undefined || isOwn(step))

const indented = (text: string, by: string): string[] =>
  printable(text)
    .split('\n')
    .map((line) => `${by}${line}`)

/**
 * Why a step did not pass, as every report tells it: each check with what was expected and found, or the error with what
 * to do, and the request that it is about. Lines, the first ones without indent.
 */
export function describeFailure(step: StepReport): string[] {
  const lines: string[] = []
  for (const { subject, expected, actual } of step.checks ?? []) {
    lines.push(oneLine(subject), `  ${texts.expected} ${oneLine(expected)}`, `  ${texts.actual} ${oneLine(actual)}`)
  }
  if (step.outcome !== 'failed' || lines.length === 0) {
    lines.push(...indented(step.message ?? texts.outcomes[step.outcome ?? 'cancelled'], ''))
  }
  if (step.hint !== undefined) lines.push(...indented(step.hint, ''))
  if (step.cause !== undefined) lines.push(...indented(`${texts.cause} ${step.cause}`, ''))
  if (step.summary !== undefined) lines.push(`${texts.after} ${oneLine(step.summary)}`)
  return lines
}

/** True for a step that a report has to explain. */
export const needsExplaining = ({ outcome }: StepReport): boolean => outcome === 'failed' || outcome === 'broken'

/** What a run came to: `Failed: 12 passed, 1 failed, 3 skipped`. */
export const resultLine = ({ outcome, counts }: Pick<Report, 'outcome' | 'counts'>): string =>
  `${texts.outcomes[outcome ?? 'cancelled']}: ${describeCounts(counts)}`
