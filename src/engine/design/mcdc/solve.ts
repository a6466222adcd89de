import { solveLinear, type Inequality } from '../linear.ts'
import type { Value } from '../result.ts'
import { chooseValues } from './choose.ts'
import { comparedParameters, type WantedTruth, type Kind } from './kinds.ts'
import type { Compared, Relation } from './parse-decision.ts'

/** Values that give conditions these truths; undefined if there are none. */
export function solve(asked: readonly WantedTruth[], kinds: ReadonlyMap<string, Kind>): Map<string, Value> | undefined {
  const isNumber = ({ compared }: WantedTruth): boolean => kinds.get(comparedParameters(compared)[0] ?? '') === 'number'
  const found = chooseValues(
    asked.filter((one) => !isNumber(one)),
    kinds,
  )
  if (found === undefined) return undefined
  const solved = solveBranches(
    asked.filter(isNumber).map(({ compared, truth }) => branchesOf(compared, truth)),
    [],
  )
  if (solved === undefined) return undefined
  for (const [name, value] of solved) found.set(name, value)
  return found
}

/** The truth of a comparison of values; undefined where one of them is unknown. */
export function truthOf(compared: Compared, values: ReadonlyMap<string, Value>): boolean | undefined {
  const names = comparedParameters(compared)
  if (names.some((name) => !values.has(name))) return undefined
  const [first, second] = names.map((name) => values.get(name))
  if (compared.type === 'flag') return first === compared.is
  if (compared.type === 'in') return compared.values.some((one) => String(one) === String(first))
  if (compared.type === 'text')
    return (first === ('value' in compared.right ? compared.right.value : second)) === (compared.relation === '=')
  if (typeof first !== 'number') return (first === second) === (compared.relation === '=')
  const sum = sumOf(compared.sum, values)
  // Sums of decimals carry the dust of binary fractions.
  return holdsFor[compared.relation](Math.abs(sum) < 1e-9 ? 0 : sum)
}

/** A sum with the values that are known. */
export const sumOf = (
  { terms, constant }: { terms: ReadonlyMap<string, number>; constant: number },
  values: ReadonlyMap<string, Value>,
): number => [...terms].reduce((sum, [name, by]) => sum + by * Number(values.get(name) ?? 0), constant)

const holdsFor: Readonly<Record<Relation, (sum: number) => boolean>> = {
  '=': (sum) => sum === 0,
  '<>': (sum) => sum !== 0,
  '<': (sum) => sum < 0,
  '<=': (sum) => sum <= 0,
  '>': (sum) => sum > 0,
  '>=': (sum) => sum >= 0,
}

/** What a relation says that does not hold. */
export const opposite = { '=': '<>', '<>': '=', '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const

/** What a condition of numbers asks, as alternatives of inequalities. */
function branchesOf(compared: Compared, truth: boolean): Inequality[][] {
  if (compared.type === 'in') {
    const terms = new Map([[compared.name, 1]])
    const values = compared.values.map(Number)
    if (truth) return values.map((value) => [{ terms, constant: -value, relation: '=' }])
    // Between the values that it must not be, and beyond them.
    const sorted = [...new Set(values)].toSorted((a, b) => a - b)
    return [...sorted, Infinity].map((end, at): Inequality[] => {
      const before = sorted[at - 1]
      return [
        ...(before === undefined ? [] : [over(terms, before)]),
        ...(end === Infinity ? [] : [{ terms, constant: -end, relation: '<' as const }]),
      ]
    })
  }
  if (compared.type !== 'linear') return [[]]
  const { terms, constant } = compared.sum
  const relation = truth ? compared.relation : opposite[compared.relation]
  const negated = { terms: new Map([...terms].map(([name, by]) => [name, -by])), constant: -constant }
  if (relation === '<' || relation === '<=' || relation === '=') return [[{ terms, constant, relation }]]
  if (relation === '<>') return [[{ ...negated, relation: '<' }], [{ terms, constant, relation: '<' }]]
  return [[{ ...negated, relation: relation === '>' ? '<' : '<=' }]]
}

const over = (terms: ReadonlyMap<string, number>, end: number): Inequality => ({
  terms: new Map([...terms].map(([name, by]) => [name, -by])),
  constant: end,
  relation: '<',
})

/** The first choice of alternatives that can be fulfilled together. */
function solveBranches(
  all: readonly (readonly Inequality[])[][],
  chosen: readonly Inequality[],
): Map<string, number> | undefined {
  const [first, ...rest] = all
  if (first === undefined) return solveLinear(chosen)
  for (const branch of first) {
    const together = [...chosen, ...branch]
    // What is impossible by now stays impossible.
    if (first.length > 1 && solveLinear(together) === undefined) continue
    const found = solveBranches(rest, together)
    if (found !== undefined) return found
  }
  return undefined
}
