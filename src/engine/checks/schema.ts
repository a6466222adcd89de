import * as v from 'valibot'

/** The names of all predicates; `checks/index.ts` has one function for each. */
export const predicateNames = [
  'equals',
  'contains',
  'starts-with',
  'ends-with',
  'matches',
  'exists',
  'is-empty',
  'is-type',
  'less-than',
  'at-most',
  'greater-than',
  'at-least',
  'between',
  'one-of',
  'has-length',
  'matches-schema',
  'is-json',
  'is-iso-date',
  'is-uuid',
] as const
/** One of {@link predicateNames}. */
export type PredicateName = (typeof predicateNames)[number]

/** A predicate in the file. */
export const predicateName = v.picklist(predicateNames)
