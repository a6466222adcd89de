import { predicateFacts, predicateNames, type PredicateName } from '#engine/checks/facts.ts'
import { assertionTexts } from './texts.ts'

/** The group of each predicate, in the order of the menu. */
const groups = {
  equals: 'value',
  'one-of': 'value',
  exists: 'value',
  contains: 'text',
  'starts-with': 'text',
  'ends-with': 'text',
  matches: 'text',
  'less-than': 'number',
  'at-most': 'number',
  'greater-than': 'number',
  'at-least': 'number',
  between: 'number',
  'is-type': 'type',
  'is-empty': 'collection',
  'has-length': 'collection',
  'is-json': 'format',
  'is-iso-date': 'format',
  'is-uuid': 'format',
  'matches-schema': 'format',
  'matches-snapshot': 'format',
  'conforms-to-api': 'format',
} satisfies Record<PredicateName, keyof typeof assertionTexts.groups>

/** Every predicate once, in groups: negation is the switch beside the list. */
export const predicateOptions: readonly { value: PredicateName; label: string; group: string }[] = (
  Object.keys(groups) as (keyof typeof groups)[]
).map((is) => ({ value: is, label: predicateFacts[is].title, group: assertionTexts.groups[groups[is]] }))

/** The predicate of a value of the list; undefined if there is none. */
export const predicateOf = (value: string): PredicateName | undefined => predicateNames.find((name) => name === value)
