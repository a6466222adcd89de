import { AssayError } from '#engine/base/errors.ts'
import { solveLinear, type Inequality } from '../linear.ts'
import type { Value } from '../result.ts'
import { designTexts } from '../texts.ts'
import type { Compared, Condition } from './parse-decision.ts'

const texts = designTexts.mcdc

/** What kind of values a parameter holds. */
type Kind = 'number' | 'flag' | 'text'

/** Conditions that share parameters, directly or not: only these can be in each other's way. */
export interface Group {
  conditions: readonly number[]
  /** Truths of its conditions that some values give, in the order of `conditions`, each with those values. */
  possible: readonly { truths: readonly boolean[]; inputs: ReadonlyMap<string, Value> }[]
}

/** Combinations of truths in one group that are looked at, at most. */
const most = 100_000
/** Truths that are tried to be solved in one group, at most. */
const mostTries = 8000

/** The groups of a decision's conditions, and what is possible in each. AssayError `design-unusable` for a parameter of two kinds. */
export function* groupsOf(conditions: readonly Condition[]): Generator<undefined, Group[]> {
  const kinds = kindsOf(conditions)
  const groups: Group[] = []
  for (const members of connected(conditions)) {
    const possible: { truths: boolean[]; inputs: ReadonlyMap<string, Value> }[] = []
    const truths: boolean[] = []
    let tries = 0
    const visit = function* (): Generator<undefined, void> {
      yield
      if (++tries > mostTries) throw new AssayError('design-unusable', texts.tooWide)
      const inputs = solve(
        truths.map((truth, at) => ({ compared: conditions[members[at] ?? 0]?.compared, truth })),
        kinds,
      )
      if (inputs === undefined) return
      if (truths.length === members.length) {
        if (possible.push({ truths: [...truths], inputs }) > most) throw new AssayError('design-unusable', texts.tooWide)
        return
      }
      for (const truth of [false, true]) {
        truths.push(truth)
        yield* visit()
        truths.pop()
      }
    }
    yield* visit()
    groups.push({ conditions: members, possible })
  }
  return groups
}

/** The parameters that a condition compares. */
export function parametersOf(compared: Compared): string[] {
  if (compared.type === 'linear') return [...compared.sum.terms.keys()]
  if (compared.type !== 'text') return ['name' in compared ? compared.name : '']
  return 'name' in compared.right ? [compared.left, compared.right.name] : [compared.left]
}

function connected(conditions: readonly Condition[]): number[][] {
  const groups: { members: number[]; names: Set<string> }[] = []
  for (const [at, { compared }] of conditions.entries()) {
    const names = new Set(parametersOf(compared))
    const members = [at]
    for (let index = groups.length - 1; index >= 0; index--) {
      const group = groups[index]
      if (group === undefined || ![...group.names].some((name) => names.has(name))) continue
      members.push(...group.members)
      for (const name of group.names) names.add(name)
      groups.splice(index, 1)
    }
    groups.push({ members: members.toSorted((a, b) => a - b), names })
  }
  return groups.map(({ members }) => members).toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0))
}

/** Each parameter's kind; two parameters that are compared for being the same are of one kind. */
function kindsOf(conditions: readonly Condition[]): Map<string, Kind> {
  const kinds = new Map<string, Kind>()
  const set = (name: string, kind: Kind): void => {
    const known = kinds.get(name)
    if (known !== undefined && known !== kind)
      throw new AssayError('design-unusable', texts.twoKinds(name, texts.kinds[known], texts.kinds[kind]))
    kinds.set(name, kind)
  }
  const pairs: [string, string][] = []
  for (const { compared } of conditions) {
    if (compared.type === 'flag') set(compared.name, 'flag')
    else if (compared.type === 'text') set(compared.left, 'text')
    else if (compared.type === 'in')
      set(compared.name, compared.values.every((one) => typeof one === 'number') ? 'number' : 'text')
    else {
      const pair = samenessOf(compared)
      if (pair !== undefined) pairs.push(pair)
      else for (const name of compared.sum.terms.keys()) set(name, 'number')
    }
  }
  for (let rounds = pairs.length; rounds > 0; rounds--)
    for (const [a, b] of pairs) {
      const kind = kinds.get(a) ?? kinds.get(b)
      if (kind === undefined) continue
      set(a, kind)
      set(b, kind)
    }
  for (const pair of pairs) for (const name of pair) if (!kinds.has(name)) kinds.set(name, 'number')
  return kinds
}

