import { expect, it } from 'vitest'
import { formatCount, formatCountdown, formatOffset, formatSize } from './format.ts'

it('[O18] says sizes, offsets and counts', () => {
  expect([0, 812, 20_140, 3_400_000].map(formatSize)).toEqual(['0 B', '812 B', '20.1 kB', '3.4 MB'])
  expect(formatOffset(3412.7)).toBe('00:03.412')
  expect([119_001, 0, -5].map(formatCountdown)).toEqual(['2:00', '0:00', '0:00'])
  expect([7, 1000, 1_234_567].map(formatCount)).toEqual(['7', '1,000', '1,234,567'])
})
