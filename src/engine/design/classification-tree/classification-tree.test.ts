import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fuzzRuns } from '../../../../e2e/fuzz-runs.ts'
import { derive } from '../index.ts'
import type { DesignResult } from '../result.ts'
import { classificationTreeSchema, type Classification } from './schema.ts'

type Given = Partial<v.InferInput<typeof classificationTreeSchema>>
const design = (given: Given) =>
  v.parse(classificationTreeSchema, { id: 'd', method: 'classification-tree', parameters: [], ...given })

/** A row of a tree: classes by classification, only those that stand in it. */
type Row = Readonly<Record<string, string>>
interface Whole {
  row: Row
  invalid: string[]
}

/** Every row that a tree allows, by walking it. */
function rowsOf(tree: readonly Classification[], isInvalid = false): Whole[] {
  return tree.reduce<Whole[]>(
    (all, { name, classes }) =>
      all.flatMap(({ row, invalid }) => {
        const leaves = (list: Classification['classes'], wrong: boolean): Whole[] =>
          list.flatMap((one): Whole[] => {
            const own = wrong || one.valid === false
            if (one.classes && one.classes.length > 0)
              return leaves(one.classes, own).flatMap((each) => rowsOf(one.parameters ?? []).map((more) => join(each, more)))
            const here: Whole = { row: { [name]: one.name }, invalid: own ? [name] : [] }
            return rowsOf(one.parameters ?? []).map((more) => join(here, more))
          })
        return leaves(classes, isInvalid).map((more) => join({ row, invalid }, more))
      }),
    [{ row: {}, invalid: [] }],
  )
}
const join = (a: Whole, b: Whole): Whole => ({ row: { ...a.row, ...b.row }, invalid: [...a.invalid, ...b.invalid] })

