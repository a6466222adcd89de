import type { ShownTest } from '#workers/design/shown-design.ts'
import type { AnyClass, AnyParameter, AnyValue } from '../editors/any-model.ts'

/** A classification tree of one level: parameters, and below each its values or classes. */
export interface DrawnTree {
  branches: { name: string; from: number; to: number }[]
  leaves: { name: string; valid: boolean }[]
  /** The leaves that a test takes. */
  leavesOf(test: Pick<ShownTest, 'values'>): number[]
}

/** A leaf of the tree, and the values of the parameter that it represents. */
interface Leaf {
  name: string
  valid: boolean
  has(value: unknown): boolean
}

/** Draws parameters as a tree. */
export function treeOf(parameters: readonly AnyParameter[]): DrawnTree {
  const leaves: Leaf[] = []
  const branches: DrawnTree['branches'] = []
  const add = ({ name, values, classes }: AnyParameter): void => {
    const from = leaves.length
    leaves.push(...(values ? values.map(leafOfValue) : (classes ?? []).flatMap((one) => leavesOfClass(one, '', true))))
    if (leaves.length > from) branches.push({ name, from, to: leaves.length - 1 })
    // What only a class has is its own branch.
    for (const one of classes ?? []) below(one).forEach(add)
  }
  parameters.forEach(add)
  return {
    branches,
    leaves: leaves.map(({ name, valid }) => ({ name, valid })),
    leavesOf: ({ values }) =>
      branches.flatMap(({ name, from, to }) => {
        if (!Object.hasOwn(values, name)) return []
        const found = leaves.slice(from, to + 1).findIndex(({ has }) => has(values[name]))
        return found < 0 ? [] : [from + found]
      }),
  }
}

const below = ({ parameters = [], classes = [] }: AnyClass): AnyParameter[] => [...parameters, ...classes.flatMap(below)]

function leafOfValue(given: AnyValue): Leaf {
  const one = given !== null && typeof given === 'object' ? given : { value: given }
  const names: unknown[] = [one.value, ...('alias' in one ? (one.alias ?? []) : [])]
  return { name: String(one.value), valid: !('valid' in one && one.valid === false), has: (value) => names.includes(value) }
}

/** Classes under classes: the innermost are the leaves. */
function leavesOfClass(one: AnyClass, above: string, isValid: boolean): Leaf[] {
  const [name, valid] = [above === '' ? one.name : `${above} > ${one.name}`, isValid && one.valid !== false]
  if (one.classes !== undefined && one.classes.length > 0)
    return one.classes.flatMap((inner) => leavesOfClass(inner, name, valid))
  const hasBounds = one.from !== undefined || one.to !== undefined
  return [{ name, valid, has: (value) => (hasBounds ? isIn(one, value) : value === (one.value ?? one.name) || value === name) }]
}

/** Dates are texts whose order is that of their time. */
const isIn = ({ from, to }: AnyClass, value: unknown): boolean =>
  (typeof value === 'number' || typeof value === 'string') &&
  (from === undefined || (typeof from === typeof value && from <= value)) &&
  (to === undefined || (typeof to === typeof value && value <= to))
