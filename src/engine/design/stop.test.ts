import { expect, it } from 'vitest'
import { methods } from './index.ts'
import type { Derive } from './method.ts'
import type { Model } from './schemas.ts'
import { largeModels } from './testing/large-models.ts'

/** A message to stop can only arrive where a method breathes: long ones have to, often, before anything else is done. */
it.each(largeModels.filter(({ breaths }) => breaths > 0))(
  '$name: breathes again and again',
  async ({ design, breaths, budget = 0 }) => {
    const derive = (await methods[design.method]()) as Derive<Model>
    const steps = derive(design, { seed: 1, budget })
    let seen = 0
    while (seen <= breaths && !steps.next().done) seen++
    expect(seen).toBeGreaterThan(breaths)
  },
)
