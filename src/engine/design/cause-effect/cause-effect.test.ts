import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fuzzRuns } from '../../../../e2e/fuzz-runs.ts'
import { derive } from '../index.ts'
import type { DesignResult, Value } from '../result.ts'
import { causeEffectSchema } from './schema.ts'

type Given = Partial<v.InferInput<typeof causeEffectSchema>>
const design = (given: Given) =>
  v.parse(causeEffectSchema, { id: 'd', method: 'cause-effect', causes: [], effects: [], ...given })

type Row = Readonly<Record<string, Value>>
type Holds = (row: Row) => boolean
const causes = ['c1', 'c2', 'c3', 'c4']

const randomWhen: fc.Arbitrary<{ text: string; holds: Holds }> = fc.letrec<{ when: { text: string; holds: Holds } }>((tie) => ({
  when: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(...causes).map((name) => ({ text: name, holds: (row: Row) => row[name] === true })),
    fc
      .tuple(tie('when'), tie('when'))
      .map(([a, b]) => ({ text: `(${a.text} and ${b.text})`, holds: (row: Row) => a.holds(row) && b.holds(row) })),
    fc
      .tuple(tie('when'), tie('when'))
      .map(([a, b]) => ({ text: `(${a.text} or ${b.text})`, holds: (row: Row) => a.holds(row) || b.holds(row) })),
    tie('when').map((a) => ({ text: `not ${a.text}`, holds: (row: Row) => !a.holds(row) })),
  ),
})).when

const kinds = ['exclusive', 'inclusive', 'one-and-only-one', 'requires'] as const
const keeps = (kind: (typeof kinds)[number], of: readonly string[], row: Row): boolean => {
  const there = of.filter((name) => row[name] === true)
  if (kind === 'exclusive') return there.length < 2
  if (kind === 'inclusive') return there.length > 0
  if (kind === 'one-and-only-one') return there.length === 1
  return row[of[0] ?? ''] !== true || there.length === of.length
}

/** Decides every combination of causes, and holds the columns and tests against it. */
function broken(whens: readonly { holds: Holds }[], isAllowed: Holds, result: DesignResult): string[] {
  const found: string[] = []
  const rows = causes
    .reduce<Row[]>((all, name) => all.flatMap((row) => [true, false].map((value) => ({ ...row, [name]: value }))), [{}])
    .filter(isAllowed)
  const effectsOf = (row: Row) => whens.map(({ holds }) => holds(row)).join()
  const columns = result.items.map(({ id, text }) => {
    const [left = '', right = ''] = text.split(' → ')
    const wanted =
      left === 'always'
        ? []
        : left.split(', ').map((one) => (one.startsWith('not ') ? ([one.slice(4), false] as const) : ([one, true] as const)))
    return {
      id,
      holds: (row: Row) => wanted.every(([name, value]) => row[name] === value),
      effects: whens.map((_, at) => right.split(', ').includes(`e${at}`)).join(),
    }
  })
  for (const row of rows) {
    const own = columns.filter(({ holds }) => holds(row))
    if (own.length === 0) found.push(`in no column: ${JSON.stringify(row)}`)
    if (own.some(({ effects }) => effects !== effectsOf(row))) found.push(`wrong column: ${JSON.stringify(row)}`)
  }
  for (const { values, expected, covers } of result.tests) {
    if (!rows.some((row) => causes.every((name) => row[name] === values[name]))) found.push('an impossible test')
    if (whens.map((_, at) => expected?.[`e${at}`]).join() !== effectsOf(values)) found.push('expected effects')
    if (
      columns
        .filter(({ holds }) => holds(values))
        .map(({ id }) => id)
        .join() !== covers.join()
    )
      found.push('trace')
  }
  for (const { id } of columns) if (!result.tests.some(({ covers }) => covers.includes(id))) found.push(`${id}: in no test`)
  return found
}

