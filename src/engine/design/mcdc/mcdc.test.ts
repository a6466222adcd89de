import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fuzzRuns, sized } from '../../../../e2e/fuzz-runs.ts'
import { derive } from '../index.ts'
import type { Value } from '../result.ts'
import {
  brokenMcdcLaws,
  leastVectors,
  type CheckedCondition,
  type CheckedDecision,
  type McdcQuestion,
} from '../testing/check-mcdc.ts'
import { decisionCoverages, mcdcSchema } from './schema.ts'

const design = (decision: string, coverage: (typeof decisionCoverages)[number] = 'unique-cause') =>
  v.parse(mcdcSchema, { id: 'd', method: 'mcdc', decision, coverage })

/** Conditions that are coupled or not: flags, numbers that are compared twice, texts. `with`: which are about the same parameter. */
const pool: (CheckedCondition & { with: string })[] = [
  { text: 'a', with: 'a', holds: ({ a }) => a === true },
  { text: 'b', with: 'b', holds: ({ b }) => b === true },
  { text: 'c = false', with: 'c', holds: ({ c }) => c === false },
  { text: 'x > 3', with: 'x', holds: ({ x }) => Number(x) > 3 },
  { text: 'x <= 3', with: 'x', holds: ({ x }) => Number(x) <= 3 },
  { text: 'x < 10', with: 'x', holds: ({ x }) => Number(x) < 10 },
  { text: 'kind = "gold"', with: 'kind', holds: ({ kind }) => kind === 'gold' },
  { text: 'kind in {"gold", "blue"}', with: 'kind', holds: ({ kind }) => kind === 'gold' || kind === 'blue' },
]
const tried: Readonly<Record<string, Value[]>> = {
  a: [true, false],
  b: [true, false],
  c: [true, false],
  x: [2, 3, 3.5, 4, 9, 10, 11],
  kind: ['gold', 'blue', 'other'],
}

const randomTree = (count: number): fc.Arbitrary<CheckedDecision> =>
  fc
    .array(
      fc.record({
        type: fc.constantFrom('and', 'or', 'and', 'or', 'xor'),
        negated: fc.integer({ min: 0, max: 3 }),
        at: fc.nat(),
      }),
      { minLength: 8, maxLength: 8 },
    )
    .map((choices) => {
      let parts = Array.from({ length: count }, (_, at): CheckedDecision => ({ type: 'condition', at }))
      for (const { type, negated, at } of choices) {
        if (parts.length < 2) break
        const first = at % (parts.length - 1)
        const joined: CheckedDecision = { type: type as 'and', of: parts.slice(first, first + 2) }
        parts = [...parts.slice(0, first), negated === 0 ? { type: 'not', of: [joined] } : joined, ...parts.slice(first + 2)]
      }
      return parts[0] ?? { type: 'condition', at: 0 }
    })

const textOf = (node: CheckedDecision, conditions: readonly CheckedCondition[]): string => {
  if (node.type === 'condition') return conditions[node.at]?.text ?? ''
  const parts = node.of.map((one) => textOf(one, conditions))
  return node.type === 'not' ? `not (${parts.join()})` : `(${parts.join(` ${node.type} `)})`
}

const randomQuestion = fc
  .record({
    conditions: fc.shuffledSubarray(pool, { minLength: 1, maxLength: 5 }),
    coverage: fc.constantFrom('unique-cause', 'masking', 'unique-cause-masking'),
  })
  .chain(({ conditions, coverage }) =>
    randomTree(conditions.length).map((decision): McdcQuestion => {
      const rows = Object.entries(tried).reduce<Record<string, Value>[]>(
        (all, [name, values]) => all.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
        [{}],
      )
      const possible = new Map(
        rows.map((row) => conditions.map(({ holds }) => holds(row))).map((vector) => [vector.join(), vector]),
      )
      const coupled = conditions.map(
        (one, at) => new Set(conditions.flatMap((other, index) => (index !== at && other.with === one.with ? [index] : []))),
      )
      return { decision, conditions, coverage, possible: [...possible.values()], coupled }
    }),
  )

