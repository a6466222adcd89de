import { solveLinear, type Inequality } from '../linear.ts'

/** Branches that are looked at for whole numbers. */
const mostBranches = 400

/** Whole numbers that fulfil inequalities, by branch and bound; undefined if none were found. */
export function solveWhole(inequalities: readonly Inequality[]): Map<string, number> | undefined {
  let left = mostBranches
  const visit = (all: readonly Inequality[]): Map<string, number> | undefined => {
    if (--left < 0) return undefined
    const found = solveLinear(all)
    if (found === undefined) return undefined
    const [name, value] = [...found].find(([, one]) => !Number.isInteger(one)) ?? []
    if (name === undefined || value === undefined) return found
    const under: Inequality = { terms: new Map([[name, 1]]), constant: -Math.floor(value), relation: '<=' }
    const over: Inequality = { terms: new Map([[name, -1]]), constant: Math.ceil(value), relation: '<=' }
    return visit([...all, over]) ?? visit([...all, under])
  }
  return visit(inequalities)
}