describe('cause-effect graphs', () => {
  it('[D5] hold their laws for random graphs with relations, each combination of causes decided by hand', async () => {
    const relation = fc.record({
      kind: fc.constantFrom(...kinds),
      of: fc.shuffledSubarray(causes, { minLength: 2, maxLength: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(randomWhen, { minLength: 1, maxLength: 3 }),
        fc.array(relation, { maxLength: 2 }),
        async (whens, relations) => {
          const isAllowed: Holds = (row) => relations.every(({ kind, of }) => keeps(kind, of, row))
          const effects = whens.map(({ text }, at) => ({ name: `e${at}`, when: text }))
          const result = await derive(design({ causes, effects, relations })).catch((error: unknown) => {
            if (error instanceof Error && error.message.startsWith('No combination')) return undefined
            throw error
          })
          if (result !== undefined) expect(broken(whens, isAllowed, result)).toEqual([])
        },
      ),
      { numRuns: fuzzRuns(400) },
    )
  })

  it('[D5] Myers, The Art of Software Testing: the character in column 1 has to be A or B, in column 2 a digit', async () => {
    const { items, tests } = await derive(
      design({
        causes: ['A in column 1', 'B in column 1', 'digit in column 2'],
        effects: [
          { name: 'update made', when: '([A in column 1] or [B in column 1]) and [digit in column 2]' },
          { name: 'message X12', when: 'not ([A in column 1] or [B in column 1])' },
          { name: 'message X13', when: 'not [digit in column 2]' },
        ],
        relations: [{ kind: 'exclusive', of: ['A in column 1', 'B in column 1'] }],
      }),
    )
    expect(
      tests
        .map(({ expected }) =>
          Object.entries(expected ?? {})
            .flatMap(([name, is]) => (is === true ? [name] : []))
            .join(' + '),
        )
        .toSorted(),
    ).toEqual(['message X12', 'message X12 + message X13', 'message X13', 'message X13', 'update made', 'update made'])
    expect(items).toHaveLength(6)
  })

  it('[D5] an effect may depend on one before it, and mask another', async () => {
    const { tests, notes } = await derive(
      design({
        causes: ['a', 'b'],
        effects: [
          { name: 'refused', when: 'not a' },
          { name: 'logged', when: 'refused or b' },
        ],
        relations: [{ kind: 'masks', of: ['refused', 'logged'] }],
      }),
    )
    for (const { values, expected } of tests) expect(expected?.['logged']).toBe(values['a'] === true && values['b'] === true)
    expect(notes).toEqual([])
  })

  it.each<[Given, string]>([
    [{}, 'Add causes and effects'],
    [{ causes: ['a'], effects: [{ name: 'e', when: 'b' }] }, '"e" uses "b", which isn\'t a cause'],
    [
      {
        causes: ['a'],
        effects: [
          { name: 'e', when: 'f' },
          { name: 'f', when: 'a' },
        ],
      },
      '"e" uses "f"',
    ],
    [{ causes: ['a'], effects: [{ name: 'e', when: 'a > 1' }] }, 'Use a cause'],
    [{ causes: ['a'], effects: [{ name: 'a', when: 'a' }] }, 'duplicate "a"'],
    [
      { causes: ['a', 'b'], effects: [{ name: 'e', when: 'a' }], relations: [{ kind: 'requires', of: ['a'] }] },
      'Relation 1 needs at least two',
    ],
    [
      {
        causes: ['a', 'b', 'c'],
        effects: [{ name: 'e', when: 'a' }],
        relations: [
          { kind: 'exclusive', of: ['b', 'c'] },
          { kind: 'requires', of: ['a', 'c'] },
          { kind: 'one-and-only-one', of: ['a', 'a'] },
        ],
      },
      'No combination of causes is possible: "exactly one of a, a" contradict',
    ],
    [
      { causes: Array.from({ length: 17 }, (_, at) => `c${at}`), effects: [{ name: 'e', when: 'c1' }] },
      '17 causes, the limit is 16',
    ],
  ])('[D5] %j is rejected: %s', async (given, text) => {
    await expect(derive(design(given))).rejects.toThrow(text)
  })
})
