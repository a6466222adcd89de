import type { Concept } from '../glossaries/glossary.ts'
import type { PlanOperation } from '../plan.ts'
import type { Asked } from '../understand/candidate.ts'
import { statusIn } from '../understand/expectations.ts'
import { plainWord, stemOf, wordsOf } from '#engine/case-builder/words.ts'
import { says } from '../understand/reading.ts'

/**
 * What a plan leaves out of what a request says beyond doubt: each part of it is valid, and the whole is still not what was asked for. A small model
 * makes such plans: cases without requests, a success where a refusal is meant.
 */
export function missingIn(operations: readonly PlanOperation[], { reading: { tokens, text } }: Asked): string[] {
  const has = (...wanted: Concept[]) => says(tokens, ...wanted)
  const missing: string[] = []
  for (const [at, one] of operations.entries()) {
    const isEmpty = one.do === 'add_case' && one.operation === undefined && operations[at + 1]?.do !== 'add_step'
    if (isEmpty && !plainWord(text).includes(plainWord(one.name))) missing.push(`operation ${at + 1}: a case without requests`)
  }
  const status = statusIn(tokens)
  if (status !== undefined && !operations.some((one) => JSON.stringify(one).includes(String(status))))
    missing.push(`the request expects status ${status}, and no operation has it`)
  const isDenied = has('refuse', 'invalid', 'without', 'missing') || (has('not') && has('able', 'must', 'expect'))
  if (isDenied && !operations.some(denies))
    missing.push('the request says that something is refused, wrong or left out, and nothing is')
  if (has('delete') && !operations.some(deletes)) missing.push('the request says that something is deleted, and nothing is')
  return missing
}

const denies = (one: PlanOperation): boolean =>
  (one.do === 'recipe' && ['negative', 'boundary', 'partition', 'auth_call', 'decision_table', 'state'].includes(one.recipe)) ||
  (one.do === 'add_step' &&
    (one.refused === true ||
      one.token !== undefined ||
      one.unknown === true ||
      (one.omit?.length ?? 0) > 0 ||
      (one.status ?? 200) >= 400)) ||
  (one.do === 'set_assert' && one.checks.some(({ not, value }) => not === true || (typeof value === 'number' && value >= 400))) ||
  !['recipe', 'add_case', 'add_step', 'set_assert'].includes(one.do)

const deletes = (one: PlanOperation): boolean =>
  one.do === 'remove' ||
  (one.do === 'recipe' && (one.recipe === 'create_delete' || one.recipe === 'crud')) ||
  ('operation' in one && one.operation?.startsWith('DELETE ') === true) ||
  !['recipe', 'add_case', 'add_step', 'add_suite'].includes(one.do)

/** Names of cases that share no word with the request are made up: a case is then called after its requests. */
export function withoutMadeUpNames(operations: readonly PlanOperation[], { reading: { text }, index }: Asked): PlanOperation[] {
  const said = new Set(wordsOf(text).map(stemOf))
  return operations.map((one, at) => {
    const [next] = operations.slice(at + 1)
    if (one.do !== 'add_case' || next?.do !== 'add_step') return one
    const title = new Set(wordsOf(index.operation(next.operation ?? '')?.title ?? '').map(stemOf))
    const words = wordsOf(one.name).map(stemOf)
    const known = words.filter((stem) => stem.length > 2 && (said.has(stem) || title.has(stem)))
    return known.length * 2 >= words.length ? one : { ...one, name: '' }
  })
}