/** The two parameters of `a = b` or `a <> b`, which may hold anything. */
function samenessOf(compared: Compared): [string, string] | undefined {
  if (compared.type !== 'linear' || (compared.relation !== '=' && compared.relation !== '<>')) return undefined
  const [[a, by] = [], [b, other] = []] = compared.sum.terms
  const isPair = compared.sum.terms.size === 2 && compared.sum.constant === 0 && by === 1 && other === -1
  return isPair && a !== undefined && b !== undefined ? [a, b] : undefined
}

interface Asked {
  compared: Compared | undefined
  truth: boolean
}

/** Values that give conditions these truths; undefined if there are none. */
function solve(asked: readonly Asked[], kinds: ReadonlyMap<string, Kind>): Map<string, Value> | undefined {
  const numbers: Inequality[][][] = []
  const others: { names: string[]; holds: (values: ReadonlyMap<string, Value>) => boolean }[] = []
  const candidates = new Map<string, Set<Value>>()
  const candidatesOf = (name: string): Set<Value> => {
    let known = candidates.get(name)
    if (known === undefined) candidates.set(name, (known = new Set<Value>(kinds.get(name) === 'flag' ? [false, true] : [])))
    return known
  }
  for (const { compared, truth } of asked) {
    if (compared === undefined) continue
    const isNumber = kinds.get(parametersOf(compared)[0] ?? '') === 'number'
    if (isNumber) {
      numbers.push(branchesOf(compared, truth))
      continue
    }
    for (const name of parametersOf(compared)) candidatesOf(name)
    const { names, values, holds } = symbolic(compared)
    for (const value of values) candidatesOf(names[0] ?? '').add(value)
    others.push({ names, holds: (chosen) => holds(chosen) === truth })
  }
  // Texts are compared with each other: what one may be, another may be, and something that none is.
  const all = [...candidates].flatMap(([name, values]) => (kinds.get(name) === 'text' ? [...values] : []))
  for (const [name, values] of candidates)
    if (kinds.get(name) === 'text') for (const value of [...all, ...fresh(all, candidates.size)]) values.add(value)
  const found = chooseAll([...candidates], others)
  if (found === undefined) return undefined
  const solved = solveBranches(numbers, [])
  if (solved === undefined) return undefined
  for (const [name, value] of solved) found.set(name, value)
  return found
}

/** Texts that nobody compares with, one for each parameter: parameters may have to differ. */
function fresh(taken: readonly Value[], count: number): string[] {
  const found: string[] = []
  for (let number = 1; found.length < count; number++) {
    const text = number === 1 ? 'other' : `other ${number}`
    if (!taken.includes(text)) found.push(text)
  }
  return found
}

function symbolic(compared: Compared): {
  names: string[]
  values: Value[]
  holds: (chosen: ReadonlyMap<string, Value>) => boolean
} {
  const names = parametersOf(compared)
  const [first = '', second = ''] = names
  if (compared.type === 'flag') return { names, values: [], holds: (chosen) => chosen.get(first) === compared.is }
  if (compared.type === 'in') {
    const values = compared.values.map(String)
    return { names, values, holds: (chosen) => values.includes(String(chosen.get(first))) }
  }
  const isSame = compared.relation === '='
  if (compared.type === 'linear' || 'name' in compared.right)
    return { names, values: [], holds: (chosen) => (chosen.get(first) === chosen.get(second)) === isSame }
  const { value } = compared.right
  return { names, values: [value], holds: (chosen) => (chosen.get(first) === value) === isSame }
}

/** One value after the other, each condition judged as soon as all of its parameters have one. */
function chooseAll(
  candidates: readonly (readonly [string, ReadonlySet<Value>])[],
  asked: readonly { names: string[]; holds: (values: ReadonlyMap<string, Value>) => boolean }[],
): Map<string, Value> | undefined {
  const values = new Map<string, Value>()
  const visit = (at: number): boolean => {
    const [name, choices] = candidates[at] ?? []
    if (name === undefined || choices === undefined) return true
    for (const value of choices) {
      values.set(name, value)
      const isPossible = asked.every(
        ({ names, holds }) => !names.includes(name) || names.some((one) => !values.has(one)) || holds(values),
      )
      if (isPossible && visit(at + 1)) return true
    }
    values.delete(name)
    return false
  }
  return visit(0) ? values : undefined
}

const opposite = { '=': '<>', '<>': '=', '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const

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
