import { AssayError } from '#engine/base/errors.ts'
import { canonical } from '#engine/base/encoding/canonical-json.ts'
import { parseConstraint } from '../combinations/constraint.ts'
import { judge } from '../combinations/nogoods.ts'
import type { Derive } from '../method.ts'
import { coverageOf, type CoverageItem, type DesignTest, type InfeasibleItem, type Value } from '../result.ts'
import { designTexts } from '../texts.ts'
import type { DecisionTableDesign } from './schema.ts'

const texts = designTexts.table

/** Combinations of conditions that are looked at, at most. */
const most = 1_000_000

type Row = Record<string, Value>

/** A column of the table; the last one is ELSE, if any. */
interface Column {
  id: string
  text: string
  when: ReadonlyMap<string, Value>
  does: Row
  /** The first combination that it decides, and the first that it only shares with one before it. */
  decides?: Row
  shadowed?: { by: Column; example: Row }
}

/**
 * One test for each column of a decision table that can be reached (ISO/IEC/IEEE 29119-4, 5.2.6). Missing combinations, columns that contradict each
 * other, redundant and impossible ones are named in the notes, each with an example.
 */
export const deriveDecisionTable: Derive<DecisionTableDesign> = function* (design) {
  const columns = columnsOf(design)
  const elseColumn: Column | undefined = design.else && { id: 'else', text: texts.else, when: new Map(), does: design.else }
  const rules = design.impossible.map((text) => ({ text, condition: parseConstraint(text, design.conditions) }))
  const notes = new Set<string>()
  const ruledOut = new Map<Column, Set<string>>()
  let missing: { count: number; example: Row } | undefined
  const left = { count: 0, values: new Map(design.conditions.map(({ name }) => [name, new Set<Value>()])) }
  let seen = 0
  for (const { row, indices } of combinations(design)) {
    if (++seen % 256 === 0) yield
    const impossible = rules.find(({ condition }) => judge(condition, indices) === true)
    const matching = columns.filter(({ when }) => [...when].every(([name, value]) => row[name] === value))
    if (impossible !== undefined) {
      for (const column of matching) ruledOut.set(column, (ruledOut.get(column) ?? new Set()).add(impossible.text))
      continue
    }
    const [first = elseColumn, ...others] = matching
    if (first === undefined) missing = { count: (missing?.count ?? 0) + 1, example: missing?.example ?? row }
    else {
      first.decides ??= row
      if (first === elseColumn) {
        left.count++
        for (const [name, values] of left.values) values.add(row[name] ?? null)
      }
    }
    for (const other of others) {
      if (first === undefined) break
      other.shadowed ??= { by: first, example: row }
      if (canonical(other.does) !== canonical(first.does)) notes.add(texts.contradiction(first.text, other.text))
    }
  }
  if (missing !== undefined) notes.add(texts.missing(missing.count, describe(missing.example)))
  const all = [...columns, ...(elseColumn === undefined ? [] : [elseColumn])]
  const items = all.map(({ id, text }): CoverageItem => ({ id, text }))
  const infeasible: InfeasibleItem[] = []
  const tests: DesignTest[] = []
  for (const column of all) {
    const { id, text, decides, shadowed, does } = column
    if (decides !== undefined) {
      tests.push({ values: decides, valid: true, expected: does, covers: [id] })
      continue
    }
    const because =
      shadowed !== undefined
        ? [shadowed.by.text]
        : column === elseColumn
          ? [texts.nothingElse]
          : [...(ruledOut.get(column) ?? [])]
    infeasible.push({ item: id, because })
    notes.add(
      shadowed !== undefined
        ? texts.redundant(text, shadowed.by.text, describe(shadowed.example))
        : texts.impossible(text, because),
    )
  }
  // Values that else decides, such as boundaries, and that no test has.
  const hidden = [...left.values].flatMap(([name, values]) => {
    const tested = new Set(tests.map((test) => test.values[name]))
    return [...values].filter((value) => !tested.has(value)).map((value) => designTexts.pair(name, value))
  })
  if (hidden.length > 0) notes.add(texts.elseHides(left.count, hidden))
  for (const [a, b] of mergeable(columns, design)) notes.add(texts.collapse(a.text, b.text))
  if (tests.length === 0) throw new AssayError('design-unusable', texts.nothing(design.impossible))
  return {
    method: 'decision-table',
    items,
    infeasible,
    tests,
    coverage: coverageOf(items, infeasible, tests),
    bound: tests.length,
    notes: [...notes],
  }
}

const describe = (row: Row): string =>
  Object.entries(row)
    .map(([name, value]) => designTexts.pair(name, value))
    .join(', ')

function columnsOf({ conditions, actions, rules }: DecisionTableDesign): Column[] {
  const refuse = (text: string): never => {
    throw new AssayError('design-unusable', text)
  }
  if (conditions.length === 0 || rules.length === 0) refuse(texts.empty)
  const count = conditions.reduce((product, { values }) => product * values.length, 1)
  if (count > most) refuse(designTexts.tooMany(count, most))
  const known = new Map(conditions.map(({ name, values }) => [name, values]))
  if (known.size < conditions.length) refuse(texts.twice)
  for (const { name, values } of conditions) if (values.length === 0) refuse(designTexts.noValues(name))
  return rules.map(({ when, then }, at) => {
    for (const [name, value] of Object.entries(when)) {
      const values = known.get(name)
      if (values === undefined) refuse(texts.unknownCondition(at + 1, name))
      else if (!values.includes(value)) refuse(designTexts.unknownValue(name, String(value)))
    }
    for (const name of Object.keys(then)) if (!actions.includes(name)) refuse(texts.unknownAction(at + 1, name))
    const given = Object.entries(when)
    return {
      id: `r${at + 1}`,
      text: texts.rule(at + 1, given.length === 0 ? texts.always : describe(when)),
      when: new Map(given),
      does: then,
    }
  })
}

/** Every combination of the conditions, the last one fastest. */
function* combinations({ conditions }: DecisionTableDesign): Generator<{ row: Row; indices: number[] }> {
  const indices = conditions.map(() => 0)
  for (;;) {
    const row = Object.create(null) as Row
    for (const [at, { name, values }] of conditions.entries()) row[name] = values[indices[at] ?? 0] ?? null
    yield { row, indices }
    let at = conditions.length - 1
    while (at >= 0 && indices[at] === (conditions[at]?.values.length ?? 1) - 1) indices[at--] = 0
    if (at < 0) return
    indices[at] = (indices[at] ?? 0) + 1
  }
}

/** Pairs of columns of one action that differ in one condition of two values: one column that does not care would do. */
function mergeable(columns: readonly Column[], { conditions }: DecisionTableDesign): [Column, Column][] {
  const size = new Map(conditions.map(({ name, values }) => [name, values.length]))
  return columns.flatMap((a, at) =>
    columns.slice(at + 1).flatMap((b): [Column, Column][] => {
      if (a.when.size !== b.when.size || canonical(a.does) !== canonical(b.does)) return []
      if (![...a.when.keys()].every((name) => b.when.has(name))) return []
      const different = [...a.when].filter(([name, value]) => b.when.get(name) !== value)
      return different.length === 1 && size.get(different[0]?.[0] ?? '') === 2 ? [[a, b]] : []
    }),
  )
}
