import { checkClasses, classOf, nominalOf, plus, type ClassedParameter } from '../classes.ts'
import type { Derive } from '../method.ts'
import { coverageOf, type CoverageItem, type DesignTest, type Value } from '../result.ts'
import { designTexts } from '../texts.ts'
import type { BoundariesDesign } from './schema.ts'

const texts = designTexts.classes

/**
 * Boundary values (ISTQB CTFL v4, 4.2.2): with 2 points each end of a class and its neighbour in the next one, with 3 points the end
 * and both neighbours. Each in a test of its own, the other parameters inside of their first valid class.
 */
export const deriveBoundaries: Derive<BoundariesDesign> = function* (design) {
  const { parameters } = design
  checkClasses(parameters)
  yield
  const notes = new Set<string>([design.boundaries === 'all-boundaries' ? texts.allBoundaries : texts.validBoundaries])
  const items: CoverageItem[] = []
  const tests: DesignTest[] = []
  for (const [at, parameter] of parameters.entries())
    for (const value of pointsOf(parameter, design)) {
      const held = classOf(parameter, value)
      if (held === undefined) {
        notes.add(texts.outside(parameter.name, value))
        continue
      }
      const id = `${at + 1}=${value}`
      items.push({ id, text: texts.point(parameter.name, value, held.name) })
      const values = Object.create(null) as Record<string, Value>
      for (const other of parameters) values[other.name] = other === parameter ? value : nominalOf(other)
      tests.push({ values, valid: held.valid, ...(!held.valid && { invalid: parameter.name }), covers: [id] })
    }
  traceNominals(parameters, items, tests)
  return { method: 'boundaries', items, infeasible: [], tests, coverage: coverageOf(items, [], tests), notes: [...notes] }
}

function pointsOf({ classes, step }: ClassedParameter, { points, boundaries }: BoundariesDesign): number[] {
  const values = new Set<number>()
  for (const { from, to, valid } of classes) {
    if (boundaries === 'valid-boundaries' && !valid) continue
    for (const [end, outwards] of [
      [from, -step],
      [to, step],
    ] as const) {
      if (end === undefined) continue
      values.add(end)
      values.add(plus(end, outwards))
      if (points === 3) values.add(plus(end, -outwards))
    }
  }
  return [...values].toSorted((a, b) => a - b)
}

/** A value inside of a small class can be a boundary too: then every test that holds it exercises it. */
function traceNominals(
  parameters: readonly ClassedParameter[],
  items: readonly CoverageItem[],
  tests: readonly DesignTest[],
): void {
  const known = new Set(items.map(({ id }) => id))
  for (const test of tests)
    test.covers = parameters.map(({ name }, at) => `${at + 1}=${String(test.values[name])}`).filter((id) => known.has(id))
}
