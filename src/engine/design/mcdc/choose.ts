import type { Value } from '../result.ts'
import { comparedParameters, type WantedTruth, type Kind } from './kinds.ts'

/** Parameters that have to hold the same, what that can be, and the others that have to hold something else. */
interface Class {
  names: readonly string[]
  choices: readonly Value[]
  others: readonly Class[]
}

/** Values of parameters that are only compared for being the same which give conditions their truths; undefined if there are none. */
export function chooseValues(asked: readonly WantedTruth[], kinds: ReadonlyMap<string, Kind>): Map<string, Value> | undefined {
  const classes = classesOf(asked, kinds)
  const chosen = classes === undefined ? undefined : chooseAll(classes, new Map())
  return chosen && new Map([...chosen].flatMap(([{ names }, value]) => names.map((name) => [name, value] as const)))
}

function classesOf(asked: readonly WantedTruth[], kinds: ReadonlyMap<string, Kind>): Class[] | undefined {
  const parents = new Map<string, string>()
  const rootOf = (name: string): string => {
    const parent = parents.get(name) ?? name
    return parent === name ? name : rootOf(parent)
  }
  const limits: { name: string; values: readonly Value[]; within: boolean }[] = []
  const apart: [string, string][] = []
  for (const { compared, truth } of asked) {
    const [name = '', other] = comparedParameters(compared)
    if (!parents.has(name)) parents.set(name, name)
    if (other !== undefined) {
      if (!parents.has(other)) parents.set(other, other)
      const isSame = 'relation' in compared && (compared.relation === '=') === truth
      if (isSame) parents.set(rootOf(name), rootOf(other))
      else apart.push([name, other])
    } else limits.push({ name, ...limitOf(compared, truth) })
  }
  const roots = new Set([...parents.keys()].map(rootOf))
  // Texts are compared with each other: what one may be, another may be, and something that none is.
  const known = [...new Set(limits.flatMap(({ values }) => values))]
  const texts = [...known, ...fresh(known, roots.size)]
  const numbers = [...roots].map((_, at) => at)
  const classes = new Map<string, Class & { others: Class[] }>()
  for (const root of roots) {
    const own = limits.filter(({ name }) => rootOf(name) === root)
    const kind = kinds.get(root)
    const all: readonly Value[] = kind === 'flag' ? [false, true] : kind === 'any' ? numbers : texts
    const choices = all.filter((value) => own.every(({ values, within }) => values.includes(value) === within))
    if (choices.length === 0) return undefined
    classes.set(root, { names: [...parents.keys()].filter((name) => rootOf(name) === root), choices, others: [] })
  }
  for (const [a, b] of apart) {
    const [one, other] = [classes.get(rootOf(a)), classes.get(rootOf(b))]
    if (one === other) return undefined
    if (one === undefined || other === undefined) continue
    one.others.push(other)
    other.others.push(one)
  }
  return [...classes.values()]
}

/** What a comparison with values asks of its parameter. */
function limitOf(compared: WantedTruth['compared'], truth: boolean): { values: readonly Value[]; within: boolean } {
  if (compared.type === 'flag') return { values: [compared.is], within: truth }
  if (compared.type === 'in') return { values: compared.values.map(String), within: truth }
  const value = compared.type === 'text' && 'value' in compared.right ? compared.right.value : null
  return { values: [value], within: 'relation' in compared && (compared.relation === '=') === truth }
}

/** Always next what has the fewest choices left: who must differ from it loses its value. */
function chooseAll(classes: readonly Class[], taken: ReadonlyMap<Class, ReadonlySet<Value>>): Map<Class, Value> | undefined {
  const leftOf = (one: Class): Value[] => one.choices.filter((value) => taken.get(one)?.has(value) !== true)
  const next = classes.toSorted((a, b) => leftOf(a).length - leftOf(b).length)[0]
  if (next === undefined) return new Map()
  const rest = classes.filter((one) => one !== next)
  for (const value of leftOf(next)) {
    const then = new Map(taken)
    for (const other of next.others) then.set(other, new Set([...(taken.get(other) ?? []), value]))
    const found = rest.some((one) => one.choices.every((choice) => then.get(one)?.has(choice)))
      ? undefined
      : chooseAll(rest, then)
    if (found !== undefined) return new Map([[next, value], ...found])
  }
  return undefined
}

/** Texts that no one compares with, one for each parameter: parameters may have to differ. */
export function fresh(taken: readonly Value[], count: number): string[] {
  const found: string[] = []
  for (let number = 1; found.length < count; number++) {
    const text = number === 1 ? 'other' : `other ${number}`
    if (!taken.includes(text)) found.push(text)
  }
  return found
}
