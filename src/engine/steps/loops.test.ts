import { expect, it } from 'vitest'
import { placeOfNew } from './loops.ts'

it('[T4] a new step comes into the loop that the open step is in, and else to the end', () => {
  const kinds = ['wait', 'loop-start', 'wait', 'loop-start', 'wait', 'loop-end', 'loop-end', 'wait', 'loop-start', 'wait']
  const steps = kinds.map((kind, index) => ({ id: String(index), kind }))
  const places = steps.map(({ id }) => placeOfNew(steps, id))
  expect(places).toEqual([10, 2, 3, 4, 5, 6, 10, 10, 10, 10])
  expect([placeOfNew(steps, undefined), placeOfNew(steps, 'gone'), placeOfNew([], undefined)]).toEqual([10, 10, 0])
})
