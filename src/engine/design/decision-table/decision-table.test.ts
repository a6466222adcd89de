/* oxlint-disable unicorn/no-thenable -- `then` is the format's word for what a rule does; rules are never awaited. */
import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fuzzRuns } from '../../../../e2e/fuzz-runs.ts'
import { derive } from '../index.ts'
import type { DesignResult, Value } from '../result.ts'
import { decisionTableSchema } from './schema.ts'

type Given = v.InferInput<typeof decisionTableSchema>
const design = (given: Partial<Given>) =>
  v.parse(decisionTableSchema, { id: 'd', method: 'decision-table', conditions: [], actions: ['do'], rules: [], ...given })

const flags = (...names: string[]) => names.map((name) => ({ name, values: [true, false] }))

type Row = Readonly<Record<string, Value>>

const randomTable = fc.integer({ min: 1, max: 4 }).chain((count) => {
  const conditions = Array.from({ length: count }, (_, at) => ({
    name: `c${at}`,
    values: [0, 1, 2].slice(0, 2 + (at % 2)) as Value[],
  }))
  const when = fc
    .tuple(...conditions.map(({ name, values }) => fc.option(fc.constantFrom(...values)).map((value) => [name, value] as const)))
    .map((pairs) => Object.fromEntries(pairs.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]))))
  const rule = fc.record({ when, then: fc.record({ do: fc.nat(2) }) })
  return fc.record({
    conditions: fc.constant(conditions),
    rules: fc.array(rule, { minLength: 1, maxLength: 6 }),
    hasElse: fc.boolean(),
    forbidden: fc.option(fc.tuple(fc.nat(count - 1), fc.nat(1))),
  })
})

type Table = typeof randomTable extends fc.Arbitrary<infer T> ? T : never

/** Decides every combination by hand, and compares: shares nothing with what it checks. */
function broken({ conditions, rules, hasElse, forbidden }: Table, result: DesignResult): string[] {
  const found: string[] = []
  const rows = conditions
    .reduce<Row[]>((all, { name, values }) => all.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))), [{}])
    .filter((row) => forbidden === null || row[`c${forbidden[0]}`] !== forbidden[1])
  const decide = (row: Row): string | undefined => {
    const at = rules.findIndex(({ when }) => Object.entries(when).every(([name, value]) => row[name] === value))
    return at >= 0 ? `r${at + 1}` : hasElse ? 'else' : undefined
  }
  const decided = new Set(rows.map(decide))
  const columns = [...rules.map((_, at) => `r${at + 1}`), ...(hasElse ? ['else'] : [])]
  if (result.items.map(({ id }) => id).join() !== columns.join()) found.push('items')
  for (const column of columns)
    if (result.infeasible.some(({ item }) => item === column) === decided.has(column)) found.push(`${column}: possible or not`)
  const tested = result.tests.map(({ values, covers }) => {
    if (decide(values) !== covers.join()) found.push(`trace of ${JSON.stringify(values)}`)
    if (!rows.some((row) => Object.entries(row).every(([name, value]) => values[name] === value)))
      found.push('an impossible test')
    return decide(values)
  })
  for (const column of columns)
    if (decided.has(column) && tested.filter((one) => one === column).length !== 1) found.push(`${column}: one test`)
  if (decided.has(undefined) !== result.notes.some((note) => note.startsWith('Incomplete'))) found.push('completeness')
  const contradict = rows.some((row) => {
    const matching = rules.filter(({ when }) => Object.entries(when).every(([name, value]) => row[name] === value))
    return matching.some(({ then }) => then.do !== matching[0]?.then.do)
  })
  if (contradict !== result.notes.some((note) => note.startsWith('Contradiction'))) found.push('contradictions')
  return found
}

