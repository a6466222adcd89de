import { checkClasses, nominalOf, valueIn, type ClassedParameter, type ValueClass } from '../classes.ts'
import type { Derive } from '../method.ts'
import { coverageOf, type CoverageItem, type DesignTest, type Value } from '../result.ts'
import { designTexts } from '../texts.ts'
import type { PartitionsDesign } from './schema.ts'

/**
 * Each class once (ISO/IEC/IEEE 29119-4, 5.2.1): valid classes of all parameters together in as few tests as there are classes of one (each
 * choice), invalid ones one in a test, with valid values for all else.
 */
export const derivePartitions: Derive<PartitionsDesign> = function* ({ parameters }) {
  checkClasses(parameters)
  yield
  const idOf = (parameter: number, one: ValueClass): string =>
    `${parameter + 1}.${(parameters[parameter]?.classes.indexOf(one) ?? 0) + 1}`
  const items = parameters.flatMap(({ name, classes }, at) =>
    classes.map((one): CoverageItem => ({ id: idOf(at, one), text: designTexts.pair(name, one.name) })),
  )
  const valid = parameters.map(({ classes }) => classes.filter((one) => one.valid))
  const tests: DesignTest[] = []
  for (let turn = 0; turn < Math.max(...valid.map(({ length }) => length)); turn++) {
    const chosen = valid.map((classes) => classes[turn % classes.length])
    const values = valuesOf(parameters, (at, { step }) => (chosen[at] ? valueIn(chosen[at], step) : 0))
    tests.push({ values, valid: true, covers: chosen.flatMap((one, at) => (one ? [idOf(at, one)] : [])) })
  }
  for (const [at, { name, classes }] of parameters.entries())
    for (const one of classes.filter((each) => !each.valid)) {
      const values = valuesOf(parameters, (other, parameter) =>
        other === at ? valueIn(one, parameter.step) : nominalOf(parameter),
      )
      const others = parameters.flatMap((_, other) => (other !== at && valid[other]?.[0] ? [idOf(other, valid[other][0])] : []))
      tests.push({ values, valid: false, invalid: name, covers: [...others, idOf(at, one)] })
    }
  return {
    method: 'partitions',
    items,
    infeasible: [],
    tests,
    coverage: coverageOf(items, [], tests),
    bound: tests.length,
    notes: [],
  }
}

function valuesOf(
  parameters: readonly ClassedParameter[],
  valueAt: (at: number, parameter: ClassedParameter) => Value,
): Record<string, Value> {
  const values = Object.create(null) as Record<string, Value>
  for (const [at, parameter] of parameters.entries()) values[parameter.name] = valueAt(at, parameter)
  return values
}
