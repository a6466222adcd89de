import { expect, test } from 'vitest'
import { predicateNames } from '#engine/checks/facts.ts'
import { predicateOf, predicateOptions } from './predicate-options.ts'

test('[T9] every predicate of the file is listed once, in six groups, without its negation', () => {
  const values = predicateOptions.map(({ value }) => value)
  expect(values.toSorted()).toEqual(predicateNames.toSorted())
  expect([...new Set(predicateOptions.map(({ group }) => group))]).toEqual([
    'Value',
    'Text',
    'Number',
    'Type',
    'Collection',
    'Format',
  ])
  expect(predicateOptions.filter(({ label }) => /\bnot\b/.test(label))).toEqual([])
  expect(predicateOf('at-least')).toBe('at-least')
  expect(predicateOf('not equals')).toBeUndefined()
})
