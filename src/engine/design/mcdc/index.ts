import { AssayError } from '#engine/base/errors.ts'
import type { Derive } from '../method.ts'
import { coverageOf, type CoverageItem, type DesignTest, type InfeasibleItem, type Value } from '../result.ts'
import { designTexts } from '../texts.ts'
import { parseDecision, type Condition } from './parse-decision.ts'
import type { McdcDesign } from './schema.ts'
import { groupsOf, type Group, type Grouped } from './groups.ts'
import { hasPair, pairSuite } from './suite.ts'
import { coverPoints, pointsOf } from './points.ts'
import { isPair, mostConditions, tableOf, type PairRule, type Table } from './vectors.ts'

const texts = designTexts.mcdc

/** Conditions whose combinations are all tests, at most. */
const mostMultiple = 12
/** Conditions up to which the fewest that are coupled with one are looked for. */
const mostExplained = 12

/**
 * Modified condition/decision coverage (ISO/IEC/IEEE 29119-4, 5.3.6; RTCA DO-178C; CAST-6): each condition is shown to decide by a pair of
 * tests. Unique cause: nothing else differs; masking: what else differs is masked; both: only what is coupled with it may differ. Beside it
 * condition, decision and multiple-condition coverage. Each vector is solved to values of the compared parameters.
 */
export const deriveMcdc: Derive<McdcDesign> = function* ({ decision: text, coverage }, { seed }) {
  const { decision, conditions } = parseDecision(text)
  if (conditions.length > mostConditions)
    throw new AssayError('design-unusable', texts.tooMany(conditions.length, mostConditions))
  if (coverage === 'multiple-condition' && conditions.length > mostMultiple)
    throw new AssayError('design-unusable', texts.tooManyLines(conditions.length, mostMultiple))
  const { groups, inputsOf } = yield* groupsOf(conditions)
  yield
  const table = yield* tableOf(decision, conditions.length, groups)
  yield
  const notes = notesOf(conditions, groups, table)
  const found =
    coverage === 'unique-cause' || coverage === 'masking' || coverage === 'unique-cause-masking'
      ? yield* byPairs(table, conditions, groups, coverage, seed)
      : yield* byPoints(table, conditions, coverage)
  const tests: DesignTest[] = []
  for (const vector of found.vectors) {
    tests.push(testOf(table, conditions, inputsOf, vector, found.coversOf(vector)))
    yield
  }
  return {
    method: 'mcdc',
    items: found.items,
    infeasible: found.infeasible,
    tests,
    coverage: coverageOf(found.items, found.infeasible, tests),
    ...(found.isMinimal && { bound: tests.length }),
    notes,
  }
}

interface Found {
  items: CoverageItem[]
  infeasible: InfeasibleItem[]
  vectors: readonly number[]
  isMinimal: boolean
  coversOf(vector: number): string[]
}

function* byPairs(
  table: Table,
  conditions: readonly Condition[],
  groups: readonly Group[],
  coverage: 'unique-cause' | 'masking' | 'unique-cause-masking',
  seed: number,
): Generator<undefined, Found> {
  const everything = 2 ** table.count - 1
  const coupled = conditions.map((_, at) => {
    const group = groups.find((one) => one.conditions.includes(at))
    const isFree = group === undefined || group.possible.length === 2 ** group.conditions.length
    return isFree ? 0 : (group?.conditions ?? []).reduce((bits, one) => (one === at ? bits : bits | (1 << one)), 0)
  })
  const rules = conditions.map((_, at): PairRule => ({
    free: coverage === 'unique-cause' ? 0 : coverage === 'masking' ? everything : (coupled[at] ?? 0),
  }))
  const decided: number[] = []
  const infeasible: InfeasibleItem[] = []
  for (const at of conditions.keys()) {
    yield
    const rule = rules[at] ?? { free: 0 }
    if (yield* hasPair(table, at, rule)) decided.push(at)
    else infeasible.push({ item: idOf(at), because: yield* becauseOf(table, conditions, groups, at, rule) })
  }
  if (decided.length === 0)
    throw new AssayError('design-unusable', texts.noneDecides([...new Set(infeasible.flatMap(({ because }) => because))]))
  const { vectors, isMinimal } = yield* pairSuite(table, rules, decided, seed)
  const ordered = yield* inOrder(vectors, table, rules, decided)
  const items = conditions.map(({ text }, at): CoverageItem => {
    const rule = rules[at] ?? { free: 0 }
    // The pair that is complete first.
    const second = ordered.findIndex((b, end) => ordered.slice(0, end).some((a) => isPair(table, at, rule, a, b)))
    const first = ordered.findIndex((a) => isPair(table, at, rule, a, ordered[second] ?? 0))
    return { id: idOf(at), text, ...(second >= 0 && { shownBy: [first, second] }) }
  })
  return {
    items,
    infeasible,
    vectors: ordered,
    isMinimal,
    coversOf: (vector) =>
      decided.filter((at) => ordered.some((other) => isPair(table, at, rules[at] ?? { free: 0 }, vector, other))).map(idOf),
  }
}

