import * as fc from 'fast-check'
import { LosslessNumber } from 'lossless-json'
import { expect, it } from 'vitest'
import { fromPlain, toPlain } from './plain-values.ts'

it('[P6] whatever a variable or a cell holds comes through JSON as it was', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('\0integer', '\0list', '\0', '12'))
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.bigInt(),
      fc.uint8Array(),
      fc.integer().map((number) => new LosslessNumber(`${number}.00000000000000000001`)),
      fc.array(tie('value')),
      fc.dictionary(text, tie('value')),
      fc.constant({ decimal: '1.10' }),
    ),
  }))
  fc.assert(
    fc.property(value, (one) => {
      expect(fromPlain(JSON.parse(JSON.stringify(toPlain(one))))).toEqual(one)
    }),
  )
})
