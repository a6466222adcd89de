import type { Case } from '#engine/project/format/schema.ts'
import type { Report } from '#engine/runner/report/report.ts'
import { predicateFacts } from '#engine/checks/facts.ts'
import { takesStatus } from '#engine/extractors/facts.ts'
import type { Check } from '#engine/steps/assertion/schema.ts'
import { isAssertionStep } from '#engine/steps/assertion/facts.ts'

/** A check of a status that failed. */
export interface StatusCheck {
  case: string
  step: string
  /** Its place in the step. */
  index: number
  /** The check against the API definition that failed with it, because the definition doesn't contain the status. */
  conforms: number | undefined
  name: string
}

/** Checks that expected one status and were answered another one. */
export interface UnexpectedStatus {
  expected: string
  actual: number
  checks: StatusCheck[]
}

/**
 * The checks of statuses that failed in a run, equal ones together, the most frequent first; `caseOf` gives a case as it is
 * now. Checks that were changed since, and those in rows, are omitted.
 */
export function unexpectedStatuses(report: Report, caseOf: (id: string) => Case | undefined): UnexpectedStatus[] {
  const kinds = new Map<string, UnexpectedStatus>()
  for (const ran of report.suites.flatMap(({ cases }) => cases)) {
    const one = caseOf(ran.id)
    for (const { id, outcome, checks = [] } of ran.steps) {
      const step = outcome === 'failed' ? one?.steps.find((found) => found.id === id) : undefined
      if (!step || !isAssertionStep(step)) continue
      const failed = checks.filter(({ passed }) => !passed)
      for (const { index, expected, actual } of failed) {
        const check = step.checks[index]
        const status = Number(/^number (\d{3})$/.exec(actual)?.[1])
        if (!check || !takesStatus(check) || check.not || Number.isNaN(status)) continue
        const key = `${expected}\n${status}`
        const kind = kinds.get(key) ?? { expected: expected.replace(/^equals number /, ''), actual: status, checks: [] }
        kinds.set(key, kind)
        const conforms = failed.find((other) => isOfAnswer(step.checks[other.index]) && isUndocumented(status, other.actual))
        kind.checks.push({ case: ran.id, step: id, index, conforms: conforms?.index, name: ran.name })
      }
    }
  }
  return [...kinds.values()].toSorted((a, b) => b.checks.length - a.checks.length)
}

/** Matches the text of `statusNotDocumented` in `engine/api/texts.ts`, also as earlier versions wrote it into reports. */
const isUndocumented = (status: number, text: string): boolean =>
  ["isn't", 'is not'].some((verb) => text.includes(`${status} ${verb} documented`))

/** Whether a check compares an answer with the description of its API. */
const isOfAnswer = (check: Check | undefined): boolean => check !== undefined && predicateFacts[check.is].ofAnswer === true

/** Makes checks expect what was answered; a check against a description that does not know the status goes. */
export function acceptStatus({ actual, checks }: UnexpectedStatus, caseOf: (id: string) => Case | undefined): void {
  // From the last one on: what goes moves those behind it.
  for (const { case: id, step: stepId, index, conforms } of checks.toReversed()) {
    const step = caseOf(id)?.steps.find((one) => one.id === stepId)
    if (!step || !isAssertionStep(step)) continue
    const check = step.checks[index]
    if (!check || !takesStatus(check)) continue
    step.checks[index] = { ...check, is: 'equals', value: actual }
    if (conforms !== undefined && isOfAnswer(step.checks[conforms])) step.checks.splice(conforms, 1)
  }
}
