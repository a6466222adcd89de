import { expect, it } from 'vitest'
import { Conflicts } from './conflicts.ts'

/** One after the other: each value of a parameter rules out all others of the next, and the last those of the first. */
const levels = [2, 2, 2, 2, 2, 2]
const equal = (a: number, b: number, rule: number) =>
  [0, 1].map((value) => ({ parameters: [a, b], values: [value, 1 - value], rule }))
const chain = levels.slice(1).flatMap((_, at) => equal(at, at + 1, at))

it('[D3] narrows conflicting rules down to the necessary ones, and marks unfinished results as found so far', () => {
  const nogoods = [...chain, { parameters: [1, 4], values: [0, 0], rule: 9 }]
  expect(new Conflicts(levels, nogoods).of([0, 5], [0, 1])).toEqual([0, 1, 2, 3, 4])
  expect(new Conflicts(levels, nogoods).of([1, 4], [0, 0])).toEqual([9])
  expect(new Conflicts(levels, nogoods, 0).of([0, 5], [0, 1])).toBeUndefined()
  // What one rule says outright costs nothing.
  expect(new Conflicts(levels, nogoods, 0).of([1, 4], [0, 0])).toEqual([9])
  const sizes = Array.from({ length: 120 }, (_, steps) => new Conflicts(levels, nogoods, steps).of([0, 5], [0, 1])?.length)
  // Never fewer than are needed, and with enough work no more.
  expect(sizes.every((size) => size === undefined || size >= 5)).toBe(true)
  expect(sizes.at(-1)).toBe(5)
})