describe('decision tables', () => {
  it('[D4] hold their laws for random tables, each combination decided by hand', async () => {
    await fc.assert(
      fc.asyncProperty(randomTable, async (table) => {
        const { conditions, rules, hasElse, forbidden } = table
        const impossible = forbidden === null ? [] : [`[c${forbidden[0]}] = ${forbidden[1]}`]
        const given = design({ conditions, rules, impossible, ...(hasElse && { else: { do: 0 } }) })
        const result = await derive(given).catch((error: unknown) => {
          if (error instanceof Error && error.message.startsWith('No column')) return undefined
          throw error
        })
        if (result !== undefined) expect(broken(table, result)).toEqual([])
      }),
      { numRuns: fuzzRuns(500) },
    )
  })

  it('[D4] member discount: gaps, contradictions, redundant and impossible rules, each with an example', async () => {
    const result = await derive(
      design({
        conditions: flags('member', 'gold', 'coupon'),
        rules: [
          { when: { member: true, gold: true }, then: { do: 20 } },
          { when: { member: true }, then: { do: 10 } },
          { when: { gold: true, coupon: true }, then: { do: 5 } },
          { when: { member: false, coupon: true }, then: { do: 5 } },
        ],
        impossible: ['[member] = false AND [gold] = true'],
      }),
    )
    expect(result.tests.map(({ covers, expected }) => [covers[0], expected?.['do']])).toEqual([
      ['r1', 20],
      ['r2', 10],
      ['r4', 5],
    ])
    expect(result.notes).toEqual([
      'Contradiction: rule 1: member = true, gold = true and rule 2: member = true apply together but have different actions. The first one is expected.',
      'Contradiction: rule 1: member = true, gold = true and rule 3: gold = true, coupon = true apply together but have different actions. The first one is expected.',
      'Incomplete: one combination has no rule, namely member = false, gold = false, coupon = false.',
      'Redundant: rule 1: member = true, gold = true already covers every case of rule 3: gold = true, coupon = true, for example member = true, gold = true, coupon = true.',
    ])
  })

  it('[D4] values that else decides and that no test has are named', async () => {
    const conditions = [{ name: 'total', values: [0, 49, 50, 100] }, ...flags('member')]
    const rules = [{ when: { total: 50 }, then: { do: 1 } }]
    const { notes, tests } = await derive(design({ conditions, rules, else: { do: 0 } }))
    expect(tests.map(({ values }) => values['total'])).toEqual([50, 0])
    expect(notes).toEqual([
      'The else rule covers 6 combinations with one test. To test total = 49, total = 100, member = false, add a rule with that value.',
    ])
    const all = [...rules, ...[49, 100].map((total) => ({ when: { total, member: false }, then: { do: total } }))]
    expect((await derive(design({ conditions, rules: all, else: { do: 0 } }))).notes).toEqual([])
  })

  it('[D4] columns that could be one are named', async () => {
    const rules = [true, false].map((b) => ({ when: { a: true, b }, then: { do: 1 } }))
    const { notes } = await derive(design({ conditions: flags('a', 'b'), rules, else: { do: 0 } }))
    expect(notes).toEqual([
      'Merge rule 1: a = true, b = true and rule 2: a = true, b = false: they have the same actions and differ in one condition.',
    ])
  })

  it.each<[Partial<Given>, string]>([
    [{}, 'needs conditions'],
    [{ conditions: flags('a'), rules: [{ when: { b: true }, then: {} }] }, 'Add the condition "b"'],
    [{ conditions: flags('a'), rules: [{ when: { a: 7 }, then: {} }] }, 'has no value "7"'],
    [{ conditions: flags('a'), rules: [{ when: {}, then: { fly: true } }] }, 'Add the action "fly"'],
    [
      { conditions: flags('a'), rules: [{ when: {}, then: {} }], impossible: ['[a] = true', '[a] = false'] },
      'No column of the table',
    ],
  ])('[D4] %j is rejected: %s', async (given, text) => {
    await expect(derive(design(given))).rejects.toThrow(text)
  })
})
