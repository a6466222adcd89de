import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fuzzRuns } from '../../../../e2e/fuzz-runs.ts'
import { derive } from '../index.ts'
import { sequencesSchema } from './schema.ts'

type Given = Partial<v.InferInput<typeof sequencesSchema>>
const design = (given: Given) => v.parse(sequencesSchema, { id: 'd', method: 'sequences', events: [], ...given })

const permutations = (of: readonly string[]): string[][] =>
  of.length === 0 ? [[]] : of.flatMap((first) => permutations(of.filter((one) => one !== first)).map((rest) => [first, ...rest]))

describe('orders of events', () => {
  it('[D3] every few events in every order that the rules allow, each found by trying all rows', async () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    const given = fc.record({
      count: fc.integer({ min: 2, max: 5 }),
      strength: fc.integer({ min: 2, max: 3 }),
      pairs: fc.array(fc.tuple(fc.nat(4), fc.nat(4)), { maxLength: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(given, async ({ count, strength: asked, pairs }) => {
        const events = names.slice(0, count)
        const strength = Math.min(asked, count)
        // Rules that lead from left to right make no circle.
        const before = pairs.flatMap(([a, b]) => (a < b && b < count ? [{ first: events[a] ?? '', next: events[b] ?? '' }] : []))
        const { items, infeasible, tests, coverage } = await derive(design({ events, strength, before }))
        const isKept = (row: readonly string[]) => before.every(({ first, next }) => row.indexOf(first) < row.indexOf(next))
        const rows = permutations(events).filter(isKept)
        const holds = (row: readonly string[], order: readonly string[]) =>
          order.every((event, at) => at === 0 || row.indexOf(order[at - 1] ?? '') < row.indexOf(event))
        const impossible = new Set(infeasible.map(({ item }) => item))
        for (const { events: row = [] } of tests) expect(row.toSorted().join() === events.join() && isKept(row)).toBe(true)
        for (const { id, text } of items) {
          const order = text.split(' … ')
          expect(rows.some((row) => holds(row, order))).toBe(!impossible.has(id))
          for (const { events: row = [], covers } of tests)
            expect(covers.includes(id)).toBe(!impossible.has(id) && holds(row, order))
        }
        expect(coverage.exercised).toBe(coverage.feasible)
      }),
      { numRuns: fuzzRuns(300) },
    )
  })

  it('[D3] Kuhn et al. 2012, table of sizes: six events, every three in every order, in ten tests; two tests for pairs', async () => {
    const events = ['a', 'b', 'c', 'd', 'e', 'f']
    expect((await derive(design({ events, strength: 2 }))).tests.length).toBe(2)
    const three = await derive(design({ events }))
    expect(three.items.length).toBe(120)
    expect(three.tests.length).toBeLessThanOrEqual(10)
    expect(three.bound).toBe(6)
  })

  it.each<[Given, string]>([
    [{}, 'it is 3, but there are 0 events'],
    [{ events: ['a', 'b', 'a'] }, 'duplicate event "a"'],
    [{ events: ['a', 'b', 'c'], before: [{ first: 'a', next: 'x' }] }, 'Unknown event "x"'],
    [
      {
        events: ['a', 'b', 'c'],
        before: [
          { first: 'a', next: 'b' },
          { first: 'b', next: 'c' },
          { first: 'b', next: 'a' },
        ],
      },
      'circular rules (a before b; b before a)',
    ],
    [{ events: Array.from({ length: 60 }, (_, at) => `e${at}`) }, '205,320 orders'],
  ])('[D3] %j is rejected: %s', async (given, text) => {
    await expect(derive(design(given))).rejects.toThrow(text)
  })
})
