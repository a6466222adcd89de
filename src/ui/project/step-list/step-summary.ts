import { sourceFacts, type SourceFacts } from '#engine/extractors/facts.ts'
import type { Step } from '#engine/project/format/schema.ts'
import type { StepReport } from '#engine/runner/report/report.ts'
import { conditionSummary } from '#engine/steps/conditions/condition.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { code, divider, words, type SummaryPart } from '#engine/steps/summary.ts'
import { projectTexts as texts } from '../texts.ts'

/** What a step does, in one line; of a step that did not pass what was wrong. */
export function summaryOf(step: Step, result?: StepReport, unchecked = result?.unchecked === true): SummaryPart[] {
  const wrong = result && problemOf(step, result, unchecked)
  return wrong ?? [...conditionSummary(step.onlyIf), ...factsOf(step).summary(step)]
}

/** The line as plain text, for tooltips and search. */
export const summaryText = (parts: readonly SummaryPart[]): string => parts.map((part) => part.text).join('')

function problemOf(step: Step, result: StepReport, unchecked: boolean): SummaryPart[] | undefined {
  if (result.outcome === 'failed') {
    const failed = result.checks?.find((check) => !check.passed)
    if (!failed) return undefined
    const summary = factsOf(step).summary(step)
    const end = summary.indexOf(divider)
    return [
      ...(end < 0 ? summary : summary.slice(0, end)),
      divider,
      named(failed.subject),
      words(` is ${plain(failed.actual)}, expected ${plain(failed.expected)}`),
    ]
  }
  if (unchecked) return [words(texts.unchecked(result.status))]
  const tells = result.outcome === 'broken' || (result.outcome === 'skipped' && step.onlyIf !== undefined)
  return tells && result.message ? [words(result.message)] : undefined
}

/** A path and a variable say by themselves where the value is from: `json $.state` as `$.state`. */
function named(subject: string): SummaryPart {
  const [, source = '', rest] = /^(\S+) (.*)$/.exec(subject) ?? []
  const facts: SourceFacts | undefined = Object.hasOwn(sourceFacts, source) ? Reflect.get(sourceFacts, source) : undefined
  const isPlain = facts?.needs?.key === 'path' || facts?.reads === 'variables'
  return isPlain && rest !== undefined ? code(rest) : words(subject)
}

/** `equals string "open"` as `"open"`, for the short line; the run panel shows the types. */
const plain = (described: string) =>
  described.replace(/^equals /, '').replace(/^(string|number|boolean) (?=["\d-]|true|false)/, '')
