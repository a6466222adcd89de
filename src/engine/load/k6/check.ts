import { describeRule } from '#engine/checks/describe.ts'
import { problemOfExpected } from '#engine/checks/expected.ts'
import { predicateFacts } from '#engine/checks/facts.ts'
import { sourceFacts } from '#engine/extractors/facts.ts'
import { describeSource } from '#engine/extractors/source.ts'
import type { Check } from '#engine/steps/assertion/schema.ts'
import { objectOf, type Code } from './code.ts'
import type { LookedAt } from './checked-request.ts'
import { NoCounterpart } from './no-counterpart.ts'
import { holdsCode } from './predicates.ts'
import type { Script } from './script.ts'
import { sourceCode } from './sources.ts'
import { k6Texts as texts } from './texts.ts'

const longestName = 150

/** The checks of a step as an object of functions, by what they say. */
export function checksCode(checks: readonly Check[], request: LookedAt | undefined, script: Script): Code {
  const taken = new Set<string>()
  return objectOf(
    checks.map((check) => {
      const code = conditionCode(check, request, script)
      const head = code.includes('answer') ? '(answer)' : '()'
      return [nameOf(check, taken), { open: `${head} =>`, items: [code], close: '', gap: [' ', ''], between: '' }]
    }),
    true,
  )
}

/** Whether a check holds, as an expression of `answer`. Throws NoCounterpart. */
export function conditionCode(check: Check, request: LookedAt | undefined, script: Script): string {
  const { ofAnswer, ofText } = predicateFacts[check.is]
  if (problemOfExpected(check)) throw new NoCounterpart(texts.expected(check.is))
  // Whether a body is JSON is asked of its text.
  const source = ofText && sourceFacts[check.source].parses ? ({ source: 'text' } as const) : check
  return holdsCode({ check, actual: ofAnswer ? '' : sourceCode(source, script), request, script })
}

/** What a check says, once in its step; `::` parts groups in k6. */
function nameOf(check: Check, taken: Set<string>): string {
  const { ofAnswer, expects } = predicateFacts[check.is]
  const isLong = ofAnswer || expects === 'snapshot' || expects === 'schema'
  const rule = describeRule(isLong ? { is: check.is, not: check.not } : check)
  const whole = [describeSource(check), rule, ofAnswer ? (check.operation ?? '') : ''].join(' ').trim()
  const text = (whole.length > longestName ? `${whole.slice(0, longestName - 1)}…` : whole)
    .replaceAll('::', ': :')
    .replaceAll('\n', ' ')
  for (let number = 1; ; number++) {
    const name = number === 1 ? text : `${text} (${number})`
    if (taken.has(name)) continue
    taken.add(name)
    return name
  }
}
