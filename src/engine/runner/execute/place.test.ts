import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { placeKey, type Place } from './place.ts'

it('[T4] places have one key only if they are the same, whatever the ids are', () => {
  expect(placeKey({ case: 'c', rows: [2, 3], step: 's' })).toBe('c\n2.3\ns')
  expect(placeKey({ case: 'c\n1' })).not.toBe(placeKey({ case: 'c', rows: [1], step: '' }))
  const id = fc.string({ unit: fc.constantFrom('\n', '\\', 'n', '0'), maxLength: 3 })
  const rows = fc.option(fc.array(fc.nat(1), { minLength: 1, maxLength: 2 }), { nil: undefined })
  const place: fc.Arbitrary<Place> = fc.record({ case: id, rows, step: fc.option(id, { nil: undefined }) })
  fc.assert(
    fc.property(place, place, (one, other) => {
      expect(placeKey(one) === placeKey(other)).toBe(JSON.stringify(one) === JSON.stringify(other))
    }),
    { numRuns: 500 },
  )
})