describe('laws of MC/DC', () => {
  it('[D7] hold for random decisions, and no suite could be smaller: all sets of vectors are tried', async () => {
    let seen = 0
    await fc.assert(
      fc.asyncProperty(randomQuestion, async (question) => {
        const text = textOf(question.decision, question.conditions)
        const result = await derive(design(text, question.coverage as 'masking')).catch((error: unknown) => {
          if (error instanceof Error && error.message.startsWith('No condition')) return undefined
          throw error
        })
        const least = leastVectors(question)
        if (result === undefined) {
          expect(least).toBe(0)
          return
        }
        seen++
        expect(brokenMcdcLaws(question, result)).toEqual([])
        expect([result.tests.length, result.bound]).toEqual([least, least])
      }),
      { numRuns: fuzzRuns(400) },
    )
    expect(seen).toBeGreaterThan(10)
  })

  it('[D7] the checker finds a test too few, a wrong outcome, wrong inputs and a condition that is called impossible', async () => {
    const question: McdcQuestion = {
      decision: {
        type: 'and',
        of: [
          { type: 'condition', at: 0 },
          { type: 'condition', at: 1 },
        ],
      },
      conditions: pool.slice(0, 2),
      coverage: 'unique-cause',
      possible: [
        [false, false],
        [false, true],
        [true, false],
        [true, true],
      ],
      coupled: [new Set(), new Set()],
    }
    const result = await derive(design('a and b'))
    expect(brokenMcdcLaws(question, result)).toEqual([])
    const [first, ...rest] = result.tests
    for (const wrong of [
      { tests: rest },
      { tests: [{ ...first!, expected: { decision: 'x' } }, ...rest] },
      { tests: [{ ...first!, inputs: {} }, ...rest] },
      { infeasible: [{ item: 'c1', because: [] }] },
      { items: [] },
    ])
      expect(brokenMcdcLaws(question, { ...result, ...wrong })).not.toEqual([])
  })
})

/** Vectors as TF texts, sorted. */
const vectors = async (decision: string, coverage?: (typeof decisionCoverages)[number]) =>
  (await derive(design(decision, coverage))).tests
    .map(
      ({ values, expected }) =>
        `${Object.values(values)
          .map((truth) => (truth === true ? 'T' : 'F'))
          .join('')}:${expected?.['decision'] === true ? 'T' : 'F'}`,
    )
    .toSorted()

/** Comparisons of up to four parameters with each other: by order, or of texts, which can be the same only. */
const comparisons = fc.boolean().chain((isText) => {
  const name = fc.constantFrom('a', 'b', 'c', 'd')
  const relation = isText ? fc.constantFrom('=', '<>') : fc.constantFrom('=', '<>', '<', '<=', '>', '>=')
  const other = isText ? fc.oneof(name, fc.constant('"x"')) : name
  const one = fc.tuple(name, relation, other).filter(([left, , right]) => left !== right)
  return fc.record({
    values: fc.constant(isText ? ['x', 'y', 'z', 'u', 'v'] : [0, 1, 2, 3]),
    conditions: fc.uniqueArray(one, { minLength: 1, maxLength: 5, selector: ([left, by, right]) => `${left} ${by} ${right}` }),
  })
})
const relations: Readonly<Record<string, (a: Value, b: Value) => boolean>> = {
  '=': (a, b) => a === b,
  '<>': (a, b) => a !== b,
  '<': (a, b) => Number(a) < Number(b),
  '<=': (a, b) => Number(a) <= Number(b),
  '>': (a, b) => Number(a) > Number(b),
  '>=': (a, b) => Number(a) >= Number(b),
}

