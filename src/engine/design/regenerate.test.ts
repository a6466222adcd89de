import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fuzzRuns } from '../../../e2e/fuzz-runs.ts'
import { derive } from './index.ts'
import { prefixesOf, prefixText, prioritised } from './prefixes.ts'
import { differenceOf, regenerate } from './regenerate.ts'
import { designSchema, type Model } from './schemas.ts'

const combinations = (parameters: { name: string; values: number[] }[], more: object = {}): Model =>
  v.parse(designSchema, { id: 'd', method: 'combinations', parameters, ...more })
const uniform = (count: number, level: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `p${at}`, values: Array.from({ length: level }, (__, value) => value) }))

describe('deriving again', () => {
  it('[D3] the difference tells each test once: in both, new, or gone', () => {
    const test = fc.record({ values: fc.record({ a: fc.nat(2), b: fc.nat(1) }) })
    fc.assert(
      fc.property(fc.array(test), fc.array(test), (before, after) => {
        const { kept, added, removed } = differenceOf(before, after)
        for (const [from, to] of kept) expect(before[from]?.values).toEqual(after[to]?.values)
        expect([...kept.map(([from]) => from), ...removed].toSorted((a, b) => a - b)).toEqual([...before.keys()])
        expect([...kept.map(([, to]) => to), ...added].toSorted((a, b) => a - b)).toEqual([...after.keys()])
        // Nothing is gone and new at once.
        const gone = removed.map((at) => JSON.stringify(before[at]))
        for (const at of added) expect(gone).not.toContain(JSON.stringify(after[at]))
      }),
      { numRuns: fuzzRuns(500) },
    )
  })

  it('[D3] edited rows stay as required rows, first and unchanged; what the model no longer has is left out with a note', async () => {
    const design = combinations(uniform(4, 3))
    const { tests } = await derive(design)
    const before = tests.map((test, at) => (at === 3 ? { ...test, values: { p0: 2, p1: 2, p2: 2, p3: 1 }, edited: true } : test))
    const more = combinations([...uniform(4, 3), { name: 'p4', values: [0, 1] }])
    const { result, model, difference } = await regenerate(more, before)
    expect(model).toMatchObject({ rows: [{ p0: 2, p1: 2, p2: 2, p3: 1 }] })
    expect(result.tests[0]?.values).toMatchObject({ p0: 2, p1: 2, p2: 2, p3: 1 })
    expect(result.coverage.exercised).toBe(result.coverage.feasible)
    expect(difference.removed.length).toBe(9)
    const fewer = await regenerate(combinations(uniform(3, 2)), before)
    expect(fewer.result.notes).toContain(
      'The edited test 1 had p3 = 1, which the design no longer has: that part of it is left out.',
    )
    expect((await regenerate(model, before)).model).toEqual(model)
  })

  it('[D6] edited tests of other methods stay beside the derived ones, once', async () => {
    const machine = v.parse(designSchema, {
      id: 'd',
      method: 'states',
      states: ['a', 'b'],
      initial: 'a',
      transitions: [{ from: 'a', event: 'x', to: 'b' }],
    })
    const own = { values: {}, events: ['x', 'x'], edited: true }
    const { result, difference } = await regenerate(machine, [own, { values: {}, events: ['x'], edited: true }])
    expect(result.tests.map(({ events }) => events)).toEqual([['x', 'x'], ['x']])
    expect(difference).toEqual({
      kept: [
        [0, 0],
        [1, 1],
      ],
      added: [],
      removed: [],
    })
  })
})

describe('beginnings of suites', () => {
  it('[D12] each next test exercises the most of what is missing; nothing is lost, pairs follow their tests', async () => {
    for (const design of [
      combinations(uniform(6, 4), { rows: [{ p0: 3, p1: 3 }] }),
      v.parse(designSchema, { id: 'd', method: 'mcdc', decision: '(a and b) or (c and d)' }),
    ]) {
      const result = await derive(design)
      const ordered = prioritised(result)
      expect(ordered.tests.length).toBe(result.tests.length)
      expect(ordered.tests.map((test) => JSON.stringify(test)).toSorted()).toEqual(
        result.tests.map((test) => JSON.stringify(test)).toSorted(),
      )
      const gains = prefixesOf(ordered).map((sum, at, all) => sum - (all[at - 1] ?? 0))
      // What two tests show together counts with the later one.
      if (design.method !== 'mcdc') expect(gains).toEqual(gains.toSorted((a, b) => b - a))
      for (const { shownBy = [], id } of ordered.items) for (const at of shownBy) expect(ordered.tests[at]?.covers).toContain(id)
    }
  })

  it('[D12] risk goes first, what was exercised lately last', async () => {
    const result = await derive(combinations(uniform(3, 3)))
    const risky = prioritised(result, { worth: (id) => (id.includes('1.3') ? 100 : 1) })
    expect(risky.tests.slice(0, 3).map(({ values }) => values['p0'])).toEqual([2, 2, 2])
    const done = new Set(result.tests[0]?.covers)
    const others = prioritised(result, { done })
    expect(JSON.stringify(others.tests.at(-1)?.values)).toBe(JSON.stringify(result.tests[0]?.values))
  })

  it('[D12] in words', async () => {
    expect(prefixText(await derive(combinations(uniform(13, 3))))).toMatch(/^The first \d+ of \d+ tests cover \d+ %\.$/)
    expect(prefixText(await derive(combinations(uniform(2, 2))))).toBe('')
  })
})
