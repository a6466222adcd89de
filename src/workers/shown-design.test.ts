import { expect, it } from 'vitest'
import { derive } from '#engine/design/index.ts'
import type { Model } from '#engine/design/schemas.ts'
import { addedBy, mostItems, showDesign } from './shown-design.ts'

const model = (parameters: number, values: number): Model => ({
  name: '',
  method: 'combinations',
  seed: 1,
  parameters: Array.from({ length: parameters }, (_, at) => ({
    name: `p${at}`,
    values: Array.from({ length: values }, (__, value) => value),
  })),
  constraints: ['IF [p0] = 0 THEN [p1] = 0'],
  strength: 2,
  groups: [],
  rows: [],
  combine: 't-wise',
})

it('[D12] a shown result says what each test adds, and what rules items out', async () => {
  const result = await derive(model(4, 3))
  const shown = showDesign(result)
  expect(shown.tests.reduce((sum, { adds }) => sum + adds, 0)).toBe(result.coverage.exercised)
  expect(shown.tests.at(-1)?.exercised).toBe(result.coverage.exercised)
  expect(shown.items).toHaveLength(shown.itemCount)
  expect(shown.infeasible).toContainEqual({ item: '1.1-2.2', text: 'p0 = 0, p1 = 1', because: ['IF [p0] = 0 THEN [p1] = 0'] })
  expect(addedBy(result, 0, 3)).toHaveLength(3)
  expect(addedBy(result, 1, 100)).toHaveLength(shown.tests[1]?.adds ?? 0)
})

it('[D3] the items of a large model stay where they are', async () => {
  const shown = showDesign(await derive(model(60, 3)))
  expect(shown.itemCount).toBeGreaterThan(mostItems)
  expect(shown.items).toEqual([])
  expect(shown.tests.every(({ covers }) => covers.length === 0)).toBe(true)
})
