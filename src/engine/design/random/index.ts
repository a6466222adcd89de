import { AssayError } from '#engine/base/errors.ts'
import { seeded, type Draws } from '#engine/templates/seeded.ts'
import { writtenAs } from '../axis.ts'
import { checkNames, isClassed, orderedOf, plus } from '../classes.ts'
import type { ClassedParameter } from '../fields.ts'
import { parseConstraint } from '../combinations/constraint.ts'
import { judge } from '../combinations/nogoods.ts'
import type { Parameter } from '../fields.ts'
import type { Derive } from '../method.ts'
import { coverageOf, type CoverageItem, type DesignTest, type Value } from '../result.ts'
import { designTexts } from '../texts.ts'
import type { RandomDesign } from './schema.ts'

/** Values by chance that a parameter whose values have an order is tried with, and how far beyond an open end. */
const [poolSize, farthest] = [400, 1000]
/** Draws for one test before it is given up. */
const mostDraws = 20_000

/** Random testing (ISO/IEC/IEEE 29119-4, 5.2.10): valid values by chance, each as likely as its weight; the seed repeats them. */
export const deriveRandom: Derive<RandomDesign> = function* ({ parameters, constraints, count }, { seed }) {
  checkNames(parameters)
  const draws = seeded(`random ${seed}`)
  const pools = parameters.map((one) => ({ name: one.name, values: isClassed(one) ? poolOf(one, draws) : valuesByWeight(one) }))
  const conditions = constraints.map((text) => ({ text, condition: parseConstraint(text, pools) }))
  const items: CoverageItem[] = []
  const tests: DesignTest[] = []
  for (let number = 1; number <= count; number++) {
    if (number % 64 === 0) yield
    const row = pools.map(() => 0)
    const broken = new Map<string, number>()
    for (let tries = 0; ; tries++) {
      for (const [at, { values }] of pools.entries()) row[at] = draws.next() % values.length
      const wrong = conditions.filter(({ condition }) => judge(condition, row) === false)
      if (wrong.length === 0) break
      for (const { text } of wrong) broken.set(text, (broken.get(text) ?? 0) + 1)
      if (tries > mostDraws) throw new AssayError('design-unusable', designTexts.random.nothing(mostDraws, [...broken.keys()]))
    }
    const values = Object.create(null) as Record<string, Value>
    for (const [at, pool] of pools.entries()) values[pool.name] = pool.values[row[at] ?? 0] ?? null
    const id = `r${number}`
    items.push({ id, text: designTexts.random.row(number) })
    tests.push({ values, valid: true, covers: [id] })
  }
  return {
    method: 'random',
    items,
    infeasible: [],
    tests,
    coverage: coverageOf(items, [], tests),
    notes: [designTexts.random.note],
  }
}

function valuesByWeight({ name, values }: Parameter): Value[] {
  const found = values.flatMap((one): Value[] => {
    if (one === null || typeof one !== 'object') return [one]
    return one.valid === false ? [] : Array.from({ length: Math.min(one.weight ?? 1, 1000) }, () => one.value)
  })
  if (found.length === 0)
    throw new AssayError('design-unusable', values.length === 0 ? designTexts.noValues(name) : designTexts.noValidValues(name))
  return found
}

/** Values of valid classes, each class as likely as another; an open end is gone beyond by some steps. */
function poolOf(parameter: ClassedParameter, draws: Draws): Value[] {
  const { type, step, classes } = orderedOf(parameter)
  const valid = classes.filter((one) => one.valid)
  return Array.from({ length: poolSize }, (): Value => {
    const { from, to } = valid[draws.next() % valid.length] ?? {}
    const low = from ?? (to === undefined ? 0 : plus(to, -farthest * step))
    const steps = Math.min(Math.floor(((to ?? plus(low, farthest * step)) - low) / step + 1e-9), 2 ** 31)
    return writtenAs(type, plus(low, Number((draws.between(0, steps) * step).toPrecision(15))))
  })
}
