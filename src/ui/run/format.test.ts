import { expect, it } from 'vitest'
import { formatCount, formatCountdown, formatOffset } from './format.ts'

it('[O18] says offsets, countdowns and counts', () => {
  expect(formatOffset(3412.7)).toBe('00:03.412')
  expect([119_001, 0, -5].map(formatCountdown)).toEqual(['2:00', '0:00', '0:00'])
  expect([7, 1000, 1_234_567].map(formatCount)).toEqual(['7', '1,000', '1,234,567'])
})
