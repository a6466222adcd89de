import { expect, it } from 'vitest'
import { tokensPerSecond } from './tokens-per-second.ts'

it('[A2] the speed of a model is that of the tokens after the first, which waits for the prompt', () => {
  expect(tokensPerSecond(31, 2000)).toBe(15)
  expect(tokensPerSecond(undefined, 2000)).toBeUndefined()
  expect(tokensPerSecond(3, 2000)).toBeUndefined()
  // It came in one piece.
  expect(tokensPerSecond(31, 0)).toBeUndefined()
})
