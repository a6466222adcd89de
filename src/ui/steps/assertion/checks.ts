import { standsAlone, type Check } from '#engine/steps/assertion/schema.ts'
import type { PredicateName } from '#engine/checks/schema.ts'
import type { SourceName } from '#engine/extractors/schema.ts'

/** What a predicate is compared with: nothing, one value, two, a list, a type's name, a schema. */
export type Expectation = 'none' | 'value' | 'two' | 'list' | 'type' | 'schema'

/** See {@link Expectation}. */
export function expectationOf(predicate: PredicateName): Expectation {
  if (standsAlone(predicate)) return 'none'
  switch (predicate) {
    case 'between':
      return 'two'
    case 'one-of':
      return 'list'
    case 'is-type':
      return 'type'
    case 'matches-schema':
      return 'schema'
    default:
      return 'value'
  }
}

/** Names of types that `is-type` knows. */
export const typeNames = ['string', 'number', 'integer', 'boolean', 'null', 'object', 'array'] as const

/** Changes the predicate in place; the expected value is kept where it still makes sense, else replaced by a start value. */
export function changePredicate(check: Check, predicate: PredicateName): void {
  const before = expectationOf(check.is)
  const after = expectationOf(predicate)
  const { value } = check
  check.is = predicate
  if (after === 'none') delete check.value
  else if (before === after) return
  else if (after === 'two') check.value = [single(value, 0), single(value, 0)]
  else if (after === 'list') check.value = value === undefined || before !== 'value' ? [] : [value]
  else if (after === 'type') check.value = 'string'
  else if (after === 'schema') check.value = {}
  else check.value = single(value, '')
}

const single = (value: unknown, otherwise: unknown): unknown => {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return first === undefined || (typeof first === 'object' && first !== null) ? otherwise : first
}

/** A first check for a source: what people ask of it most. */
export function newCheck(source: SourceName, taken: readonly Check[]): Check {
  if (source === 'status' && !taken.some((check) => check.source === 'status'))
    return { source: 'status', not: false, is: 'equals', value: 200 }
  return { source: 'json', path: '$', not: false, is: 'exists' }
}
