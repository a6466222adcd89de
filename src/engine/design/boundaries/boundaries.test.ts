import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fuzzRuns } from '../../../../e2e/fuzz-runs.ts'
import { derive } from '../index.ts'
import { boundariesSchema } from './schema.ts'

type Given = v.InferInput<typeof boundariesSchema>
const design = (given: Partial<Given>) => v.parse(boundariesSchema, { id: 'd', method: 'boundaries', parameters: [], ...given })

const age = {
  name: 'age',
  classes: [
    { name: 'negative', to: -1, valid: false },
    { name: 'young', from: 0, to: 2 },
    { name: 'grown', from: 3, to: 30 },
    { name: 'too old', from: 31, valid: false },
  ],
}

const valuesOf = async (given: Partial<Given>) =>
  (await derive(design(given))).tests.map(({ values, valid }) => `${String(values['age'])}${valid ? '' : '!'}`)

describe('boundary values', () => {
  it('[D2] ISTQB: 2 points are each end and its neighbour in the next class, 3 points the end and both neighbours', async () => {
    expect(await valuesOf({ parameters: [age] })).toEqual(['-1!', '0', '2', '3', '30', '31!'])
    expect(await valuesOf({ parameters: [age], points: 3 })).toEqual([
      '-2!',
      '-1!',
      '0',
      '1',
      '2',
      '3',
      '4',
      '29',
      '30',
      '31!',
      '32!',
    ])
    expect(await valuesOf({ parameters: [age], points: 3, boundaries: 'valid-boundaries' })).toEqual([
      '-1!',
      '0',
      '1',
      '2',
      '3',
      '4',
      '29',
      '30',
      '31!',
    ])
  })

  it('[D2] the usual value stands for a parameter and at its own place, as long as a valid class holds it', async () => {
    const currency = { name: 'currency', type: 'text' as const, classes: [{ name: 'code', from: 3, to: 3 }], usual: 'EUR' }
    const short = {
      name: 'currency',
      type: 'text' as const,
      classes: [
        { name: 'short', valid: false, to: 2 },
        { name: 'code', from: 3 },
      ],
    }
    const of = async (one: object) =>
      (await derive(design({ parameters: [age, one] as Given['parameters'] }))).tests.map(({ values }) => values['currency'])
    expect(await of(currency)).toEqual(Array.from({ length: 7 }, () => 'EUR'))
    expect([...new Set(await of({ ...short, usual: 'Euro' }))]).toEqual(['Euro', '', 'te', 'tex'])
    expect([...new Set(await of({ ...short, usual: '€' }))]).toEqual(['textxxxxxxxxx', '', 'te', 'tex'])
    const lists = { name: 'currency', type: 'list' as const, classes: [{ name: 'any', from: 0 }], usual: '["EUR","CHF"]' }
    expect([...new Set(await of(lists))]).toEqual(['["EUR","CHF"]', '(0 items)'])
  })

  it('[D2] decimals keep their step; what lies not in any class is named', async () => {
    const price = { name: 'age', type: 'number' as const, step: 0.01, classes: [{ name: 'cheap', from: 0.1, to: 0.3 }] }
    expect(await valuesOf({ parameters: [price], points: 3 })).toEqual(['0.1', '0.11', '0.29', '0.3'])
    expect((await derive(design({ parameters: [price] }))).notes.slice(1)).toEqual([
      "age = 0.09 isn't in any class, so it is omitted.",
      "age = 0.31 isn't in any class, so it is omitted.",
    ])
  })

  it('[D2] hold their laws for random classes: every end and every change of class is found by walking over all values', async () => {
    const ends = fc
      .uniqueArray(fc.integer({ min: -20, max: 20 }), { minLength: 1, maxLength: 5 })
      .map((all) => all.toSorted((a, b) => a - b))
    await fc.assert(
      fc.asyncProperty(ends, ends, async (...both) => {
        const parameters = both.map((starts, which) => ({
          name: `p${which}`,
          classes: [-Infinity, ...starts].map((from, at) => ({
            name: `c${at}`,
            ...(Number.isFinite(from) && { from }),
            ...(at < starts.length && { to: (starts[at] ?? 0) - 1 }),
            valid: at % 2 === 0,
          })),
        }))
        const { tests, items, coverage } = await derive(design({ parameters }))
        for (const [which, { name, classes }] of parameters.entries()) {
          const holds = (value: number) =>
            classes.findIndex(({ from = -Infinity, to = Infinity }) => from <= value && value <= to)
          const expected: number[] = []
          for (let value = -25; value <= 25; value++)
            if (holds(value) !== holds(value - 1) || holds(value) !== holds(value + 1)) expected.push(value)
          const mine = items.filter(({ id }) => id.startsWith(`${which + 1}=`)).map(({ id }) => Number(id.split('=')[1]))
          expect(mine).toEqual(expected)
          for (const value of expected) expect(tests.some(({ values }) => values[name] === value)).toBe(true)
        }
        for (const { values, valid, invalid } of tests) {
          const wrong = parameters.filter(
            ({ name, classes }) =>
              !classes.find(({ from = -Infinity, to = Infinity }) => from <= Number(values[name]) && Number(values[name]) <= to)
                ?.valid,
          )
          expect([valid, invalid]).toEqual([wrong.length === 0, wrong[0]?.name])
          expect(wrong.length).toBeLessThan(2)
        }
        expect(coverage).toEqual({ exercised: items.length, feasible: items.length })
      }),
      { numRuns: fuzzRuns(500) },
    )
  })

  it.each<[Partial<Given>, string]>([
    [{}, 'Add a parameter'],
    [{ parameters: [age, age] }, 'duplicate parameter'],
    [{ parameters: [{ name: 'a', classes: [] }] }, 'no classes'],
    [{ parameters: [{ name: 'a', classes: [{ name: 'x', from: 3, to: 1 }] }] }, 'after its end 1'],
    [
      {
        parameters: [
          {
            name: 'a',
            classes: [
              { name: 'x', to: 3 },
              { name: 'y', from: 3 },
            ],
          },
        ],
      },
      'both contain 3',
    ],
    [{ parameters: [{ name: 'a', step: 0.5, classes: [{ name: 'x', to: 3 }] }] }, 'whole number as its step'],
  ])('[D2] %j is rejected: %s', async (given, text) => {
    await expect(derive(design(given))).rejects.toThrow(text)
  })
})
