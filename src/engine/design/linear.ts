import { AssayError } from '#engine/base/errors.ts'
import { designTexts } from './texts.ts'

/** Rows that hold one value, at most: each step can square them. */
const mostRows = 600

/** `Σ factor · x + constant (relation) 0`, with what relation but "not". */
export interface Inequality {
  terms: ReadonlyMap<string, number>
  constant: number
  relation: '<' | '<=' | '='
}

/** What bounds one value once the values after it are chosen. */
interface Step {
  name: string
  rows: readonly Row[]
}

/** `Σ factor · x + constant < or <= 0`. */
interface Row {
  terms: Map<string, number>
  constant: number
  strict: boolean
}

/**
 * Values that fulfil linear inequalities, whole numbers where there is room for one; undefined if there are none (Fourier-Motzkin
 * elimination, exact for factors of few digits). Names that occur in none have no value.
 */
export function solveLinear(inequalities: readonly Inequality[]): Map<string, number> | undefined {
  let rows = inequalities.flatMap(rowsOf)
  const steps: Step[] = []
  const names = new Set(rows.flatMap(({ terms }) => [...terms.keys()]))
  for (let name = cheapest(names, rows); name !== undefined; name = cheapest(names, rows)) {
    names.delete(name)
    const own = boundsOf(rows, name)
    steps.push({ name, rows: own })
    if (own.length > mostRows) throw new AssayError('design-unusable', designTexts.mcdc.tooWide)
    rows = distinct([...rows.filter((row) => !own.includes(row)), ...eliminated(own, name)])
    if (rows.some(isFalse)) return undefined
  }
  if (rows.some(isFalse)) return undefined
  const values = new Map<string, number>()
  for (const { name, rows: own } of steps.toReversed()) {
    const value = chosen(own, name, values)
    if (value === undefined) return undefined
    values.set(name, value)
  }
  return values
}

const boundsOf = (rows: readonly Row[], name: string): Row[] => rows.filter(({ terms }) => terms.has(name))

/** The name whose elimination leaves the fewest rows. */
function cheapest(names: ReadonlySet<string>, rows: readonly Row[]): string | undefined {
  let [best, least] = [undefined as string | undefined, Infinity]
  for (const name of names) {
    const own = boundsOf(rows, name)
    const above = own.filter(({ terms }) => (terms.get(name) ?? 0) > 0).length
    const cost = above * (own.length - above) - own.length
    if (cost < least) [best, least] = [name, cost]
  }
  return best
}

function rowsOf({ terms, constant, relation }: Inequality): Row[] {
  const whole = wholeFactors({ terms: new Map(terms), constant, strict: relation === '<' })
  if (relation !== '=') return [whole]
  return [whole, { terms: new Map([...whole.terms].map(([name, by]) => [name, -by])), constant: -whole.constant, strict: false }]
}

/** Factors of a row as whole numbers without a common divisor, so that sums of them stay exact. */
function wholeFactors({ terms, constant, strict }: Row): Row {
  let [factors, end] = [[...terms.values()], constant]
  for (let digits = 0; digits < 12 && ![...factors, end].every((one) => Number.isInteger(one)); digits++)
    [factors, end] = [factors.map((one) => clean(one * 10)), clean(end * 10)]
  const divisor = [...factors, end].reduce((a, b) => gcd(Math.abs(a), Math.abs(b)), 0) || 1
  const names = [...terms.keys()]
  return { terms: new Map(names.map((name, at) => [name, (factors[at] ?? 0) / divisor])), constant: end / divisor, strict }
}

/** A product by ten without the dust of binary fractions. */
const clean = (value: number): number => Number(value.toPrecision(15))

const gcd = (a: number, b: number): number => {
  while (b > 1e-9) [a, b] = [b, a % b]
  return a
}

const isFalse = ({ terms, constant, strict }: Row): boolean => terms.size === 0 && (strict ? constant >= 0 : constant > 0)

/** All sums of one row that bounds a value from below and one from above, in which it no longer stands. */
function eliminated(rows: readonly Row[], name: string): Row[] {
  const above = rows.filter(({ terms }) => (terms.get(name) ?? 0) > 0)
  const below = rows.filter(({ terms }) => (terms.get(name) ?? 0) < 0)
  return above.flatMap((high) =>
    below.map((low) => {
      const [a, b] = [high.terms.get(name) ?? 1, -(low.terms.get(name) ?? -1)]
      const terms = new Map<string, number>()
      for (const [one, by] of high.terms) terms.set(one, by * b)
      for (const [one, by] of low.terms) terms.set(one, (terms.get(one) ?? 0) + by * a)
      for (const [one, by] of terms) if (by === 0 || one === name) terms.delete(one)
      return wholeFactors({ terms, constant: high.constant * b + low.constant * a, strict: high.strict || low.strict })
    }),
  )
}

function distinct(rows: readonly Row[]): Row[] {
  const known = new Map<string, Row>()
  for (const row of rows) known.set(JSON.stringify([[...row.terms].toSorted(), row.constant, row.strict]), row)
  return [...known.values()]
}

/** A value between its bounds: the whole number that is nearest to the lower one, else the middle. */
function chosen(rows: readonly Row[], name: string, values: ReadonlyMap<string, number>): number | undefined {
  let [low, high, lowOpen, highOpen] = [-Infinity, Infinity, false, false]
  for (const { terms, constant, strict } of rows) {
    const by = terms.get(name) ?? 1
    let rest = constant
    for (const [other, factor] of terms) if (other !== name) rest += factor * (values.get(other) ?? 0)
    const end = -rest / by
    if (by > 0 && (end < high || (end === high && strict))) [high, highOpen] = [end, strict]
    if (by < 0 && (end > low || (end === low && strict))) [low, lowOpen] = [end, strict]
  }
  const fits = (value: number): boolean => (lowOpen ? value > low : value >= low) && (highOpen ? value < high : value <= high)
  const whole =
    low > -Infinity
      ? lowOpen
        ? Math.floor(low) + 1
        : Math.ceil(low)
      : high < Infinity
        ? highOpen
          ? Math.ceil(high) - 1
          : Math.floor(high)
        : 0
  return [whole, low, high, (low + high) / 2].find((value) => Number.isFinite(value) && fits(value))
}
