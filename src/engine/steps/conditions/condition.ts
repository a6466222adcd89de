import type { Check } from '../check-schema.ts'
import { code, divider, words, type SummaryPart } from '../summary.ts'

const longestValue = 30

/** What has to hold, in front of what a step does: `if token not exists · `; nothing without a condition. */
export const conditionSummary = (onlyIf: readonly Check[] = []): SummaryPart[] =>
  onlyIf.length === 0
    ? []
    : [...onlyIf.flatMap((check, index) => [words(index === 0 ? 'if ' : ' and '), ...checkSummary(check)]), divider]

/** The same as plain text, without what divides it from the rest. */
export const conditionText = (onlyIf?: readonly Check[]): string =>
  conditionSummary(onlyIf)
    .slice(0, -1)
    .map(({ text }) => text)
    .join('')

function checkSummary({ source, name, path, not, is, value }: Check): SummaryPart[] {
  const compared = value === undefined ? '' : ` ${JSON.stringify(value)}`
  const shown = compared.length > longestValue ? `${compared.slice(0, longestValue)}…` : compared
  return [code(name || path || source), words(`${not ? ' not' : ''} ${is.replaceAll('-', ' ')}${shown}`)]
}
