import type { ShownTest } from '#workers/shown-design.ts'
import type { AnyClass, AnyParameter } from '../any-model.ts'

/** A classification tree of one level: parameters, and below each its values or classes. */
export interface DrawnTree {
  branches: { name: string; from: number; to: number }[]
  leaves: { name: string; valid: boolean }[]
  /** The leaves that a test takes. */
  leavesOf(test: Pick<ShownTest, 'values'>): number[]
}

/** Draws parameters as a tree. */
export function treeOf(parameters: readonly AnyParameter[]): DrawnTree {
  const leaves: DrawnTree['leaves'] = []
  const takes: { name: string; from: number; at(value: unknown): number }[] = []
  const branches = parameters.flatMap(({ name, values, classes }) => {
    const from = leaves.length
    if (values) {
      const given = values.map((one) => (one !== null && typeof one === 'object' ? one : { value: one }))
      leaves.push(...given.map((one) => ({ name: String(one.value), valid: !('valid' in one && one.valid === false) })))
      takes.push({
        name,
        from,
        at: (value) => given.findIndex((one) => one.value === value || ('alias' in one && one.alias?.includes(value as never))),
      })
    } else if (classes) {
      leaves.push(...classes.map((one) => ({ name: one.name, valid: one.valid !== false })))
      takes.push({ name, from, at: (value) => classes.findIndex((one) => isIn(one, value)) })
    }
    return leaves.length > from ? [{ name, from, to: leaves.length - 1 }] : []
  })
  return {
    branches,
    leaves,
    leavesOf: ({ values }) =>
      takes.flatMap(({ name, from, at }) => {
        const found = Object.hasOwn(values, name) ? at(values[name]) : -1
        return found < 0 ? [] : [from + found]
      }),
  }
}

/** Dates are texts whose order is that of their time. */
const isIn = ({ from, to }: AnyClass, value: unknown): boolean =>
  (typeof value === 'number' || typeof value === 'string') &&
  (from === undefined || (typeof from === typeof value && from <= value)) &&
  (to === undefined || (typeof to === typeof value && value <= to))
