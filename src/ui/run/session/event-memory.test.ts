import { expect, it } from 'vitest'
import type { RunEvent } from '#engine/runner/report/events.ts'
import { createEventMemory } from './event-memory.ts'

let seq = 0
const event = (type: 'step-started' | 'step-finished', row: number): RunEvent => {
  const at = { seq: ++seq, at: 0, case: 'c', rows: [row], step: 's' }
  return type === 'step-started' ? { type, ...at } : { type, ...at, outcome: 'passed', duration: 1 }
}
const place = (row: number) => ({ case: 'c', rows: [row], step: 's' })

it('[R45] keeps the newest steps, and nothing of one that went while it was running', () => {
  const memory = createEventMemory(2_000)
  memory.add(event('step-started', 0))
  for (let row = 1; row <= 20; row++) for (const type of ['step-started', 'step-finished'] as const) memory.add(event(type, row))
  expect(memory.of(place(20))).toHaveLength(2)
  expect(memory.of(place(16))).toHaveLength(2)
  expect(memory.of(place(15))).toBeUndefined()
  memory.add(event('step-finished', 0))
  expect(memory.of(place(0))).toBeUndefined()
  // Started again, it is the newest.
  memory.add(event('step-started', 15))
  expect(memory.of(place(15))).toHaveLength(1)
  memory.clear()
  expect(memory.of(place(20))).toBeUndefined()
})

it('[R45] forgets the oldest of many steps as fast as of few', () => {
  const events = Array.from({ length: 80_000 }, (_, row) => event('step-started', row))
  const timeOf = (kept: number): number => {
    const memory = createEventMemory(kept * 200)
    const before = process.cpuUsage().user
    for (const one of events) memory.add(one)
    return process.cpuUsage().user - before
  }
  const few = timeOf(100)
  // Going through all that went before took eight times as long, and more with more of them.
  expect(timeOf(20_000) / few).toBeLessThan(5)
})
