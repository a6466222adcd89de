import { predicateFacts, predicateNames, type PredicateName } from '#engine/checks/facts.ts'
import { assertionTexts } from './texts.ts'

const groups = {
  value: ['equals', 'one-of', 'exists'],
  text: ['contains', 'starts-with', 'ends-with', 'matches'],
  number: ['less-than', 'at-most', 'greater-than', 'at-least', 'between'],
  type: ['is-type'],
  collection: ['is-empty', 'has-length'],
  format: ['is-json', 'is-iso-date', 'is-uuid', 'matches-schema', 'matches-snapshot', 'conforms-to-api'],
} as const satisfies Record<string, readonly PredicateName[]>

/** Every predicate once, in groups: negation is the switch beside the list. */
export const predicateOptions: readonly { value: PredicateName; label: string; group: string }[] = (
  Object.keys(groups) as (keyof typeof groups)[]
).flatMap((group) =>
  groups[group].map((is) => ({ value: is, label: predicateFacts[is].title, group: assertionTexts.groups[group] })),
)

/** The predicate of a value of the list; undefined if there is none. */
export const predicateOf = (value: string): PredicateName | undefined => predicateNames.find((name) => name === value)
