import { predicateFacts, type PredicateName } from './facts.ts'
import { checkTexts as texts } from './texts.ts'

/**
 * True for a predicate that is compared with nothing, or with a value in a separate key: a check with it has no `value`, every
 * other one has.
 */
const standsAlone = (name: PredicateName): boolean => ['none', 'snapshot'].includes(predicateFacts[name].expects)

/**
 * Why a rule can't mean what it says: without its value `equals` would ask for nothing to be there; `exists` with `false` would
 * say the opposite of what is meant. `value`: the value itself is what is wrong.
 */
export function problemOfExpected({
  is,
  value,
}: {
  is: PredicateName
  value?: unknown
}): { text: string; of?: 'value' } | undefined {
  if (!standsAlone(is)) return value === undefined ? { text: texts.lacksValue(is) } : undefined
  return value === undefined ? undefined : { text: texts.needlessValue(is), of: 'value' }
}
