import type { Derive } from '../method.ts'
import { coverageOf, type CoverageItem, type DesignTest, type InfeasibleItem, type Value } from '../result.ts'
import { designTexts } from '../texts.ts'
import { graphOf, type Graph } from './graph.ts'
import type { CauseEffectDesign } from './schema.ts'

const texts = designTexts.graph

/** A column of the decision table: causes that have to be there or not (bits of `care`), all others may be either. */
interface Column {
  care: number
  value: number
  effects: number
}

/**
 * A cause-effect graph as a decision table (Myers; ISO/IEC/IEEE 29119-4, 5.2.7): combinations of causes with the same effects are collapsed to columns
 * that don't care for the causes in which they differ. Each column has a test in which as few others as possible apply, so that
 * its causes alone bring about the effects.
 */
export const deriveCauseEffect: Derive<CauseEffectDesign> = function* (design) {
  const graph = yield* graphOf(design)
  yield
  const columns = yield* columnsOf(graph)
  yield
  const items: CoverageItem[] = columns.map((column, at) => ({ id: `r${at + 1}`, text: describe(column, graph) }))
  const tests: DesignTest[] = []
  for (const column of columns) {
    yield
    const vector = yield* purest(column, columns, graph)
    const covers = columns.flatMap((one, at) => ((vector & one.care) === one.value ? [`r${at + 1}`] : []))
    tests.push({ values: named(graph.causes, vector), valid: true, expected: named(graph.effects, column.effects), covers })
  }
  const infeasible: InfeasibleItem[] = []
  const never = graph.effects.filter((_, at) => !columns.some(({ effects }) => (effects & (1 << at)) !== 0))
  const always = graph.effects.filter((_, at) => columns.every(({ effects }) => (effects & (1 << at)) !== 0))
  const notes = [...never.map(texts.never), ...always.map(texts.always)]
  return { method: 'cause-effect', items, infeasible, tests, coverage: coverageOf(items, infeasible, tests), notes }
}

function named(names: readonly string[], bits: number): Record<string, Value> {
  const found = Object.create(null) as Record<string, Value>
  for (const [at, name] of names.entries()) found[name] = ((bits >> at) & 1) === 1
  return found
}

function describe({ care, value, effects }: Column, graph: Graph): string {
  const causes = graph.causes.flatMap((name, at) =>
    ((care >> at) & 1) === 0 ? [] : [`${((value >> at) & 1) === 1 ? '' : 'not '}${name}`],
  )
  const shown = graph.effects.filter((_, at) => ((effects >> at) & 1) === 1)
  return texts.column(causes, shown)
}

/** Columns without needless causes, until every possible combination is in one: those that no other column has first. */
function* columnsOf({ outcome, causes }: Graph): Generator<undefined, Column[]> {
  const all = 2 ** causes.length - 1
  const open = new Set<number>()
  for (let vector = 0; vector <= all; vector++) if (outcome[vector] !== -1) open.add(vector)
  const columns: Column[] = []
  while (open.size > 0) {
    yield
    const [start = 0] = open
    let best: { column: Column; gain: number } | undefined
    // Two ways to leave causes out: from the first on, and from the last.
    for (const order of [causes.map((_, at) => at), causes.map((_, at) => causes.length - 1 - at)]) {
      const column = widened(start, order, outcome, all)
      yield
      let gain = 0
      for (const vector of open) if ((vector & column.care) === column.value) gain++
      if (best === undefined || gain > best.gain) best = { column, gain }
    }
    if (best === undefined) break
    columns.push(best.column)
    for (const vector of open) if ((vector & best.column.care) === best.column.value) open.delete(vector)
  }
  return columns
}

/** Omits every cause that changes nothing, where it is possible at all. */
function widened(start: number, order: readonly number[], outcome: Int32Array, all: number): Column {
  const effects = outcome[start] ?? 0
  let care = all
  for (const at of order) {
    const fewer = care & ~(1 << at)
    if (holdsAll(start & fewer, fewer, outcome, all, effects)) care = fewer
  }
  return { care, value: start & care, effects }
}

function holdsAll(value: number, care: number, outcome: Int32Array, all: number, effects: number): boolean {
  const free = all & ~care
  // All subsets of the free bits.
  for (let some = free; ; some = (some - 1) & free) {
    const own = outcome[value | some]
    if (own !== -1 && own !== effects) return false
    if (some === 0) return true
  }
}

/** The combination of a column that the fewest other columns hold. */
function* purest(column: Column, columns: readonly Column[], { outcome, causes }: Graph): Generator<undefined, number> {
  const free = (2 ** causes.length - 1) & ~column.care
  let [best, fewest] = [column.value, Infinity]
  for (let some = free; ; some = (some - 1) & free) {
    if (some % 512 === 0) yield
    const vector = column.value | some
    if (outcome[vector] !== -1) {
      const others = columns.filter(({ care, value }) => (vector & care) === value).length
      if (others <= fewest) [best, fewest] = [vector, others]
    }
    if (some === 0) return best
  }
}
