import type { Step } from '#engine/project/schema.ts'
import type { StepReport } from '#engine/runner/report.ts'
import { describeStep } from '../steps/describe.ts'
import { grantTitles } from '../steps/texts.ts'
import { texts } from './texts.ts'

/** A piece of a step's line: words, code, or a `${variable}` inside code. */
export interface SummaryPart {
  text: string
  as: 'words' | 'code' | 'variable'
}

const words = (text: string): SummaryPart => ({ text, as: 'words' })
const code = (text: string): SummaryPart => ({ text, as: 'code' })

/** What a step does, in one line; of a step that did not pass what was wrong. */
export function summaryOf(step: Step, result?: StepReport): SummaryPart[] {
  const wrong = result && problemOf(step, result)
  if (wrong) return wrong
  switch (step.kind) {
    case 'oauth2':
      return [words(`OAuth2 · ${grantTitles[step.grantType]} → `), code(step.variableName)]
    case 'send-request':
      return [words(`${step.method} `), ...(step.url ? template(step.url) : [words(texts.noUrl)])]
    case 'assertion':
      return [words(step.checks.length === 0 ? texts.noChecks : texts.checks(step.checks.length))]
    case 'data-transfer':
      return transfers(step.transfers)
    default:
      return [words((describeStep[step.kind] as (one: Step) => string)(step))]
  }
}

/** The parts of a template: references apart from the text between them. */
export function template(text: string): SummaryPart[] {
  return text
    .split(/(\$\{[^}]*\})/)
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('${') ? { text: part, as: 'variable' } : code(part)))
}

/** The line as plain text, for tooltips and search. */
export const summaryText = (parts: readonly SummaryPart[]): string => parts.map((part) => part.text).join('')

function transfers(all: Extract<Step, { kind: 'data-transfer' }>['transfers']): SummaryPart[] {
  const [first] = all
  if (!first) return [words(texts.noTransfers)]
  const from = first.path ?? first.name ?? first.source
  const more = all.length > 1 ? [words(` +${all.length - 1}`)] : []
  return [code(from), words(' → '), code(first.to), ...more]
}

function problemOf(step: Step, result: StepReport): SummaryPart[] | undefined {
  if (result.outcome === 'failed') {
    const failed = result.checks?.find((check) => !check.passed)
    if (!failed) return undefined
    const [, source = '', subject = failed.subject] = /^(json|xml|variable) (.*)$/.exec(failed.subject) ?? []
    const named = source ? code(subject) : words(failed.subject)
    const count = step.kind === 'assertion' ? [words(`${texts.checks(step.checks.length)} · `)] : []
    return [...count, named, words(` is ${plain(failed.actual)}, expected ${plain(failed.expected)}`)]
  }
  return result.outcome === 'broken' && result.message ? [words(result.message)] : undefined
}

/** `equals string "open"` as `"open"`, for the short line; the run panel shows the types. */
const plain = (described: string) =>
  described.replace(/^equals /, '').replace(/^(string|number|boolean) (?=["\d-]|true|false)/, '')
