import { predicateFacts, predicateNames, type Expectation, type PredicateName } from '#engine/checks/facts.ts'
import { sourceFacts, sourceNames } from '#engine/extractors/facts.ts'
import type { Check } from '#engine/steps/assertion/schema.ts'
import { changeSource } from '../values/sources.ts'

/** Expectations that are edited in the same field keep what was typed there. */
const fieldOf = (expects: Expectation): Expectation => (expects === 'pattern' ? 'value' : expects)

/** Changes the predicate in place; the expected value is kept where it still makes sense, else replaced by a start value. */
export function changePredicate(check: Check, predicate: PredicateName): void {
  const before = fieldOf(predicateFacts[check.is].expects)
  const after = fieldOf(predicateFacts[predicate].expects)
  const { value } = check
  check.is = predicate
  pairWithSource(check, 'source')
  if (after !== 'snapshot') {
    delete check.snapshot
    delete check.ignore
  }
  if (after === 'none' || after === 'snapshot') delete check.value
  else if (before === after) return
  else if (after === 'two') check.value = [single(value, 0), single(value, 0)]
  else if (after === 'list') check.value = value === undefined || before !== 'value' ? [] : [value]
  else if (after === 'type') check.value = 'string'
  else if (after === 'schema') check.value = {}
  else check.value = single(value, '')
}

const wholeSource = sourceNames.find((name) => sourceFacts[name].whole)
const wholePredicate = predicateNames.find((name) => predicateFacts[name].ofAnswer)

/** The answer as a whole goes with what judges it, and with nothing else: `changing` is what is made to fit. */
export function pairWithSource(check: Check, changing: 'source' | 'predicate'): void {
  const { whole } = sourceFacts[check.source]
  const { ofAnswer } = predicateFacts[check.is]
  if (whole !== ofAnswer && changing === 'source') changeSource(check, (ofAnswer && wholeSource) || usual.source)
  else if (whole !== ofAnswer) {
    check.is = (whole && wholePredicate) || usual.is
    if (whole) delete check.value
    else check.value = usual.value
  }
  if (!predicateFacts[check.is].ofAnswer) {
    delete check.api
    delete check.operation
  }
}

const single = (value: unknown, otherwise: unknown): unknown => {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return first === undefined || (typeof first === 'object' && first !== null) ? otherwise : first
}

/** A check to start with: the most common one that isn't there yet; of a variable, if one is given. */
export function newCheck(taken: readonly Check[], variable?: string): Check {
  if (variable !== undefined) return { source: 'variable', name: variable, not: false, is: 'exists' }
  return taken.some(({ source }) => source === usual.source)
    ? { source: 'json', path: '$', not: false, is: 'exists' }
    : { ...usual }
}

const usual: Check = { source: 'status', not: false, is: 'equals', value: 200 }
