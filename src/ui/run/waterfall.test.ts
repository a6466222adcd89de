import { expect, it } from 'vitest'
import { emptyReport } from '#engine/runner/fold.ts'
import { bar, caseScale } from './waterfall.ts'

it('[R26] bars stay inside their scale', () => {
  expect(bar(10, 5, 0, 20)).toEqual({ left: 50, width: 25 })
  expect(bar(0, 0.001, 0, 1000)?.width).toBe(0.8)
  expect(bar(undefined, 5, 0, 20)).toBeUndefined()
  expect(bar(5, 5, 0, 0)).toBeUndefined()
  expect(bar(50, 50, 0, 20)).toEqual({ left: 99, width: 1 })
  expect(caseScale({ id: 'c', name: 'C', startedAt: 5, duration: 7, counts: emptyReport().counts, steps: [] })).toEqual({
    from: 5,
    length: 7,
  })
})
