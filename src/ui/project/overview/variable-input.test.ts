import { expect, it } from 'vitest'
import { readVariable } from './variable-input.ts'

it('[T6] a start value is text unless a number or a boolean was chosen, and then only what is one', () => {
  expect(['43', 'true', '${port}', ''].map((text) => readVariable(text, 'string'))).toEqual(
    ['43', 'true', '${port}', ''].map((value) => ({ ok: true, value })),
  )
  expect(['43', '-1.5', ' 7 '].map((text) => readVariable(text, 'number'))).toEqual(
    [43, -1.5, 7].map((value) => ({ ok: true, value })),
  )
  expect(['', '4.', '007', 'Infinity', '${port}'].map((text) => readVariable(text, 'number').ok)).toEqual(Array(5).fill(false))
  expect(readVariable('false', 'boolean')).toEqual({ ok: true, value: false })
  expect(readVariable('yes', 'boolean')).toMatchObject({ ok: false })
})

it('[R10] a number that would lose digits is rejected', () => {
  expect(readVariable('9007199254740991', 'number')).toEqual({ ok: true, value: 9007199254740991 })
  expect(readVariable('9007199254740993', 'number')).toEqual({
    ok: false,
    error: 'Use a string. A number this long would lose digits.',
  })
})
