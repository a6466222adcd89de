import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { canonical } from './canonical-json.ts'

it('sorts keys by UTF-16 units and writes no spaces', () =>
  expect(canonical({ b: [1, 1e21, true, null], a: { '\u20ac': 'é"', A: undefined, '1': 2n ** 64n } })).toBe(
    '{"a":{"1":18446744073709551616,"\u20ac":"é\\""},"b":[1,1e+21,true,null]}',
  ))

it('is JSON of the same value, whatever the order of the keys', () =>
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonical(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  ))