describe('values of conditions that share parameters', () => {
  it('[D7] are those that trying all finds, and give each condition its truth', async () => {
    const property = fc.asyncProperty(comparisons, async ({ values, conditions }) => {
      // One that is compared with a text is a text, and then all are that are compared with it.
      fc.pre(typeof values[0] === 'number' || conditions.some(([, , right]) => right === '"x"'))
      const truthsOf = (row: Readonly<Record<string, Value>>): boolean[] =>
        conditions.map(([left, by, right]) => relations[by]?.(row[left] ?? 0, right === '"x"' ? 'x' : (row[right] ?? 0)) === true)
      const rows = ['a', 'b', 'c', 'd'].reduce<Record<string, Value>[]>(
        (all, name) => all.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
        [{}],
      )
      const texts = conditions.map((parts) => parts.join(' '))
      const { tests } = await derive(design(texts.join(' or '), 'multiple-condition'))
      expect(new Set(tests.map((test) => texts.map((text) => test.values[text]).join()))).toEqual(
        new Set(rows.map((row) => truthsOf(row).join())),
      )
      for (const { values: wanted, inputs = {} } of tests) expect(truthsOf(inputs)).toEqual(texts.map((text) => wanted[text]))
    })
    await fc.assert(property, { numRuns: fuzzRuns(300) })
  })

  it('[D7] up to twenty conditions with a parameter of their own each are solved, however many share the other', async () => {
    const names = Array.from({ length: sized(20, 14) }, (_, at) => `a${at}`)
    const { tests, coverage } = await derive(design(names.map((name) => `${name} = b`).join(' and '), 'decision'))
    expect(coverage).toEqual({ exercised: 2, feasible: 2 })
    for (const { values, inputs = {} } of tests)
      for (const name of names) expect(inputs[name] === inputs['b']).toBe(values[`${name} = b`])
  })
})

