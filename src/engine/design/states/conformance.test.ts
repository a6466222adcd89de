import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fuzzRuns } from '../../../../e2e/fuzz-runs.ts'
import { derive } from '../index.ts'
import { answers, areEquivalent, isKilled, type Runnable } from '../testing/check-conformance.ts'
import { statesSchema } from './schema.ts'

type Given = Partial<v.InferInput<typeof statesSchema>>
const design = (given: Given) =>
  v.parse(statesSchema, { id: 'd', method: 'states', states: [], initial: 'S0', transitions: [], ...given })

const events = ['a', 'b', 'c']
const outs = ['0', '1']

const randomMachine = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).chain((count) =>
    fc
      .uniqueArray(
        fc.record({
          from: fc.nat(count - 1),
          event: fc.constantFrom(...events),
          to: fc.nat(count - 1),
          output: fc.constantFrom(...outs),
        }),
        {
          minLength: count,
          maxLength: count * 3,
          selector: ({ from, event }) => `${from} ${event}`,
        },
      )
      .map((transitions) => ({
        states: Array.from({ length: count }, (_, at) => `S${at}`),
        initial: 'S0',
        transitions: transitions.map((one) => ({ ...one, from: `S${one.from}`, to: `S${one.to}` })),
      })),
  )

/** Every machine that differs in one transition: another target, another output, refused, or one that should be refused is not. */
function mutantsOf({ states, initial, transitions }: Runnable & { states: string[] }): Runnable[] {
  const used = [...new Set(transitions.map(({ event }) => event))]
  const changed = transitions.flatMap((one, at) =>
    [
      ...states.filter((state) => state !== one.to).map((to) => ({ ...one, to })),
      ...outs.filter((output) => output !== one.output).map((output) => ({ ...one, output })),
    ].map((other) => transitions.with(at, other)),
  )
  const without = transitions.map((_, at) => transitions.filter((__, other) => other !== at))
  const more = states.flatMap((from) =>
    used.flatMap((event) =>
      transitions.some((one) => one.from === from && one.event === event)
        ? []
        : states.flatMap((to) => [[...transitions, { from, event, to, output: '0' }]]),
    ),
  )
  return [...changed, ...without, ...more].map((all) => ({ initial, transitions: all }))
}

describe('W and Wp', () => {
  it.each(['w', 'wp'] as const)(
    '[D6] %s: every mutant of 20 random machines that answers otherwise anywhere is killed',
    async (coverage) => {
      let killed = 0
      for (const machine of fc.sample(randomMachine(2, 5), { numRuns: 20, seed: 7 })) {
        const { tests, coverage: of } = await derive(design({ ...machine, coverage }))
        expect(of.exercised).toBe(of.feasible)
        const used = [...new Set(machine.transitions.map(({ event }) => event))]
        for (const { events: sent = [], outputs } of tests) expect(outputs).toEqual(answers(machine, sent))
        for (const mutant of mutantsOf(machine)) {
          if (areEquivalent(machine, mutant, used)) continue
          expect(isKilled(machine, mutant, tests), JSON.stringify([machine, mutant])).toBe(true)
          killed++
        }
      }
      expect(killed).toBeGreaterThan(500)
    },
  )

  it('[D6] one extra state: a machine with a state more that behaves otherwise is killed, which without it is not', async () => {
    const model = { states: ['S0'], initial: 'S0', transitions: [{ from: 'S0', event: 'a', to: 'S0', output: '0' }] }
    const wrong = {
      initial: 'S0',
      transitions: [
        { from: 'S0', event: 'a', to: 'S1', output: '0' },
        { from: 'S1', event: 'a', to: 'S1', output: '1' },
      ],
    }
    const [none, one] = [
      await derive(design({ ...model, coverage: 'w' })),
      await derive(design({ ...model, coverage: 'w', extraStates: 1 })),
    ]
    expect(isKilled(model, wrong, none.tests)).toBe(false)
    expect(isKilled(model, wrong, one.tests)).toBe(true)
  })

  it('[D6] Wp is never longer than W, and states that nothing tells apart are named', async () => {
    await fc.assert(
      fc.asyncProperty(randomMachine(1, 5), async (machine) => {
        const [w, wp] = [
          await derive(design({ ...machine, coverage: 'w' })),
          await derive(design({ ...machine, coverage: 'wp' })),
        ]
        const length = (tests: typeof w.tests) => tests.reduce((sum, { events: sent = [] }) => sum + sent.length, 0)
        expect(length(wp.tests)).toBeLessThanOrEqual(length(w.tests))
      }),
      { numRuns: fuzzRuns(300) },
    )
    const alike = ['S0', 'S1'].flatMap((from) => [{ from, event: 'a', to: from === 'S0' ? 'S1' : 'S0', output: '1' }])
    const { notes } = await derive(design({ states: ['S0', 'S1'], transitions: alike, coverage: 'w' }))
    expect(notes).toContain('"S0" and "S1" can\'t be distinguished: they respond the same to every sequence of events.')
  })

  it('[D6] Chow 1978, figure 1: the characterising set of the three-state machine has one input', async () => {
    const transitions = [
      { from: 'S0', event: 'a', to: 'S1', output: '0' },
      { from: 'S1', event: 'a', to: 'S1', output: '1' },
      { from: 'S2', event: 'a', to: 'S1', output: '1' },
      { from: 'S0', event: 'b', to: 'S0', output: '1' },
      { from: 'S1', event: 'b', to: 'S2', output: '1' },
      { from: 'S2', event: 'b', to: 'S0', output: '0' },
    ]
    const { notes } = await derive(design({ states: ['S0', 'S1', 'S2'], transitions, coverage: 'w' }))
    expect(notes.find((one) => one.startsWith('Characterising'))).toMatch(/^Characterising set: "[ab]( [ab])?"(, "[ab]")?\.$/)
  })
})

