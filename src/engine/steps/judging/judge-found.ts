import { AssayError } from '#engine/base/errors.ts'
import { asksEqual, predicateFacts } from '#engine/checks/facts.ts'
import { judge } from '#engine/checks/index.ts'
import { isNumeric } from '#engine/checks/numbers.ts'
import type { Verdict } from '#engine/checks/predicate.ts'
import { sourceFacts } from '#engine/extractors/facts.ts'
import { extract } from '#engine/extractors/index.ts'
import type { Readable } from '#engine/extractors/source.ts'
import type { Check } from '../check-schema.ts'

/** What a check came to; `unreadable`: why its source can't be looked into, which is neither here nor there for `not`. */
export type JudgedCheck = { unreadable: string } | JudgedValue

interface JudgedValue {
  /** What was found, without what the check ignores. */
  value: unknown
  /** Set where only the start of the value is there: how many characters, items or keys the whole has. */
  size?: number | undefined
  /** What it was compared with. */
  expected: unknown
  verdict: Verdict
}

/** Takes the value of a check's source and judges it; `expected` has its templates resolved. Rejects with AssayError if that makes no sense. */
export async function judgeFound(check: Check, expected: unknown, from: Readable): Promise<JudgedCheck> {
  const { expects } = predicateFacts[check.is]
  const lasting =
    expects === 'snapshot' && check.ignore
      ? await (await import('#engine/extractors/without-paths.ts')).withoutPaths(check.ignore)
      : same
  const found = await look(check, from)
  if ('unreadable' in found) return found
  const value = lasting(found.value)
  const wanted = comparable(lasting(expected), value, check)
  const answer = judge({ is: check.is, not: check.not, value: wanted }, value)
  return { value, expected: wanted, verdict: answer instanceof Promise ? await answer : answer }
}

const same = (value: unknown): unknown => value

/** Variables hold texts: one that stands alone for a limit, or for what is always a number, is compared as the number that it spells. */
function comparable(expected: unknown, actual: unknown, check: Check): unknown {
  const { value, is, source } = check
  if (typeof expected !== 'string' || typeof value !== 'string' || !isNumeric(actual)) return expected
  const spelled = /^\$\{[^${}]+\}$/.test(value) && /^-?\d{1,15}(\.\d{1,15})?$/.test(expected.trim())
  const compares = predicateFacts[is].orders || (asksEqual(check) && sourceFacts[source].counts)
  return spelled && compares ? Number(expected) : expected
}

async function look(check: Check, from: Readable): Promise<{ value: unknown } | { unreadable: string }> {
  // Whether a body is JSON is asked of its text, not of what it parses to.
  const ofText = predicateFacts[check.is].ofText && sourceFacts[check.source].parses
  const source = ofText ? ({ source: 'text' } as const) : check
  try {
    const value = extract(source, from)
    return { value: value instanceof Promise ? ((await value) as unknown) : value }
  } catch (thrown) {
    if (thrown instanceof AssayError && thrown.code === 'nothing-found') return { unreadable: thrown.message }
    throw thrown
  }
}
