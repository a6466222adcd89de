import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guessValue, readActual, readValue, readValueList, showValue, showValueList, typeOfValue } from './typed-value.ts'

describe('typed values', () => {
  it.each([
    ['201', 'number', 201],
    ['-1.5e3', 'number', -1500],
    ['007', 'string', '007'],
    ['1,5', 'string', '1,5'],
    ['true', 'boolean', true],
    ['null', 'null', null],
    ['{"a":[1]}', 'json', { a: [1] }],
    ['{broken', 'string', '{broken'],
    ['"22"', 'string', '"22"'],
    ['${count}', 'reference', '${count}'],
    ['a ${count}', 'string', 'a ${count}'],
    ['', 'string', ''],
  ])('[T3] %s is taken for a %s', (text, type, value) => {
    expect(guessValue(text)).toEqual({ type, value })
  })

  it('[R10] whole numbers past 2^53 keep every digit', () => {
    expect(guessValue('9007199254740993').value).toBe(9007199254740993n)
    expect(showValue(9007199254740993n)).toBe('9007199254740993')
    expect(guessValue('1e400').type).toBe('string')
  })

  it('[T3] a chosen type beats the look, and refuses what it can not be', () => {
    expect(readValue('22', 'string')).toEqual({ ok: true, value: '22' })
    expect(readValue('x', 'number')).toMatchObject({ ok: false })
    expect(readValue('[1', 'json')).toMatchObject({ ok: false })
    expect(readValue('yes', 'boolean')).toMatchObject({ ok: false })
  })

  it('[T3] what is shown reads back as the same value', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.bigInt({ min: 2n ** 53n, max: 2n ** 80n })), (value) => {
        const back = readValue(showValue(value), typeOfValue(value))
        expect(back.ok && showValue(back.value)).toBe(showValue(value))
      }),
    )
  })

  it('[T3] lists: commas where that is lossless, else JSON', () => {
    expect(readValueList('open, 3 ,true')).toEqual(['open', 3, true])
    expect(showValueList(['open', 3])).toBe('open, 3')
    expect(showValueList(['a,b', '3'])).toBe('["a,b","3"]')
    expect(readValueList('["a,b","3"]')).toEqual(['a,b', '3'])
  })

  it('[T9] the actual value of a failed check can be taken over, unless it was cut or masked', () => {
    expect(readActual('string "pending"')).toEqual({ value: 'pending' })
    expect(readActual('number 12')).toEqual({ value: 12 })
    expect(readActual('array [1,2]')).toEqual({ value: [1, 2] })
    expect(readActual('null')).toEqual({ value: null })
    expect(readActual('nothing')).toBeUndefined()
    expect(readActual('string "abc…')).toBeUndefined()
    expect(readActual('string "‹access_token›"')).toBeUndefined()
  })
})
