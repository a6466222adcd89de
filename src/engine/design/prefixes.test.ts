import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { derive } from './index.ts'
import { prefixesOf, prefixText } from './prefixes.ts'
import { designSchema, type Model } from './schemas.ts'

const combinations = (parameters: { name: string; values: unknown[] }[], more: object = {}): Model =>
  v.parse(designSchema, { id: 'd', method: 'combinations', parameters, ...more })
const uniform = (count: number, level: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `p${at}`, values: Array.from({ length: level }, (__, value) => value) }))

describe('beginnings of suites', () => {
  it('[D12] each next test exercises the most of what is missing', async () => {
    const result = await derive(combinations(uniform(6, 4)))
    const gains = prefixesOf(result).map((sum, at, all) => sum - (all[at - 1] ?? 0))
    expect(gains).toEqual(gains.toSorted((a, b) => b - a))
  })

  it('[D12] values of more weight go first, and nothing else changes', async () => {
    const plain = uniform(3, 3)
    const risky = plain.map(({ name, values }) => ({
      name,
      values: values.map((value) => (name === 'p0' && value === 2 ? { value, weight: 100 } : value)),
    }))
    const { tests, coverage } = await derive(combinations(risky))
    expect(tests.slice(0, 3).map(({ values }) => values['p0'])).toEqual([2, 2, 2])
    expect(tests.length).toBe(9)
    expect(coverage).toEqual((await derive(combinations(plain))).coverage)
    // Required rows stay before all.
    const required = await derive(combinations(risky, { rows: [{ p0: 0, p1: 1 }] }))
    expect(required.tests[0]?.values).toMatchObject({ p0: 0, p1: 1 })
  })

  it('[D12] in words', async () => {
    expect(prefixText(await derive(combinations(uniform(13, 3))))).toMatch(/^The first \d+ of \d+ tests cover \d+ %\.$/)
    expect(prefixText(await derive(combinations(uniform(2, 2))))).toBe('')
  })
})
