/**
 * What a predicate is compared with: nothing, a value, a regular expression, two values, a list, the name of a type, a JSON Schema, what was
 * kept of an earlier answer. */
export type Expectation = 'none' | 'value' | 'pattern' | 'two' | 'list' | 'type' | 'schema' | 'snapshot'

/** What is known of a predicate without loading the code that judges. */
export interface PredicateFacts {
  /** As the select shows it. */
  title: string
  expects: Expectation
  /** What was found makes a sensible expected value. */
  takesActual?: true
  /** It asks whether there is anything at all. */
  asksPresence?: true
  /** A number has its place before or behind another: none with a string. */
  orders?: true
  /** It asks how a string is written, so the check reads the text itself from a source that parses it. */
  ofText?: true
  /** It judges the answer as a whole, by the API and the operation that the check names: it goes with a source that gives that. */
  ofAnswer?: true
}

const list = {
  equals: { title: 'equals', expects: 'value', takesActual: true },
  contains: { title: 'contains', expects: 'value' },
  'starts-with': { title: 'starts with', expects: 'value' },
  'ends-with': { title: 'ends with', expects: 'value' },
  matches: { title: 'matches (regular expression)', expects: 'pattern' },
  exists: { title: 'exists', expects: 'none', asksPresence: true },
  'is-empty': { title: 'is empty', expects: 'none' },
  'is-type': { title: 'is of type', expects: 'type' },
  'less-than': { title: 'is less than', expects: 'value', orders: true },
  'at-most': { title: 'is at most', expects: 'value', orders: true },
  'greater-than': { title: 'is greater than', expects: 'value', orders: true },
  'at-least': { title: 'is at least', expects: 'value', orders: true },
  between: { title: 'is between', expects: 'two' },
  'one-of': { title: 'is one of', expects: 'list' },
  'has-length': { title: 'has length', expects: 'value' },
  'matches-schema': { title: 'matches JSON Schema', expects: 'schema' },
  'matches-snapshot': { title: 'matches snapshot', expects: 'snapshot' },
  'is-json': { title: 'is JSON', expects: 'none', ofText: true },
  'is-iso-date': { title: 'is an ISO date', expects: 'none' },
  'is-uuid': { title: 'is a UUID', expects: 'none' },
  'conforms-to-api': { title: 'conforms to its API', expects: 'none', ofAnswer: true },
} satisfies Record<string, PredicateFacts>

/** A predicate's name in the file. */
export type PredicateName = keyof typeof list

/** Every predicate by its name, in the order of menus: the list that says which there are. `checks/index.ts` has their functions. */
export const predicateFacts: Readonly<Record<PredicateName, PredicateFacts>> = list

/** The names of {@link predicateFacts}, in their order. */
export const predicateNames = Object.keys(list) as PredicateName[]

/** The types that a predicate can expect: those of JSON; `integer` is a number without a fraction. */
export const expectedTypes = ['string', 'number', 'integer', 'boolean', 'null', 'object', 'array'] as const

/** Whether a check asks for one value. */
export const asksEqual = ({ is }: { is: string }): boolean => is === 'equals'
