import { expect, it } from 'vitest'
import { formatCount, formatCountdown, formatDuration, formatOffset, formatSize } from './format.ts'

it('[O18] says durations as people do', () => {
  expect([0, 0.04, 0.44, 84.4, 999.6, 3412, 9970, 61_000, 3_660_000].map(formatDuration)).toEqual([
    '0 ms',
    '0.1 ms',
    '0.4 ms',
    '84 ms',
    '1.0 s',
    '3.4 s',
    '10 s',
    '1 min 1 s',
    '1 h 1 min',
  ])
})

it('[O18] says sizes, offsets and counts', () => {
  expect([0, 812, 20_140, 3_400_000].map(formatSize)).toEqual(['0 B', '812 B', '20.1 kB', '3.4 MB'])
  expect(formatOffset(3412.7)).toBe('00:03.412')
  expect([119_001, 0, -5].map(formatCountdown)).toEqual(['2:00', '0:00', '0:00'])
  expect([7, 1000, 1_234_567].map(formatCount)).toEqual(['7', '1,000', '1,234,567'])
})