/** Always next the vector that completes the most pairs. */
function* inOrder(
  vectors: readonly number[],
  table: Table,
  rules: readonly PairRule[],
  decided: readonly number[],
): Generator<undefined, number[]> {
  const rest = [...vectors]
  const ordered: number[] = []
  const open = new Set(decided)
  const gain = (vector: number): number =>
    [...open].filter((at) => ordered.some((other) => isPair(table, at, rules[at] ?? { free: 0 }, vector, other))).length
  const hope = (vector: number): number =>
    [...open].filter((at) => rest.some((other) => isPair(table, at, rules[at] ?? { free: 0 }, vector, other))).length
  while (rest.length > 0) {
    yield
    const scores = rest.map((vector) => gain(vector) * 1000 + hope(vector))
    const [next = 0] = rest.splice(scores.indexOf(Math.max(...scores)), 1)
    for (const at of open) if (ordered.some((other) => isPair(table, at, rules[at] ?? { free: 0 }, next, other))) open.delete(at)
    ordered.push(next)
  }
  return ordered
}

const idOf = (at: number): string => `c${at + 1}`

/** Why a condition can't be shown to decide, each reason needed: it has one truth only, nothing depends on it, or others are coupled with it. */
function* becauseOf(
  table: Table,
  conditions: readonly Condition[],
  groups: readonly Group[],
  at: number,
  rule: PairRule,
): Generator<undefined, string[]> {
  const name = conditions[at]?.text ?? ''
  const own = groups.find((one) => one.conditions.includes(at))
  const index = own?.conditions.indexOf(at) ?? 0
  const truths = new Set(own?.possible.map((one) => one.truths[index]))
  if (truths.size === 1) return [texts.constant(name, truths.has(true))]
  const free = { ...table, possible: new Uint8Array(table.size).fill(1) }
  if (!(yield* hasPair(free, at, rule))) return [texts.noSay(name)]
  const others = (own?.conditions ?? []).filter((one) => one !== at)
  const held = others.filter((one) => isHeldBy(own, at, one))
  let needed = held.length > 0 ? held : others
  // Which of them it takes: without any one of these there would be a pair. Of large decisions all are named.
  if (table.count <= mostExplained) {
    needed = others
    for (const one of others) {
      const fewer = needed.filter((other) => other !== one)
      if (!(yield* hasPair({ ...table, possible: possibleWith(table, own, [at, ...fewer]) }, at, rule))) needed = fewer
    }
  }
  return needed.map((one) => texts.coupled(name, conditions[one]?.text ?? ''))
}

/** Whether two conditions of a group can't take all four truths together. */
function isHeldBy(group: Group | undefined, at: number, other: number): boolean {
  const [a, b] = [group?.conditions.indexOf(at) ?? 0, group?.conditions.indexOf(other) ?? 0]
  return new Set(group?.possible.map(({ truths }) => `${truths[a]} ${truths[b]}`)).size < 4
}

/** What is possible if only some conditions of a group have to fit each other. */
function possibleWith(table: Table, group: Group | undefined, members: readonly number[]): Uint8Array {
  const places = members.map((one) => group?.conditions.indexOf(one) ?? 0)
  const known = new Set(group?.possible.map(({ truths }) => places.map((place) => Number(truths[place])).join('')))
  return Uint8Array.from({ length: table.size }, (_, vector) =>
    known.has(members.map((one) => (vector >> one) & 1).join('')) ? 1 : 0,
  )
}

function* byPoints(
  table: Table,
  conditions: readonly Condition[],
  coverage: 'condition' | 'decision' | 'condition-decision' | 'multiple-condition',
): Generator<undefined, Found> {
  const points = pointsOf(table, conditions, coverage)
  const isPossible: boolean[] = []
  for (const [at, { holds }] of points.entries()) {
    if (at % 64 === 0) yield
    let vector = 0
    while (vector < table.size && !(table.possible[vector] === 1 && holds(vector))) vector++
    isPossible.push(vector < table.size)
  }
  const feasible = points.filter((_, at) => isPossible[at])
  const { vectors, isMinimal } = yield* coverPoints(table, feasible)
  return {
    items: points.map(({ id, text }) => ({ id, text })),
    infeasible: points.flatMap(({ id, text }, at): InfeasibleItem[] =>
      isPossible[at]
        ? []
        : [
            {
              item: id,
              because: [id.startsWith('d') ? texts.oneOutcome(id === 'd=false') : texts.noValues(text)],
            },
          ],
    ),
    vectors,
    isMinimal,
    coversOf: (vector) => feasible.filter(({ holds }) => holds(vector)).map(({ id }) => id),
  }
}

function testOf(
  table: Table,
  conditions: readonly Condition[],
  inputsOf: Grouped['inputsOf'],
  vector: number,
  covers: string[],
): DesignTest {
  const values = Object.create(null) as Record<string, Value>
  for (const [at, { text }] of conditions.entries()) values[text] = ((vector >> at) & 1) === 1
  const inputs = Object.create(null) as Record<string, Value>
  for (const [name, value] of inputsOf(vector)) inputs[name] = value
  return { values, valid: true, expected: { decision: table.outcome[vector] === 1 }, inputs, covers }
}

function notesOf(conditions: readonly Condition[], groups: readonly Group[], { outcome, possible }: Table): string[] {
  const outcomes = new Set<number>()
  for (let vector = 0; vector < outcome.length && outcomes.size < 2; vector++)
    if (possible[vector] === 1) outcomes.add(outcome[vector] ?? 0)
  return [
    ...conditions.filter(({ count }) => count > 1).map(({ text, count }) => texts.repeated(text, count)),
    ...groups
      .filter((group) => group.possible.length < 2 ** group.conditions.length && group.conditions.length > 1)
      .map((group) => texts.together(group.conditions.map((at) => conditions[at]?.text ?? ''))),
    ...(outcomes.size === 1 ? [texts.oneOutcome(outcomes.has(1))] : []),
  ]
}