describe('MC/DC', () => {
  it('[D7] A and B, A or B: the three vectors of the tutorial (Hayhurst, Veerhusen, Chilenski, Rierson, NASA/TM-2001-210876, 2.2)', async () => {
    expect(await vectors('A and B')).toEqual(['FT:F', 'TF:F', 'TT:T'])
    expect(await vectors('A or B')).toEqual(['FF:F', 'FT:T', 'TF:T'])
  })

  it('[D7] (A or B) and (C or D): five vectors for unique cause, four for masking (CAST-6; Chilenski 2001)', async () => {
    const unique = await derive(design('(A or B) and (C or D)'))
    expect([unique.tests.length, unique.bound]).toEqual([5, 5])
    const masking = await derive(design('(A or B) and (C or D)', 'masking'))
    expect([masking.tests.length, masking.bound]).toEqual([4, 4])
  })

  it('[D7] coupled conditions are named, and masking shows what unique cause can not', async () => {
    const decision = '(x < 3 and a) or (x > 10 and b)'
    const unique = await derive(design(decision))
    expect(unique.coverage).toEqual({ exercised: 4, feasible: 4 })
    const same = await derive(design('x > 3 or (x <= 3 and a)'))
    expect(same.infeasible).toEqual([
      {
        item: 'c1',
        because: ['"x > 3" is coupled with "x <= 3": they can\'t change independently'],
      },
      { item: 'c2', because: ['"x <= 3" is coupled with "x > 3": they can\'t change independently'] },
    ])
    expect((await derive(design('x > 3 or (x <= 3 and a)', 'unique-cause-masking'))).infeasible.length).toBe(1)
    expect((await derive(design('(x > 3 and a) or (x <= 3 and b)'))).coverage.feasible).toBe(2)
    expect((await derive(design('(x > 3 and a) or (x <= 3 and b)', 'unique-cause-masking'))).coverage).toEqual({
      exercised: 4,
      feasible: 4,
    })
  })

  it('[D7] vectors are solved: numbers on their border, sums, texts, names with spaces', async () => {
    const { tests } = await derive(design('(member and [order total] > 100.5) or coupon = "VIP" or a + 2*b <= 7'))
    for (const { values, inputs = {} } of tests) {
      expect(Number(inputs['order total']) > 100.5).toBe(values['[order total] > 100.5'])
      expect(inputs['coupon'] === 'VIP').toBe(values['coupon = "VIP"'])
      expect(Number(inputs['a']) + 2 * Number(inputs['b']) <= 7).toBe(values['a + 2*b <= 7'])
      expect(Number.isInteger(inputs['order total'])).toBe(true)
    }
    const close = await derive(design('x > 1 and x < 1.5 and y = x'))
    const both = close.tests.find(({ expected }) => expected?.['decision'] === true)
    expect(both?.inputs?.['x']).toBe(1.25)
    expect(both?.inputs?.['y']).toBe(1.25)
  })

  it('[D7] condition, decision, both, and multiple-condition coverage beside it', async () => {
    expect(await vectors('a and b', 'decision')).toHaveLength(2)
    expect((await vectors('a and b', 'condition')).length).toBe(2)
    expect(await vectors('a and b', 'condition-decision')).toEqual(['FF:F', 'TT:T'])
    expect(await vectors('a or not b', 'multiple-condition')).toEqual(['FF:T', 'FT:F', 'TF:T', 'TT:T'])
    const excluded = await derive(design('x > 3 and x < 1', 'multiple-condition'))
    expect(excluded.infeasible).toEqual([{ item: 'm11', because: ['no parameter values give x > 3 = true, x < 1 = true'] }])
    expect((await derive(design('x > 3 or x < 5', 'decision'))).infeasible).toEqual([
      { item: 'd=false', because: ['the decision is always true'] },
    ])
  })

  it('[D7] many conditions with one test more than there are (twenty in the whole run); a condition that stands twice is one', async () => {
    const pairs = Math.max(7, fuzzRuns(10))
    const text = Array.from({ length: pairs }, (_, at) => `(c${at} and d${at})`).join(' or ')
    const { tests, bound, coverage } = await derive(design(text))
    expect(coverage).toEqual({ exercised: 2 * pairs, feasible: 2 * pairs })
    expect([tests.length, bound]).toEqual([2 * pairs + 1, 2 * pairs + 1])
    const { notes, items } = await derive(design('(a and b) or (A and c)'))
    expect(items.map(({ text }) => text)).toEqual(['a', 'b', 'c'])
    expect(notes).toEqual(['"a" occurs 2 times and is treated as one condition.'])
  })

  it('[D7] five conditions in which every vector has a say: all suites of five of the 32 are looked through', async () => {
    const { tests, bound } = await derive(design('not (not (a and not (not (b and c) and d)) xor e)', 'masking'))
    expect([tests.length, bound]).toEqual([6, 6])
  })

  it.each([
    ['', 'Enter a decision'],
    ['a and', 'character 6: expected a parameter such as total or [unit price], found the end'],
    ['a b', 'character 3: expected and, or, xor or the end, found "b"'],
    ['(a or b', 'expected ")"'],
    ['1 < x < 5', '1 < x and x < 5'],
    ['x > "a"', 'strings and booleans have no order'],
    ['x > 1 and x = "a"', 'Compare "x" with values of one type: it is compared with numbers and strings'],
    ['a * b > 2', 'only linear sums'],
    ['a or not a', 'no single condition can affect the decision (the outcome never depends on "a")'],
    ['x > 3 or x < 5', '"x > 3" is coupled with "x < 5"'],
    [Array.from({ length: 21 }, (_, at) => `c${at}`).join(' or '), 'has 21 conditions, the limit is 20'],
    ['a ? b', 'character 3'],
    [Array.from({ length: 20 }, (_, at) => `a${at % 5} + b > ${at}`).join(' or '), 'share too many parameters'],
    [Array.from({ length: 20 }, (_, at) => `a${at} = a${(at + 1) % 20}`).join(' or '), 'share too many parameters'],
  ])('[D7] "%s" is rejected: %s', async (text, refusal) => {
    await expect(derive(design(text))).rejects.toThrow(refusal)
  })
})
