import { predicateFacts, predicateNames, type PredicateName } from '#engine/checks/facts.ts'

/** What a check asks, as one choice: a predicate, or that it does not hold. */
export interface PredicateChoice {
  is: PredicateName
  not: boolean
}

/** The title of a predicate's contrary: `is empty` → `is not empty`, `matches snapshot` → `does not match snapshot`. */
export function contrary(title: string): string {
  if (title.startsWith('is ')) return `is not ${title.slice(3)}`
  const [verb = '', ...rest] = title.split(' ')
  const base = verb === 'has' ? 'have' : verb.replace(/(?<=ch|sh|ss|x)es$|s$/, '')
  return ['does not', base, ...rest].join(' ')
}

/** How a choice is written in the list. */
export const valueOf = ({ is, not }: PredicateChoice): string => (not ? `not ${is}` : is)

/** The choice of a value of the list; undefined: of none. */
export function choiceOf(value: string): PredicateChoice | undefined {
  const not = value.startsWith('not ')
  const is = predicateNames.find((name) => name === (not ? value.slice(4) : value))
  return is && { is, not }
}

/** Every predicate, then every contrary. */
export const predicateOptions: readonly { value: string; label: string }[] = [false, true].flatMap((not) =>
  predicateNames.map((is) => {
    const { title } = predicateFacts[is]
    return { value: valueOf({ is, not }), label: not ? contrary(title) : title }
  }),
)
