import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { moveBorder } from './split-sizes.ts'

describe('borders between panes', () => {
  it('[P8] a pane in pixels takes the change, shares keep their sum', () => {
    expect(moveBorder({ size: '248px', pixels: 248, min: 160 }, { size: 1, pixels: 700, min: 320 }, 30)).toEqual({
      before: '278px',
      after: 1,
    })
    expect(moveBorder({ size: 0.7, pixels: 700, min: 100 }, { size: 0.3, pixels: 300, min: 100 }, -200)).toEqual({
      before: 0.5,
      after: 0.5,
    })
  })

  it('[P8] no move makes a pane smaller than its least length, or smaller still if it is already', () => {
    const pane = fc.record({
      size: fc.constant('1px' as const),
      pixels: fc.integer({ min: 0, max: 900 }),
      min: fc.integer({ min: 0, max: 300 }),
    })
    fc.assert(
      fc.property(pane, pane, fc.integer({ min: -2000, max: 2000 }), (before, after, delta) => {
        const moved = moveBorder(before, after, delta)
        expect(Number.parseFloat(String(moved.before))).toBeGreaterThanOrEqual(Math.min(before.min, before.pixels))
        expect(Number.parseFloat(String(moved.after))).toBeGreaterThanOrEqual(Math.min(after.min, after.pixels))
      }),
    )
  })
})