/** The least number of events and beginnings that take all transitions, by trying all walks, level by level. */
function leastTour({ initial, transitions }: Runnable): number {
  const reachable = new Set([initial])
  for (const state of reachable) for (const { from, to } of transitions) if (from === state) reachable.add(to)
  const real = transitions.filter(({ from }) => reachable.has(from))
  const whole = 2 ** real.length - 1
  const seen = new Set([`${initial} 0`])
  let level = [{ state: initial, taken: 0 }]
  for (let cost = 0; ; cost++) {
    if (level.some(({ taken }) => taken === whole)) return cost
    level = level.flatMap(({ state, taken }) =>
      [
        { state: initial, taken },
        ...real.flatMap((one, at) => (one.from === state ? [{ state: one.to, taken: taken | (1 << at) }] : [])),
      ].filter((next) => {
        const key = `${next.state} ${next.taken}`
        const isNew = !seen.has(key)
        seen.add(key)
        return isNew
      }),
    )
  }
}

describe('tour and round trips', () => {
  it('[D6] the tour takes every transition and no walks with new beginnings are shorter: all are tried', async () => {
    await fc.assert(
      fc.asyncProperty(randomMachine(1, 4), async (machine) => {
        const small = { ...machine, transitions: machine.transitions.slice(0, 8) }
        const { tests, coverage } = await derive(design({ ...small, coverage: 'tour' }))
        expect(coverage.exercised).toBe(coverage.feasible)
        for (const { events: sent = [], outputs } of tests) expect(outputs).toEqual(answers(small, sent))
        const cost = tests.reduce((sum, { events: sent = [] }) => sum + sent.length, 0) + Math.max(0, tests.length - 1)
        expect(cost).toBe(leastTour(small))
      }),
      { numRuns: fuzzRuns(300) },
    )
  })

  it('[D6] round trips: every loop in which no other state occurs twice, from each of its states', async () => {
    const transitions = [
      { from: 'S0', event: 'a', to: 'S1' },
      { from: 'S1', event: 'b', to: 'S0' },
      { from: 'S1', event: 'c', to: 'S1' },
      { from: 'S1', event: 'd', to: 'S2' },
    ]
    const { items, coverage } = await derive(design({ states: ['S0', 'S1', 'S2'], transitions, coverage: 'round-trips' }))
    expect(items.map(({ text }) => text)).toEqual(['S0 -a-> S1 -b-> S0', 'S1 -b-> S0 -a-> S1', 'S1 -c-> S1'])
    expect(coverage).toEqual({ exercised: 3, feasible: 3 })
  })
})
