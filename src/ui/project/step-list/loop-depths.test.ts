import { expect, test } from 'vitest'
import type { Step } from '#engine/project/format/schema.ts'
import { loopDepths } from './loop-depths.ts'

const depths = (...kinds: Step['kind'][]) => loopDepths(kinds.map((kind) => ({ kind })))

test('[T4] steps inside of loops are deeper than the markers that hold them', () => {
  expect(depths('oauth2', 'loop-start', 'wait', 'loop-start', 'wait', 'loop-end', 'loop-end', 'wait')).toEqual([
    0, 0, 1, 1, 2, 1, 0, 0,
  ])
})

test('[T4] a marker without its partner leaves the rest where it is', () => {
  expect(depths('loop-end', 'wait', 'loop-start', 'wait')).toEqual([0, 0, 0, 1])
})
