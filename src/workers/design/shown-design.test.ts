import { expect, it } from 'vitest'
import { derive, deriveSuite } from '#engine/design/index.ts'
import { prefixesOf } from '#engine/design/prefixes.ts'
import type { Model } from '#engine/design/schemas.ts'
import { allOf, type Better, type DesignResult } from '#engine/design/result.ts'
import {
  mostItems,
  receiveDesign,
  receiveTests,
  sendDesign,
  showDesign,
  type ShownDesign,
  type ShownTest,
} from './shown-design.ts'

const shown = (ended: DesignResult | Better) => allOf(showDesign(ended))

/** What comes of a result that crosses in portions, and how many there are before its end. */
function crossed(design: ShownDesign): { received: ShownDesign; portions: number } {
  const sending = sendDesign(design)
  const tests: ShownTest[] = []
  for (let portions = 0; ; portions++) {
    const sent = sending.next()
    if (sent.done) return { received: receiveDesign(structuredClone(sent.value), tests), portions }
    tests.push(...receiveTests(structuredClone(sent.value)))
  }
}

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
  const { design, added, ruledOut } = shown(result)
  expect(design.tests.reduce((sum, { adds }) => sum + adds, 0)).toBe(result.coverage.exercised)
  expect(design.tests.at(-1)?.exercised).toBe(result.coverage.exercised)
  expect(design.items).toHaveLength(design.itemCount)
  expect(ruledOut(100)).toContainEqual({ item: '1.1-2.2', text: 'p0 = 0, p1 = 1', because: ['IF [p0] = 0 THEN [p1] = 0'] })
  expect(added(0, 3)).toHaveLength(3)
  expect(added(1, 100)).toHaveLength(design.tests[1]?.adds ?? 0)
})

it.each([{ strength: 2 }, { strength: 3 }])(
  '[D3] the outline of a large model of strength $strength says what its whole result says',
  async ({ strength }) => {
    const large: Model = { ...(model(strength === 2 ? 28 : 10, 3) as Extract<Model, { method: 'combinations' }>), strength }
    const ended = await deriveSuite(large)
    const { design, added, ruledOut } = shown(ended)
    const result = await derive(large)
    const whole = shown(result)
    expect(design.itemCount).toBeGreaterThan(mostItems)
    expect(design).toEqual({ ...whole.design, items: [], tests: whole.design.tests.map((test) => ({ ...test, covers: [] })) })
    expect(ruledOut(5)).toEqual(whole.ruledOut(5))
    for (const test of [0, 1, design.tests.length - 1])
      expect(added(test, 5000).toSorted()).toEqual(whole.added(test, 5000).toSorted())
  },
)

it('[D7] a condition of MC/DC counts with the later test of its pair, so a beginning is worth what it shows', async () => {
  const decision = ['a', 'b', 'c', 'd', 'e', 'f'].join(' and ')
  const result = await derive({ name: '', method: 'mcdc', seed: 1, decision, coverage: 'unique-cause' })
  const { design, added } = shown(result)
  expect(design.tests.map(({ adds }) => adds)).toEqual([0, 1, 1, 1, 1, 1, 1])
  expect(added(1, 9)).toHaveLength(1)
  expect(prefixesOf(result)).toEqual([0, 1, 2, 3, 4, 5, 6])
})

it('[D3] a result that has crossed from the worker says what it said there', async () => {
  const invalid: Model = { ...model(3, 2), rows: [{ p0: 1, p1: 0, p2: 1 }] } as Model
  const { design } = shown(await derive(invalid))
  const { received, portions } = crossed(design)
  expect(portions).toBe(0)
  expect(structuredClone(received)).toEqual(design)
  expect(received.tests[0]?.values).toBe(received.tests[0]?.values)
  // A test without a value of some parameter, and a name that is no plain key.
  const odd = {
    ...design,
    names: ['a', '__proto__'],
    tests: design.tests.slice(0, 1).map((test) => ({ ...test, values: { a: -0 } })),
  }
  expect(Object.entries(crossed(odd).received.tests[0]?.values ?? {})).toEqual([['a', -0]])
})

it('[D11] a result of many tests crosses in portions', async () => {
  const result = await derive({
    name: '',
    method: 'random',
    seed: 1,
    count: 400,
    constraints: [],
    parameters: Array.from({ length: 100 }, (_, at) => ({ name: `p${at}`, values: [1, 2, 3] })),
  })
  const { design } = shown(result)
  const { received, portions } = crossed(design)
  expect(portions).toBeGreaterThan(1)
  expect(structuredClone(received)).toEqual(design)
})
