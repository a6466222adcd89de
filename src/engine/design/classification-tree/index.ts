import { AssayError } from '#engine/base/errors.ts'
import { checkNames } from '../classes.ts'
import { deriveCombinations } from '../combinations/index.ts'
import { inBrackets, inQuotes } from '../combinations/quoted.ts'
import type { Parameter } from '../fields.ts'
import { marks } from '../marks.ts'
import type { Derive } from '../method.ts'
import type { Better, DesignResult, DesignTest, Pieces, Value } from '../result.ts'
import { designTexts } from '../texts.ts'
import type { Classification, ClassificationTreeDesign, TreeClass } from './schema.ts'

/** A classification as a parameter: its leaves, and the classification with the leaves under which it stands. */
interface Flat {
  name: string
  leaves: { name: string; value: Value; valid: boolean }[]
  under?: { name: string; leaves: string[] }
}

/**
 * Classification tree (Grochtmann and Grimm 1993; ISO/IEC/IEEE 29119-4, 5.2.2): the leaves of every classification are its
 * values, combined as is asked. A classification under a class is in tests of that class alone; a class is invalid with all
 * that is under it.
 */
export const deriveClassificationTree: Derive<ClassificationTreeDesign> = function* (design, controls) {
  const flat = design.parameters.flatMap((one) => flatten(one, true))
  checkNames(flat)
  const structure = flat.flatMap((one) => ruleOf(one))
  const parameters = flat.map(({ name, leaves, under }): Parameter => ({
    name,
    values: [
      ...leaves.map(({ name: leaf, valid }) => (valid ? leaf : { value: leaf, valid })),
      ...(under === undefined ? [] : [marks.absent]),
    ],
  }))
  const steps = deriveCombinations(
    {
      name: design.name,
      seed: design.seed,
      method: 'combinations',
      parameters,
      constraints: [...structure, ...design.constraints],
      strength: Math.min(design.strength, parameters.length),
      groups: [],
      combine: design.combine,
      invalid: 'once',
      rows: [],
    },
    controls,
  )
  for (;;) {
    const step = steps.next()
    if (step.done) return ofTree(step.value, flat, structure)
    yield step.value && ofTree(step.value, flat, structure)
  }
}

/** Items that are looked at in one piece of work. */
const together = 4096

function flatten({ name, classes }: Classification, valid: boolean, under?: Flat['under']): Flat[] {
  if (classes.length === 0) throw new AssayError('design-unusable', designTexts.classes.none(name))
  const leaves: Flat['leaves'] = []
  const inner: Flat[] = []
  const visit = (one: TreeClass, isValid: boolean): string[] => {
    const own = isValid && one.valid !== false
    const below = one.classes ?? []
    const names = below.length > 0 ? below.flatMap((each) => visit(each, own)) : [one.name]
    if (below.length === 0) {
      if (leaves.some((leaf) => leaf.name.toLowerCase() === one.name.toLowerCase()))
        throw new AssayError('design-unusable', designTexts.tree.twice(name, one.name))
      leaves.push({ name: one.name, value: one.value ?? one.name, valid: own })
    }
    // What is under an invalid class is chosen freely: the class itself is what is wrong.
    for (const each of one.parameters ?? []) inner.push(...flatten(each, true, { name, leaves: names }))
    return names
  }
  for (const one of classes) visit(one, valid)
  return [{ name, leaves, ...(under !== undefined && { under }) }, ...inner]
}

/** A classification has a class where the one above has one of those that it is under, and only there. */
function ruleOf({ name, under }: Flat): string[] {
  if (under === undefined) return []
  return [
    `IF ${inBrackets(under.name)} IN {${under.leaves.map(inQuotes).join(', ')}} THEN ${inBrackets(name)} <> ${inQuotes(marks.absent)} ELSE ${inBrackets(name)} = ${inQuotes(marks.absent)}`,
  ]
}

/** A suite of the leaves as one of the tree, without what only the tree rules out: classes that don't stand together are none of its items. */
function ofTree({ tests, items, result, outline }: Better, flat: readonly Flat[], structure: readonly string[]): Better {
  const values = valuesOf(flat)
  return {
    tests,
    *result() {
      return yield* wholeOfTree(yield* result(), flat, structure, values)
    },
    // Where no class has classifications of its own, all items are the tree's.
    ...(structure.length === 0 &&
      items !== undefined &&
      outline && {
        items,
        *outline() {
          const { bound: _, tests: found, ...rest } = yield* outline()
          return { ...rest, method, tests: found.map((test) => ({ ...test, values: values(test) })) }
        },
      }),
  }
}

const method = 'classification-tree'

/** The values that stand for the leaves of a test. */
function valuesOf(flat: readonly Flat[]): (test: Pick<DesignTest, 'values'>) => Record<string, Value> {
  const known = new Map(flat.map(({ name, leaves }) => [name, new Map(leaves.map((leaf) => [leaf.name, leaf.value]))]))
  return (test) => {
    const own = Object.create(null) as Record<string, Value>
    for (const [name, value] of Object.entries(test.values))
      if (value !== marks.absent) own[name] = known.get(name)?.get(String(value)) ?? value
    return own
  }
}

function* wholeOfTree(
  result: DesignResult,
  flat: readonly Flat[],
  structure: readonly string[],
  values: ReturnType<typeof valuesOf>,
): Pieces<DesignResult> {
  const absent = new Set(flat.flatMap(({ leaves, under }, at) => (under === undefined ? [] : [`${at + 1}.${leaves.length + 1}`])))
  // Under classes that are all invalid nothing has to be exercised: what is above is what is wrong.
  const [free, freeNames] = [new Set<string>(), new Set<string>()]
  for (const [at, { name, under }] of flat.entries()) {
    const above = flat.find((one) => one.name === under?.name)
    const isValid = above === undefined || above.leaves.some((leaf) => leaf.valid && under?.leaves.includes(leaf.name) === true)
    if (isValid && !freeNames.has(under?.name ?? '')) continue
    freeNames.add(name)
    free.add(String(at + 1))
  }
  const isOfTree = new Set(structure)
  const ruledOut = new Set(
    result.infeasible.flatMap(({ item, because }) => (because.every((rule) => isOfTree.has(rule)) ? [item] : [])),
  )
  const items: DesignResult['items'] = []
  for (const [at, item] of result.items.entries()) {
    const { id } = item
    if (!ruledOut.has(id) && !id.split('-').some((part) => absent.has(part) || free.has(part.split('.')[0] ?? '')))
      items.push(item)
    if (at % together === together - 1) yield
  }
  const kept = new Set(items.map(({ id }) => id))
  const infeasible = result.infeasible.filter(({ item }) => kept.has(item))
  const tests: DesignTest[] = []
  const seen = new Set<string>()
  for (const test of result.tests) {
    const covers = test.covers.filter((id) => kept.has(id))
    for (const id of covers) seen.add(id)
    tests.push({ ...test, values: values(test), covers })
    yield
  }
  const { bound: _, ...rest } = result
  return {
    ...rest,
    method,
    items,
    infeasible,
    tests,
    coverage: { exercised: seen.size, feasible: items.length - infeasible.length },
  }
}
