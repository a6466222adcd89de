import { seeded } from '../../src/engine/templates/seeded.ts'

/** A model to measure: how many values each parameter has, and constraints in PICT's syntax. */
export interface MeasuredModel {
  name: string
  levels: number[]
  constraints: string[]
  strength: number
}

const shape = (...parts: [count: number, level: number][]): number[] =>
  parts.flatMap(([count, level]) => Array.from({ length: count }, () => level))

/** The models of docs/test-design.md's table, by their shape. */
export const plainModels: MeasuredModel[] = [
  { name: '3^4', levels: shape([4, 3]) },
  { name: '3^13', levels: shape([13, 3]) },
  { name: '4^15 3^17 2^29', levels: shape([15, 4], [17, 3], [29, 2]) },
  { name: '4 3^39 2^35', levels: shape([1, 4], [39, 3], [35, 2]) },
  { name: '2^100', levels: shape([100, 2]) },
  { name: '10^20', levels: shape([20, 10]) },
].map((one) => ({ ...one, constraints: [], strength: 2 }))

/** The models of strength 3 that have limits. */
export const strongModels: MeasuredModel[] = [
  { name: '3^13, strength 3', levels: shape([13, 3]), constraints: [], strength: 3 },
  { name: '10^2 4 3^2 2^7, strength 3', levels: shape([2, 10], [1, 4], [2, 3], [7, 2]), constraints: [], strength: 3 },
]

/** Realistic models by chance: 50 to 200 parameters of mostly two to four values, with forbidden pairs to quintuples. */
export function constrainedModels(count: number, seed: number): MeasuredModel[] {
  const draws = seeded(`bench ${seed}`)
  return Array.from({ length: count }, (_, at): MeasuredModel => {
    const parameters = 50 + Math.round((150 * at) / Math.max(1, count - 1))
    const levels = Array.from({ length: parameters }, () => [2, 2, 2, 3, 3, 4, 5, 6][draws.next() % 8] ?? 2)
    const constraints = Array.from({ length: 20 + Math.round((30 * at) / Math.max(1, count - 1)) }, () => {
      const size = [2, 2, 2, 3, 3, 4, 5][draws.next() % 7] ?? 2
      const chosen = new Set<number>()
      while (chosen.size < size) chosen.add(draws.next() % parameters)
      const [last = 0, ...others] = [...chosen]
      const term = (one: number, relation: string) => `[p${one}] ${relation} ${draws.next() % (levels[one] ?? 2)}`
      return `IF ${others.map((one) => term(one, '=')).join(' AND ')} THEN ${term(last, '<>')}`
    })
    return { name: `${parameters} parameters, ${constraints.length} constraints`, levels, constraints, strength: 2 }
  })
}
