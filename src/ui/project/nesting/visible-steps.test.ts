import { describe, expect, test } from 'vitest'
import { dropTarget, moveTarget } from './move-target.ts'
import { visibleSteps } from './visible-steps.ts'

// A token, a request with three nested steps, a request with one.
const owners = [-1, -1, 1, 1, 1, -1, 5]

describe('rows of the step list', () => {
  test('[T3] a group is one row until it is unfolded', () => {
    expect(visibleSteps(owners, () => false)).toEqual({ indices: [0, 1, 5], rowOf: [0, 1, -1, -1, -1, 2, -1] })
    expect(visibleSteps(owners, (owner) => owner === 5)).toEqual({ indices: [0, 1, 5, 6], rowOf: [0, 1, -1, -1, -1, 2, 3] })
  })

  test.each<[moved: number[], delta: -1 | 1, to: number | undefined]>([
    [[0], 1, 5],
    [[0], -1, undefined],
    [[1, 2, 3, 4], -1, 0],
    [[1, 2, 3, 4], 1, 7],
    [[5, 6], -1, 1],
    [[5, 6], 1, undefined],
    [[2], 1, 4],
    [[2], -1, undefined],
    [[4], 1, undefined],
    [[3, 4], -1, 2],
    [[6], -1, undefined],
  ])('[T3] steps %j move by %j before %j: past whole groups, nested ones inside of theirs', (moved, delta, to) => {
    expect(moveTarget(owners, moved, delta)).toBe(to)
  })

  test('[T3] what is dropped into a group lands behind it, unless it is nested itself', () => {
    expect(dropTarget(owners, [0], 3)).toBe(5)
    expect(dropTarget(owners, [0], 5)).toBe(5)
    expect(dropTarget(owners, [6], 3)).toBe(3)
    expect(dropTarget(owners, [2], 7)).toBe(7)
  })
})
