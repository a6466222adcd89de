import { conformsToApi } from './conforms-to-api.ts'
import { contains, endsWith, oneOf, startsWith } from './containing.ts'
import { equal } from './equal.ts'
import type { PredicateName } from './facts.ts'
import { isIsoDate, isJson, isUuid } from './formats.ts'
import { matchesSchema } from './matches-schema.ts'
import { matchesSnapshot } from './matches-snapshot.ts'
import { matches } from './matches.ts'
import { atLeast, atMost, between, greaterThan, lessThan } from './order.ts'
import type { Predicate, Verdict } from './predicate.ts'
import { exists, hasLength, isEmpty, isType } from './shape.ts'

/** Every predicate by its name in the file. */
export const predicates = {
  equals: equal,
  contains,
  'starts-with': startsWith,
  'ends-with': endsWith,
  matches,
  exists,
  'is-empty': isEmpty,
  'is-type': isType,
  'less-than': lessThan,
  'at-most': atMost,
  'greater-than': greaterThan,
  'at-least': atLeast,
  between,
  'one-of': oneOf,
  'has-length': hasLength,
  'matches-schema': matchesSchema,
  'matches-snapshot': matchesSnapshot,
  'is-json': isJson,
  'is-iso-date': isIsoDate,
  'is-uuid': isUuid,
  'conforms-to-api': conformsToApi,
} as const satisfies Record<PredicateName, Predicate>

const verdictOf = (answer: boolean | Verdict, not: boolean): Verdict => {
  const verdict = typeof answer === 'boolean' ? { holds: answer } : answer
  return not ? { ...verdict, holds: !verdict.holds } : verdict
}

/**
 * Judges what was found by a rule, at once where that is possible. `actual` is undefined if nothing was found. Throws or
 * rejects with AssayError `bad-expression` or `deadline` if the rule can't be judged.
 */
export function judge(rule: { is: PredicateName; not?: boolean; value?: unknown }, actual: unknown): Verdict | Promise<Verdict> {
  const answer = (predicates[rule.is] as Predicate)(actual, rule.value)
  const not = rule.not ?? false
  return answer instanceof Promise ? answer.then((one) => verdictOf(one, not)) : verdictOf(answer, not)
}
