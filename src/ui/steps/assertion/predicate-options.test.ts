import { expect, test } from 'vitest'
import { predicateNames } from '#engine/checks/facts.ts'
import { choiceOf, contrary, predicateOptions, valueOf } from './predicate-options.ts'

test('[T9] every predicate and its contrary stand in one list, each once', () => {
  expect(predicateOptions).toHaveLength(predicateNames.length * 2)
  expect(new Set(predicateOptions.map(({ label }) => label)).size).toBe(predicateOptions.length)
  for (const { value } of predicateOptions) expect(valueOf(choiceOf(value) ?? { is: 'exists', not: false })).toBe(value)
  expect(choiceOf('no such')).toBeUndefined()
})

test('[T9] a contrary reads as English', () => {
  expect(
    ['equals', 'contains', 'matches JSON Schema', 'exists', 'is at most', 'has length', 'conforms to its API', 'starts with'].map(
      contrary,
    ),
  ).toEqual([
    'does not equal',
    'does not contain',
    'does not match JSON Schema',
    'does not exist',
    'is not at most',
    'does not have length',
    'does not conform to its API',
    'does not start with',
  ])
})
