import { expect, it } from 'vitest'
import { formatSize } from './format-size.ts'

it('[O18] says sizes', () => {
  expect([0, 812, 20_140, 3_400_000, 1_234_567_890].map(formatSize)).toEqual(['0 B', '812 B', '20.1 kB', '3.4 MB', '1.2 GB'])
})
