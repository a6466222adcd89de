import type { Better, CoverageItem, DesignResult, DesignTest, InfeasibleItem, Outline, Pieces, Value } from '../result.ts'
import { designTexts as texts } from '../texts.ts'
import { Conflicts } from './conflicts.ts'
import type { Cover, CoverModel } from './cover.ts'
import { oneInvalid, onlyValid, type Model } from './model.ts'
import { inOrder } from './order.ts'
import { indexIn, setOf, tupleAt } from './tuples.ts'

/** Rows, and what they were made for. */
export interface Covered {
  pass: CoverModel
  cover: Cover
}

/** Rows as a suite. Ids and texts are made when they are requested: a large model has hundreds of thousands. */
export function suiteOf(model: Model, covers: readonly Covered[], notes: readonly string[]): Better {
  const known = [...notes]
  const count = (of: (cover: Cover) => number): number => covers.reduce((sum, { cover }) => sum + of(cover), 0)
  const items = count(({ counted }) => ones(counted))
  const bound = count((cover) => cover.bound)
  const base = { method: 'combinations', ...(bound > 0 && { bound }), notes: known }
  return {
    tests: count(({ rows }) => rows.length),
    items,
    *result() {
      return { ...base, ...(yield* resultOf(model, covers)) }
    },
    *outline() {
      return { ...base, ...(yield* outlineOf(model, covers, items)) }
    },
  }
}

/** Items that are put into words in one piece of work. */
const together = 4096

function* resultOf(model: Model, covers: readonly Covered[]): Pieces<Omit<DesignResult, 'method' | 'notes'>> {
  const items: CoverageItem[] = []
  const infeasible: InfeasibleItem[] = []
  const tests: DesignTest[] = []
  let exercised = 0
  for (const { pass, cover } of covers) {
    const { tuples, counted, feasible } = cover
    const conflicts = new Conflicts(pass.levels, pass.nogoods)
    // By the number of the tuple.
    const ids: string[] = []
    ids.length = tuples.total
    for (let index = 0; index < tuples.total; index++) {
      if (counted[index] !== 1) continue
      if (items.length % together === together - 1) yield
      const item = itemAt(model, cover, index)
      ids[index] = item.id
      items.push(item)
      if (feasible[index] !== 1) infeasible.push({ item: item.id, because: becauseOf(model, conflicts, cover, index) })
    }
    let words = 0
    for (const { row, adds } of yield* inOrder(cover, pass)) {
      if ((words += tuples.sets.length) > 20 * together) {
        words = 0
        yield
      }
      const covered: string[] = []
      for (let set = 0; set < tuples.sets.length; set++) {
        const index = indexIn(tuples, set, row)
        if (index >= 0 && counted[index] === 1) covered.push(ids[index] ?? '')
      }
      exercised += adds
      tests.push({ ...testOf(model, row), covers: covered })
    }
  }
  rotateAliases(model, tests)
  return { items, infeasible, tests, coverage: { exercised, feasible: items.length - infeasible.length } }
}

function* outlineOf(model: Model, covers: readonly Covered[], items: number): Pieces<Omit<Outline, 'method' | 'notes'>> {
  const rows: { row: Int32Array; adds: number; cover: Cover }[] = []
  for (const { pass, cover } of covers) for (const placed of yield* inOrder(cover, pass)) rows.push({ ...placed, cover })
  const tests: Outline['tests'] = []
  for (const { row, adds } of rows) {
    tests.push({ ...testOf(model, row), adds })
    if ((tests.length * row.length) % together < row.length) yield
  }
  rotateAliases(model, tests)
  const feasible = covers.reduce((sum, { cover }) => sum + ones(cover.feasible), 0)
  return {
    tests,
    items,
    infeasible: items - feasible,
    coverage: { exercised: tests.reduce((sum, { adds }) => sum + adds, 0), feasible },
    ruledOut: (most) => {
      const found: (InfeasibleItem & { text: string })[] = []
      for (const { pass, cover } of covers) {
        const conflicts = new Conflicts(pass.levels, pass.nogoods)
        for (let index = 0; index < cover.tuples.total && found.length < most; index++) {
          if (cover.counted[index] !== 1 || cover.feasible[index] === 1) continue
          const { id, text } = itemAt(model, cover, index)
          found.push({ item: id, text, because: becauseOf(model, conflicts, cover, index) })
        }
      }
      return found
    },
    added: (test, most) => {
      const own = rows[test]
      if (own === undefined) return []
      const { row, cover } = own
      const earlier = rows.slice(0, test).filter((one) => one.cover === cover)
      const found: CoverageItem[] = []
      for (let set = 0; set < cover.tuples.sets.length && found.length < most; set++) {
        const index = indexIn(cover.tuples, set, row)
        if (index < 0 || cover.counted[index] !== 1) continue
        if (earlier.every((one) => indexIn(cover.tuples, set, one.row) !== index)) found.push(itemAt(model, cover, index))
      }
      return found
    },
  }
}

/** A plain loop: there may be millions. */
function ones(of: Uint8Array): number {
  let sum = 0
  for (let at = 0; at < of.length; at++) sum += of[at] ?? 0
  return sum
}

function itemAt({ parameters }: Model, { tuples }: Cover, index: number): CoverageItem {
  const { parameters: given, values } = tupleAt(tuples, setOf(tuples, index), index)
  const id = given.map((parameter, at) => `${parameter + 1}.${(values[at] ?? 0) + 1}`).join('-')
  const pairs = given.map((parameter, at) => {
    const one = parameters[parameter]
    return texts.pair(one?.name ?? '', one?.values[values[at] ?? 0] ?? null)
  })
  return { id, text: texts.tuple(pairs) }
}

/** The constraints that rule a tuple out. */
function becauseOf({ constraints }: Model, conflicts: Conflicts, { tuples }: Cover, index: number): string[] {
  const { parameters, values } = tupleAt(tuples, setOf(tuples, index), index)
  return (
    conflicts
      .of(parameters, values)
      ?.map((rule) => (rule === onlyValid || rule === oneInvalid ? texts.invalidApart : (constraints[rule] ?? ''))) ?? [
      texts.notToldApart,
    ]
  )
}

function testOf({ parameters }: Model, row: Int32Array): Omit<DesignTest, 'covers'> {
  const values: Record<string, Value> = Object.create(null) as Record<string, Value>
  let invalid: string | undefined
  for (const [index, { name, values: of, invalid: wrong }] of parameters.entries()) {
    const value = row[index] ?? -1
    if (value < 0) continue
    values[name] = of[value] ?? null
    if (wrong[value]) invalid = name
  }
  return { values, valid: invalid === undefined, ...(invalid !== undefined && { invalid }) }
}

/** Names of one value take turns, as PICT has them. */
function rotateAliases({ parameters }: Model, tests: readonly Pick<DesignTest, 'values'>[]): void {
  for (const { name, values, names } of parameters) {
    if (names.every(({ length }) => length === 1)) continue
    const turns = new Map<Value, number>()
    for (const test of tests) {
      const value = test.values[name]
      if (value === undefined) continue
      const turn = turns.get(value) ?? 0
      turns.set(value, turn + 1)
      const of = names[values.indexOf(value)] ?? []
      test.values[name] = of[turn % of.length] ?? value
    }
  }
}
