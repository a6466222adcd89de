import { solveLinear, type Inequality } from '../linear.ts'
import type { Pieces } from '../result.ts'

/** Branches that are looked at for whole numbers, and how deep. */
const [mostBranches, deepest] = [400, 60]

/** Whole numbers that fulfil inequalities, by branch and bound; undefined if none were found. */
export function* solveWhole(inequalities: readonly Inequality[]): Pieces<Map<string, number> | undefined> {
  let left = mostBranches
  if (inequalities.some(hasNoWhole)) return undefined
  function* visit(all: readonly Inequality[]): Pieces<Map<string, number> | undefined> {
    yield
    if (--left < 0 || all.length > inequalities.length + deepest) return undefined
    const found = solveLinear(all)
    if (found === undefined) return undefined
    const [name, value] = [...found].find(([, one]) => !Number.isInteger(one)) ?? []
    if (name === undefined || value === undefined) return found
    const under: Inequality = { terms: new Map([[name, 1]]), constant: -Math.floor(value), relation: '<=' }
    const over: Inequality = { terms: new Map([[name, -1]]), constant: Math.ceil(value), relation: '<=' }
    return (yield* visit([...all, over])) ?? (yield* visit([...all, under]))
  }
  return yield* visit(inequalities)
}

/** Whether an equation has no whole solution: what divides all factors has to divide the constant. */
function hasNoWhole({ terms, constant, relation }: Inequality): boolean {
  const factors = [...terms.values()]
  if (relation !== '=' || ![...factors, constant].every((one) => Number.isInteger(one))) return false
  const divisor = factors.reduce((a, b) => gcd(Math.abs(a), Math.abs(b)), 0)
  return divisor > 1 && constant % divisor !== 0
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b))
