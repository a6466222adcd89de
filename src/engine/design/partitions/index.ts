import { checkNames, valuesOf } from '../classes.ts'
import { deriveCombinations } from '../combinations/index.ts'
import type { Derive } from '../method.ts'
import type { Better, CoverageItem, Outline } from '../result.ts'
import { designTexts } from '../texts.ts'
import type { PartitionsDesign } from './schema.ts'

/**
 * Each class once (ISO/IEC/IEEE 29119-4, 5.2.1): valid classes of all parameters together in as few tests as there are classes of one (each
 * choice, unless `combine` says otherwise), invalid ones one in a test, with valid values for all else.
 */
export const derivePartitions: Derive<PartitionsDesign> = function* (design, controls) {
  checkNames(design.parameters)
  const given = design.parameters.map(valuesOf)
  const steps = deriveCombinations(
    {
      name: design.name,
      seed: design.seed,
      method: 'combinations',
      parameters: given.map(({ parameter }) => parameter),
      constraints: design.constraints ?? [],
      strength: Math.min(2, given.length),
      groups: [],
      combine: design.combine ?? 'each-choice',
      invalid: 'once',
      rows: [],
    },
    controls,
  )
  // A class is called by its name, not by the value that represents it.
  const item = ({ id }: Pick<CoverageItem, 'id'>): CoverageItem => ({ id, text: textOf(id) })
  const named = ({ tests, items, result, outline }: Better): Better => ({
    tests,
    ...(items !== undefined && { items }),
    *result() {
      const whole = yield* result()
      return { ...whole, method: 'partitions', items: whole.items.map(item) }
    },
    ...(outline && {
      *outline() {
        const { ruledOut, added, ...rest }: Outline = yield* outline()
        return {
          ...rest,
          method: 'partitions',
          ruledOut: (most) => ruledOut(most).map((one) => ({ ...one, text: textOf(one.item) })),
          added: (test, most) => added(test, most).map(item),
        }
      },
    }),
  })
  const textOf = (id: string): string =>
    designTexts.tuple(
      id.split('-').map((part) => {
        const [parameter = 0, value = 0] = part.split('.').map(Number)
        const one = given[parameter - 1]
        return designTexts.pair(one?.parameter.name ?? '', one?.names[value - 1] ?? '')
      }),
    )
  for (;;) {
    const step = steps.next()
    if (step.done) return named(step.value)
    yield step.value && named(step.value)
  }
}
