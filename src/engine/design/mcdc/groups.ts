import { AssayError } from '#engine/base/errors.ts'
import type { Value } from '../result.ts'
import { designTexts } from '../texts.ts'
import { fresh } from './choose.ts'
import { kindsOf, comparedParameters, type Kind } from './kinds.ts'
import type { Compared, Condition } from './parse-decision.ts'
import { opposite, solve, sumOf, truthOf } from './solve.ts'

const texts = designTexts.mcdc

/** Conditions that share parameters, directly or not: only these can be in each other's way. */
export interface Group {
  conditions: readonly number[]
  /** Truths of its conditions that some values give, in the order of `conditions`, each with those values. */
  possible: readonly { truths: readonly boolean[]; inputs: ReadonlyMap<string, Value> }[]
}

/** The conditions of a decision by what they compare. */
export interface Grouped {
  /** Conditions that are in no group can have any truth, whatever the others have. */
  groups: readonly Group[]
  /** Values that give the conditions a vector that is possible. */
  inputsOf(vector: number): ReadonlyMap<string, Value>
}

/** Work that goes into finding what is possible in a group, at most: half a second of it. */
const mostWork = 400_000

/** The groups of a decision's conditions, and what is possible in each. AssayError `design-unusable` for a parameter of two kinds. */
export function* groupsOf(conditions: readonly Condition[]): Generator<undefined, Grouped> {
  const kinds = kindsOf(conditions)
  const compared = conditions.map((one) => one.compared)
  const { free, rest } = peeled(compared)
  const groups: Group[] = []
  for (const members of connected(rest, compared))
    groups.push({
      conditions: members,
      possible: yield* possibleOf(
        members.flatMap((at) => compared[at] ?? []),
        kinds,
      ),
    })
  const inputsOf = (vector: number): ReadonlyMap<string, Value> => {
    const isTrue = (at: number): boolean => ((vector >> at) & 1) === 1
    const inputs = new Map<string, Value>()
    for (const { conditions: members, possible } of groups)
      for (const [name, value] of possible.find(({ truths }) => truths.every((truth, at) => truth === isTrue(members[at] ?? 0)))
        ?.inputs ?? [])
        inputs.set(name, value)
    for (const { at, by } of free.toReversed()) {
      const one = compared[at]
      if (one === undefined) continue
      for (const name of comparedParameters(one)) if (name !== by && !inputs.has(name)) inputs.set(name, anyOf(kinds.get(name)))
      inputs.set(by, valueFor(one, isTrue(at), by, inputs))
    }
    return inputs
  }
  return { groups, inputsOf }
}

/**
 * Conditions that each have their own parameter, which makes them true or false whatever the others are: without them more have
 * one. In the order in which they are taken away, which is against the order in which their parameters can get values.
 */
function peeled(compared: readonly Compared[]): { free: { at: number; by: string }[]; rest: number[] } {
  const free: { at: number; by: string }[] = []
  let rest = [...compared.keys()]
  for (;;) {
    const uses = new Map<string, number>()
    const namesOf = (at: number): string[] => comparedParameters(compared[at] as Compared)
    for (const at of rest) for (const name of namesOf(at)) uses.set(name, (uses.get(name) ?? 0) + 1)
    const found = rest.flatMap((at) => {
      const by = namesOf(at).length > 1 ? namesOf(at).find((name) => uses.get(name) === 1) : undefined
      return by === undefined ? [] : [{ at, by }]
    })
    if (found.length === 0) return { free, rest }
    free.push(...found)
    rest = rest.filter((at) => !found.some((one) => one.at === at))
  }
}

const anyOf = (kind: Kind | undefined): Value => (kind === 'flag' ? false : kind === 'text' ? 'other' : 0)

/** The value of a condition's own parameter that gives it a truth, the others having theirs. */
function valueFor(compared: Compared, truth: boolean, by: string, inputs: ReadonlyMap<string, Value>): Value {
  const other = inputs.get(comparedParameters(compared).find((name) => name !== by) ?? '')
  if (compared.type !== 'linear' || typeof other !== 'number') {
    if ('relation' in compared && (compared.relation === '=') === truth) return other ?? null
    return typeof other === 'boolean' ? !other : (fresh([other ?? null], 1)[0] ?? '')
  }
  const factor = compared.sum.terms.get(by) ?? 1
  const end = Number((-sumOf({ ...compared.sum, terms: without(compared.sum.terms, by) }, inputs) / factor).toPrecision(15))
  const isDown = (truth ? compared.relation : opposite[compared.relation]).startsWith('<') === factor > 0
  const near = isDown ? [end, Math.ceil(end) - 1] : [end, Math.floor(end) + 1]
  const values = new Map(inputs)
  return (
    near
      .toSorted((a, b) => Number(Number.isInteger(b)) - Number(Number.isInteger(a)))
      .find((value) => truthOf(compared, values.set(by, value)) === truth) ?? end
  )
}

const without = (terms: ReadonlyMap<string, number>, name: string): Map<string, number> =>
  new Map([...terms].filter(([one]) => one !== name))

/** Truths of conditions that some values give, from the first condition on; what held before is tried before it is solved again. */
function* possibleOf(
  compared: readonly Compared[],
  kinds: ReadonlyMap<string, Kind>,
): Generator<undefined, Group['possible'][number][]> {
  const possible: Group['possible'][number][] = []
  let work = 0
  const visit = function* (truths: readonly boolean[], inputs: ReadonlyMap<string, Value>): Generator<undefined, void> {
    const next = compared[truths.length]
    if (next === undefined) {
      possible.push({ truths, inputs })
      return
    }
    for (const truth of [false, true]) {
      const then = [...truths, truth]
      let found: ReadonlyMap<string, Value> | undefined = inputs
      if (truthOf(next, inputs) !== truth) {
        yield
        work += then.length ** 2
        if (work > mostWork) throw new AssayError('design-unusable', texts.tooWide)
        found = solve(
          then.map((one, at) => ({ compared: compared[at] as Compared, truth: one })),
          kinds,
        )
      }
      if (found !== undefined) yield* visit(then, found)
    }
  }
  yield* visit([], new Map())
  return possible
}

function connected(members: readonly number[], compared: readonly Compared[]): number[][] {
  const groups: { members: number[]; names: Set<string> }[] = []
  for (const at of members) {
    const names = new Set(comparedParameters(compared[at] as Compared))
    const own = [at]
    for (let index = groups.length - 1; index >= 0; index--) {
      const group = groups[index]
      if (group === undefined || ![...group.names].some((name) => names.has(name))) continue
      own.push(...group.members)
      for (const name of group.names) names.add(name)
      groups.splice(index, 1)
    }
    groups.push({ members: own.toSorted((a, b) => a - b), names })
  }
  return groups.map((one) => one.members).toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0))
}
