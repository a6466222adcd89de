import { factsOf } from './facts.ts'
import type { AnyStep } from './schemas.ts'
import type { WrittenVariable } from './step-facts.ts'

/** The variables that a step sets. */
export const variablesSet = (step: AnyStep): WrittenVariable[] => factsOf(step).writes?.(step) ?? []

/** Whether a name is a variable that a step sets, or one of those beside it: `<token>.id_token`. */
export const isSetAs = ({ name, members }: WrittenVariable, wanted: string): boolean =>
  wanted === name || (members !== undefined && wanted.startsWith(`${name}.`))

/** The step with what it sets kept in its case; the step itself is changed. */
export function keepInCase<S extends AnyStep>(step: S): S {
  for (const { scopePlace } of variablesSet(step)) {
    const key = scopePlace?.at(-1)
    if (scopePlace === undefined || key === undefined) continue
    let holder: unknown = step
    for (const part of scopePlace.slice(0, -1)) holder = Reflect.get(Object(holder), part)
    Reflect.set(Object(holder), key, 'TestCase')
  }
  return step
}
