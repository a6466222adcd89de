import { expect, it } from 'vitest'
import { methods } from './index.ts'
import type { DesignOf } from './schemas.ts'

const count = (size: number): number[] => Array.from({ length: size }, (_, at) => at)

const common = { name: '', seed: 1 }
const chart = (coverage: DesignOf<'states'>['coverage'], states: number): DesignOf<'states'> => ({
  ...common,
  method: 'states',
  states: count(states).map((at) => `s${at}`),
  initial: 's0',
  coverage,
  transitions: count(states).flatMap((from) =>
    count(3).map((event) => ({
      from: `s${from}`,
      event: `e${event}`,
      to: `s${event === 0 ? (from + 1) % states : (from * 7 + event * 3) % states}`,
      output: event === 0 ? '' : `${event === 1 ? from % 8 : Math.floor(from / 8)}`,
      guard: '',
    })),
  ),
})

/** A message to stop can only arrive where a method breathes: long ones have to, often. */
it.each([
  ['3-switch', chart('3-switch', 20)],
  ['W', chart('w', 60)],
  ['Wp', chart('wp', 60)],
])('[D6] %s of a large machine breathes again and again', async (_, design) => {
  const steps = (await methods.states())(design, { seed: 1, budget: 0 })
  let breaths = 0
  while (!steps.next().done) breaths++
  expect(breaths).toBeGreaterThan(100)
})