const randomTree: fc.Arbitrary<Classification[]> = fc
  .array(
    fc.record({
      count: fc.integer({ min: 1, max: 3 }),
      refined: fc.integer({ min: 0, max: 4 }),
      inner: fc.integer({ min: 0, max: 4 }),
      wrong: fc.integer({ min: 0, max: 5 }),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((shapes) =>
    shapes.map(({ count, refined, inner, wrong }, at) => ({
      name: `P${at}`,
      classes: Array.from({ length: count }, (_, index) => ({
        name: `p${at}c${index}`,
        ...(wrong === index && index > 0 && { valid: false }),
        ...(refined === index && { classes: [{ name: `p${at}c${index}x` }, { name: `p${at}c${index}y` }] }),
        ...(inner === index && { parameters: [{ name: `Q${at}`, classes: [{ name: `q${at}a` }, { name: `q${at}b` }] }] }),
      })),
    })),
  )

/** Pairs (or single classes) that some row of the tree holds: one invalid class at most, valid ones in rows without any. */
function broken(tree: readonly Classification[], size: number, result: DesignResult): string[] {
  const found: string[] = []
  const rows = rowsOf(tree)
  const legal = rows.filter(({ invalid }) => invalid.length < 2)
  const keyOf = (pairs: readonly (readonly [string, string])[]) =>
    pairs
      .map((pair) => pair.join(' = '))
      .toSorted()
      .join(', ')
  const order = [...new Set(rows.flatMap(({ row }) => Object.keys(row)))]
  const keys = new Set<string>()
  for (const { row, invalid } of legal) {
    const pairs = Object.entries(row)
    // An invalid class counts by itself, a combination of valid ones in rows without any.
    if (invalid.length === 1) {
      const [name = ''] = invalid
      keys.add(keyOf([[name, row[name] ?? '']]))
      continue
    }
    const combos =
      size === 1 ? pairs.map((one) => [one]) : pairs.flatMap((one, at) => pairs.slice(at + 1).map((other) => [one, other]))
    for (const combo of combos) keys.add(keyOf(combo))
  }
  const told = new Map(result.items.map(({ id, text }) => [id, text.split(', ').toSorted().join(', ')]))
  if ([...told.values()].toSorted().join('|') !== [...keys].toSorted().join('|'))
    found.push(`items: ${[...told.values()].toSorted().join('|')} by definition ${[...keys].toSorted().join('|')}`)
  if (result.infeasible.length > 0) found.push('nothing is impossible without constraints')
  const seen = new Set<string>()
  for (const { values, covers, valid } of result.tests) {
    const text = order
      .filter((name) => name in values)
      .map((name) => `${name}=${String(values[name])}`)
      .join()
    const whole = legal.find(
      ({ row }) =>
        order
          .filter((name) => name in row)
          .map((name) => `${name}=${row[name]}`)
          .join() === text,
    )
    if (whole === undefined) found.push(`no row of the tree: ${text}`)
    else if ((whole.invalid.length === 0) !== valid) found.push(`validity of ${text}`)
    for (const id of covers) seen.add(id)
  }
  for (const id of told.keys()) if (!seen.has(id)) found.push(`${told.get(id)}: in no test`)
  return found
}

describe('classification trees', () => {
  it.each(['each-choice', 't-wise'] as const)(
    '[D8] %s holds its laws for random trees, every row found by walking the tree',
    async (combine) => {
      await fc.assert(
        fc.asyncProperty(randomTree, async (tree) => {
          if (!rowsOf(tree).some(({ invalid }) => invalid.length === 0)) return
          const count = new Set(rowsOf(tree).flatMap(({ row }) => Object.keys(row))).size
          const result = await derive(design({ parameters: tree, combine }))
          expect(broken(tree, combine === 'each-choice' ? 1 : Math.min(2, count), result)).toEqual([])
        }),
        { numRuns: fuzzRuns(300) },
      )
    },
  )

  it('[D8] Grochtmann and Grimm 1993: the computer vision example: size, colour, shape, and the shape of a triangle', async () => {
    const parameters = [
      { name: 'size', classes: [{ name: 'small' }, { name: 'large' }] },
      { name: 'colour', classes: [{ name: 'red' }, { name: 'green' }, { name: 'blue' }] },
      {
        name: 'shape',
        classes: [
          { name: 'circle' },
          {
            name: 'triangle',
            parameters: [
              { name: 'shape of triangle', classes: [{ name: 'equilateral' }, { name: 'isosceles' }, { name: 'scalene' }] },
            ],
          },
          { name: 'square' },
        ],
      },
    ]
    const all = await derive(design({ parameters, combine: 'all' }))
    expect(all.tests.length).toBe(2 * 3 * (1 + 3 + 1))
    const minimal = await derive(design({ parameters }))
    expect(minimal.items.length).toBe(2 + 3 + 3 + 3)
    expect(minimal.tests.length).toBe(5)
    for (const { values } of minimal.tests) expect('shape of triangle' in values).toBe(values['shape'] === 'triangle')
  })

  it('[D8] values stand in tests instead of names; constraints rule out', async () => {
    const parameters = [
      {
        name: 'pay',
        classes: [
          { name: 'card', value: 'CARD' },
          { name: 'cash', value: 'CASH' },
        ],
      },
      {
        name: 'country',
        classes: [
          { name: 'inside', value: 'DE' },
          { name: 'outside', value: 'US' },
        ],
      },
    ]
    const { tests, infeasible } = await derive(
      design({ parameters, combine: 't-wise', constraints: ['IF [pay] = "cash" THEN [country] = "inside"'] }),
    )
    expect(tests.map(({ values }) => `${values['pay']} ${values['country']}`).toSorted()).toEqual([
      'CARD DE',
      'CARD US',
      'CASH DE',
    ])
    expect(infeasible.map(({ because }) => because)).toEqual([['IF [pay] = "cash" THEN [country] = "inside"']])
  })

  it.each<[Given, string]>([
    [{}, 'Add a parameter'],
    [{ parameters: [{ name: 'a', classes: [] }] }, 'no classes'],
    [{ parameters: [{ name: 'a', classes: [{ name: 'x' }, { name: 'X' }] }] }, 'duplicate class "X" under "a"'],
    [{ parameters: [{ name: 'a', classes: [{ name: 'x', valid: false }] }] }, 'only invalid values'],
    [
      { parameters: [{ name: 'a', classes: [{ name: 'x', parameters: [{ name: 'A', classes: [{ name: 'y' }] }] }] }] },
      'duplicate parameter "A"',
    ],
  ])('[D8] %j is rejected: %s', async (given, text) => {
    await expect(derive(design(given))).rejects.toThrow(text)
  })
})
