import { expect, it } from 'vitest'
import type { RunEvent } from '#engine/runner/report/events.ts'
import { createEventBatches } from './event-batches.ts'

const whole = Array.from({ length: 10 }, (_, index): RunEvent => ({
  type: 'step-started',
  seq: index + 1,
  at: index,
  case: 'c1',
  step: `s${index}`,
}))

it('[P2] batches keep the order, and the next one waits until the one before was taken', async () => {
  const taken: number[][] = []
  let delivering = 0
  const batches = createEventBatches(async (events) => {
    expect((delivering += 1)).toBe(1)
    taken.push(events.map((event) => event.seq))
    await new Promise((resolve) => setTimeout(resolve, 1))
    delivering -= 1
  })
  for (const event of whole) {
    batches.push(event)
    await Promise.resolve()
  }
  await batches.drain()
  for (const event of whole) batches.push(event)
  await batches.drain()
  expect(taken.flat()).toEqual([...whole, ...whole].map((event) => event.seq))
  expect(taken.length).toBeLessThan(whole.length)
})

it('[R45] what gathered while the page was busy comes in pieces, so that it can draw between them', async () => {
  const sizes: number[] = []
  const batches = createEventBatches(async (events) => void sizes.push(events.length))
  for (let times = 0; times < 500; times++) for (const event of whole) batches.push(event)
  await batches.drain()
  expect(sizes).toEqual([2_000, 2_000, 1_000])
})
