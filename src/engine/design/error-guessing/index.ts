import { AssayError } from '#engine/base/errors.ts'
import { checkNames } from '../classes.ts'
import type { Derive } from '../method.ts'
import { coverageOf, type CoverageItem, type DesignTest, type InfeasibleItem, type Value } from '../result.ts'
import { designTexts } from '../texts.ts'
import { catalogue, notFor, wholeGuesses, wholeParameter } from './catalogue.ts'
import type { ErrorGuessingDesign } from './schema.ts'

const texts = designTexts.guesses

/**
 * Error guessing (ISO/IEC/IEEE 29119-4, 5.4; ISTQB CTFL v4, 4.4.1) by a catalogue: for each field what its type makes likely to
 * go wrong, one guess in a test. What doesn't apply is named with its reason. Whether a guess is rejected is the API's choice;
 * a crash is not.
 */
export const deriveErrorGuessing: Derive<ErrorGuessingDesign> = function* ({ parameters, body, without }) {
  checkNames(parameters)
  const known = new Set<string>([...catalogue, ...wholeGuesses].map(({ id }) => id))
  const unknown = without.find((one) => !known.has(one))
  if (unknown !== undefined) throw new AssayError('design-unusable', texts.unknownGuess(unknown))
  yield
  const items: CoverageItem[] = []
  const infeasible: InfeasibleItem[] = []
  const tests: DesignTest[] = []
  const add = (id: string, text: string, parameter: string, value: Value, because: string | undefined): void => {
    items.push({ id, text })
    if (because !== undefined) {
      infeasible.push({ item: id, because: [because] })
      return
    }
    const values = Object.create(null) as Record<string, Value>
    for (const one of parameters) values[one.name] = one.value
    if (body) values[wholeParameter.name] = wholeParameter.nothing
    values[parameter] = value
    tests.push({ values, valid: false, invalid: parameter, expected: { status: '<500' }, covers: [id] })
  }
  for (const [at, parameter] of parameters.entries()) {
    for (const guess of catalogue) {
      if (without.includes(guess.id)) continue
      const same = guess.value === parameter.value ? texts.sameValue : undefined
      add(
        `${at + 1}.${guess.id}`,
        texts.item(parameter.name, guess.text),
        parameter.name,
        guess.value,
        notFor(guess, parameter) ?? same,
      )
    }
    yield
  }
  for (const { id, text, value } of body ? wholeGuesses : [])
    if (!without.includes(id)) add(`r.${id}`, text, wholeParameter.name, value, undefined)
  if (tests.length === 0) throw new AssayError('design-unusable', texts.none)
  return {
    method: 'error-guessing',
    items,
    infeasible,
    tests,
    coverage: coverageOf(items, infeasible, tests),
    bound: tests.length,
    notes: [texts.note],
  }
}
