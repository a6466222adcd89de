import { expect, it } from 'vitest'
import { typedLike } from './typed-text.ts'

it('[T6] a number stays one and a boolean too while they are edited; anything else is text', () => {
  expect(['43', '-1.5', '4.', '', '007', 'x', 'Infinity', '9007199254740993'].map((text) => typedLike(42, text))).toEqual([
    43,
    -1.5,
    '4.',
    '',
    '007',
    'x',
    'Infinity',
    '9007199254740993',
  ])
  expect(['false', 'yes'].map((text) => typedLike(true, text))).toEqual([false, 'yes'])
  expect(typedLike('42', '43')).toBe('43')
})
