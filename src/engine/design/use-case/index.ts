import { AssayError } from '#engine/base/errors.ts'
import { nearest } from '#engine/base/nearest-name.ts'
import type { Derive } from '../method.ts'
import { coverageOf, type CoverageItem, type DesignTest } from '../result.ts'
import { designTexts } from '../texts.ts'
import type { UseCaseDesign } from './schema.ts'

const texts = designTexts.useCase

/** Scenarios of a use case (ISO/IEC/IEEE 29119-4, 5.2.9): the main flow once, and each extension once with nothing else out of the way. */
export const deriveUseCase: Derive<UseCaseDesign> = function* ({ steps, extensions }) {
  const refuse = (text: string): never => {
    throw new AssayError('design-unusable', text)
  }
  if (steps.length === 0) refuse(texts.noSteps)
  const placeOf = (step: string, extension: string): number => {
    const at = steps.indexOf(step)
    if (at !== steps.lastIndexOf(step)) refuse(texts.twice(step, extension))
    return at >= 0 ? at : refuse(texts.unknown(extension, step, nearest(step, [...steps])[0]))
  }
  const names = extensions.map(({ name }) => name)
  const double = names.find((one, at) => names.indexOf(one) < at)
  if (double !== undefined) refuse(texts.doubleExtension(double))
  yield
  const main: DesignTest = { values: {}, valid: true, events: [...steps], covers: ['main'] }
  const others = extensions.map(({ name, at, steps: own, back, fails }, index): DesignTest => {
    const until = steps.slice(0, placeOf(at, name))
    const rest = back === undefined ? [] : steps.slice(placeOf(back, name))
    if (until.length + own.length + rest.length === 0) refuse(texts.nothingHappens(name))
    return {
      values: {},
      valid: !fails,
      ...(fails && { invalid: name }),
      events: [...until, ...own, ...rest],
      covers: [`e${index + 1}`],
    }
  })
  const items: CoverageItem[] = [
    { id: 'main', text: texts.main },
    ...extensions.map(({ name, at }, index) => ({ id: `e${index + 1}`, text: texts.extension(name, at) })),
  ]
  const tests = [main, ...others]
  return {
    method: 'use-case',
    items,
    infeasible: [],
    tests,
    coverage: coverageOf(items, [], tests),
    bound: tests.length,
    notes: [],
  }
}
