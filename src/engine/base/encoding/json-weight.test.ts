import { describe, expect, it } from 'vitest'
import { tooHeavy } from './json-weight.ts'

const of = (bytes: number, part: string): string => `[${part.repeat(Math.ceil(bytes / part.length))}0]`

describe('the weight of JSON', () => {
  it('[H5] is too much for many small values in a large text', () => {
    const names = `{${Array.from({ length: 1_000_000 }, (_, index) => `"n${index}":1`).join()}}`
    const heavy = ['[],', '{},', '{"a":{}},', '"ab",', '12345678901234567890,', '1e400,'].map((part) => of(20_000_000, part))
    for (const text of [...heavy, names]) expect([text.slice(0, 12), tooHeavy(text)]).toEqual([text.slice(0, 12), true])
  })

  it('[H5] is fine for records, texts and numbers, and for what is small', () => {
    const order = '{"id":123456,"name":"John Smith","active":true,"price":12.5,"tags":["a","b"]},\n'
    const fine = [
      of(30_000_000, order),
      of(46_000_000, `"${'x'.repeat(100)} \\" [[[",`),
      of(20_000_000, '1,'),
      of(4_000_000, '[],'),
    ]
    for (const text of fine) expect([text.slice(0, 12), tooHeavy(text)]).toEqual([text.slice(0, 12), false])
  })
})
