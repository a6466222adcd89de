import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { derive } from '../index.ts'
import { catalogue, wholeGuesses } from './catalogue.ts'
import { errorGuessingSchema, guessedTypes } from './schema.ts'

type Given = Partial<v.InferInput<typeof errorGuessingSchema>>
const design = (given: Given) => v.parse(errorGuessingSchema, { id: 'd', method: 'error-guessing', parameters: [], ...given })

describe('error guessing', () => {
  it('[D11] each guess of the catalogue is a test or named as not applicable, for fields of every type', async () => {
    for (const type of guessedTypes)
      for (const wire of [true, false])
        for (const required of [true, false]) {
          const { items, infeasible, tests, coverage } = await derive(
            design({ parameters: [{ name: 'f', type, value: 'usual', wire, required }] }),
          )
          expect(items.length).toBe(catalogue.length + wholeGuesses.length)
          expect(tests.length + infeasible.length).toBe(items.length)
          expect(coverage.exercised).toBe(coverage.feasible)
          for (const { because } of infeasible) expect(because.join()).not.toBe('')
          const sent = tests.flatMap(({ values, invalid }) => (invalid === 'f' ? [values['f']] : []))
          if (wire) for (const value of sent) expect([null, '\t\r\n', 'a\u0000b']).not.toContain(value)
          expect(sent.includes('(missing)')).toBe(required)
        }
  })

  it('[D11] one guess in a test, all else as usual; nothing may break', async () => {
    const parameters = [
      { name: 'name', value: 'Rex' },
      { name: 'age', type: 'integer' as const, value: 3 },
    ]
    const { tests } = await derive(design({ parameters }))
    for (const { values, invalid, expected } of tests) {
      const unusual = [
        values['name'] !== 'Rex' && 'name',
        values['age'] !== 3 && 'age',
        values['request'] !== '(as it is)' && 'request',
      ].filter(Boolean)
      expect(unusual).toEqual([invalid])
      expect(expected).toEqual({ status: '<500' })
    }
    const texts = tests.map(({ values }) => String(values['name']))
    for (const wanted of ['', '   ', 'null', "' OR '1'='1'; --", 'x'.repeat(10_000), 'a\u0000b', '\u{1F600}\u{1D11E}'])
      expect(texts).toContain(wanted)
    const numbers = tests.map(({ values }) => values['age'])
    for (const wanted of [0, '-0', 2 ** 53, -1, 1e308]) expect(numbers).toContain(wanted)
    expect(tests.map(({ values }) => values['request'])).toContain('(duplicate key)')
  })

  it('[D11] guesses can be left out, and are named if they are not there', async () => {
    const parameters = [{ name: 'f', value: 'x' }]
    const { items } = await derive(design({ parameters, body: false, without: ['sql'] }))
    expect(items.length).toBe(catalogue.length - 1)
    await expect(derive(design({ parameters, without: ['magic'] }))).rejects.toThrow('unknown guess "magic"')
    await expect(derive(design({ parameters: [] }))).rejects.toThrow('Add a parameter')
  })
})
