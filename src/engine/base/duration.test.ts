import { expect, it } from 'vitest'
import { describeDuration } from './duration.ts'

it('[O18] says durations as people do', () => {
  expect([0, 0.44, 0.99, 1, 84.4, 999.6, 3412, 9970, 61_000, 3_660_000].map(describeDuration)).toEqual([
    '<1 ms',
    '<1 ms',
    '<1 ms',
    '1 ms',
    '84 ms',
    '1.0 s',
    '3.4 s',
    '10 s',
    '1 min 1 s',
    '1 h 1 min',
  ])
})
