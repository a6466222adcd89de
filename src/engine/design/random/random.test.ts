import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fuzzRuns } from '../../../../e2e/fuzz-runs.ts'
import { derive } from '../index.ts'
import { randomSchema } from './schema.ts'

type Given = Partial<v.InferInput<typeof randomSchema>>
const design = (given: Given) => v.parse(randomSchema, { id: 'd', method: 'random', parameters: [], ...given })

describe('random values', () => {
  it('[D11] lie in valid classes on their steps, keep constraints, and come again with their seed', async () => {
    const given = fc.record({
      low: fc.integer({ min: -50, max: 50 }),
      size: fc.nat(40),
      step: fc.constantFrom(1, 2, 5),
      seed: fc.integer({ min: 1, max: 99 }),
    })
    await fc.assert(
      fc.asyncProperty(given, async ({ low, size, step, seed }) => {
        const parameters = [
          {
            name: 'n',
            step,
            classes: [
              { name: 'valid', from: low, to: low + size },
              { name: 'over', from: low + size + 1, valid: false },
            ],
          },
          { name: 'kind', values: ['a', { value: 'b', weight: 3 }, { value: 'x', valid: false }] },
        ]
        const one = design({ parameters, seed, count: 20, constraints: [`IF [kind] = "a" THEN [n] >= ${low}`] })
        const { tests } = await derive(one)
        for (const { values } of tests) {
          const number = Number(values['n'])
          expect(number >= low && number <= low + size && (number - low) % step === 0).toBe(true)
          expect(['a', 'b']).toContain(values['kind'])
        }
        expect(JSON.stringify((await derive(one)).tests)).toBe(JSON.stringify(tests))
      }),
      { numRuns: fuzzRuns(300) },
    )
  })

  it('[D11] dates, decimals, lengths; another seed gives other values', async () => {
    const parameters = [
      { name: 'day', type: 'date' as const, classes: [{ name: 'year', from: '2026-01-01', to: '2026-12-31' }] },
      { name: 'price', type: 'number' as const, step: 0.01, classes: [{ name: 'cheap', from: 0.1, to: 0.3 }] },
      { name: 'name', type: 'text' as const, classes: [{ name: 'short', from: 1, to: 5 }] },
    ]
    const [one, other] = [
      await derive(design({ parameters, count: 50 })),
      await derive(design({ parameters, count: 50, seed: 2 })),
    ]
    for (const { values } of one.tests) {
      expect(values['day']).toMatch(/^2026-\d\d-\d\d$/)
      expect(String(values['price'])).toMatch(/^0\.[123]\d?$/)
      expect(String(values['name']).length).toBeLessThanOrEqual(5)
    }
    expect(JSON.stringify(one.tests)).not.toBe(JSON.stringify(other.tests))
  })

  it.each<[Given, string]>([
    [{}, 'Add a parameter'],
    [{ parameters: [{ name: 'a', values: [{ value: 1, valid: false }] }] }, 'only invalid values'],
    [{ parameters: [{ name: 'a', values: [1] }], constraints: ['[a] > 3', '[a] = 1'] }, 'This one was broken: "[a] > 3"'],
  ])('[D11] %j is rejected: %s', async (given, text) => {
    await expect(derive(design(given))).rejects.toThrow(text)
  })
})
