import { expect, it } from 'vitest'
import { rowAt, rowOffsets } from './scroller.ts'

it('[P8] finds the row at a height', () => {
  const offsets = rowOffsets([26, 26, 26, 26, 26, 26], (height) => height)
  expect([0, 25, 26, 1e9].map((y) => rowAt(offsets, y))).toEqual([0, 0, 1, 5])
  expect(rowAt(rowOffsets([], Number), 10)).toBe(0)
})
