import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fuzzRuns } from '../../../../e2e/fuzz-runs.ts'
import { derive } from '../index.ts'
import { brokenStateLaws, type CheckedMachine } from '../testing/check-states.ts'
import { statesSchema } from './schema.ts'

const design = (given: Partial<v.InferInput<typeof statesSchema>>) =>
  v.parse(statesSchema, { id: 'd', method: 'states', states: [], initial: 'a', transitions: [], ...given })

const randomMachine: fc.Arbitrary<CheckedMachine> = fc.integer({ min: 1, max: 6 }).chain((count) =>
  fc
    .uniqueArray(
      fc.record({ from: fc.nat(count - 1), event: fc.nat(3), to: fc.nat(count - 1), output: fc.constantFrom('', '200', '409') }),
      {
        minLength: 1,
        maxLength: 14,
        selector: ({ from, event }) => `${from} ${event}`,
      },
    )
    .map((transitions) => ({
      states: Array.from({ length: count }, (_, at) => `S${at}`),
      initial: 'S0',
      transitions: transitions.map((one) => ({ ...one, from: `S${one.from}`, event: `e${one.event}`, to: `S${one.to}` })),
    })),
)

describe('laws of state transitions', () => {
  it('[D6] hold for random machines, each test run event by event', async () => {
    await fc.assert(
      fc.asyncProperty(randomMachine, fc.integer({ min: 0, max: 3 }), async (machine, n) => {
        const result = await derive(
          design({ ...machine, coverage: (['0-switch', '1-switch', '2-switch', '3-switch'] as const)[n] ?? '0-switch' }),
        )
        expect(brokenStateLaws(machine, n + 1, false, result)).toEqual([])
        const all = await derive(design({ ...machine, coverage: 'all-transitions' }))
        expect(brokenStateLaws(machine, 1, true, all)).toEqual([])
        const states = await derive(design({ ...machine, coverage: 'states' }))
        expect(brokenStateLaws(machine, 0, false, states)).toEqual([])
        expect(states.coverage.exercised).toBe(states.coverage.feasible)
      }),
      { numRuns: fuzzRuns(500) },
    )
  })

  it('[D6] the checker finds a missing test, a wrong path and an event that is not allowed', async () => {
    const machine = { states: ['a', 'b'], initial: 'a', transitions: [{ from: 'a', event: 'x', to: 'b', output: '1' }] }
    const result = await derive(design(machine))
    const [test] = result.tests
    expect(brokenStateLaws(machine, 1, false, result)).toEqual([])
    for (const tests of [[], [{ ...test!, path: ['a', 'a'] }], [{ ...test!, events: ['x', 'x'] }], [{ ...test!, covers: [] }]])
      expect(brokenStateLaws(machine, 1, false, { ...result, tests })).not.toEqual([])
  })
})

/** An account as of ISTQB's kind of state table: open, frozen, closed. */
const account = {
  states: ['open', 'frozen', 'closed'],
  initial: 'open',
  transitions: [
    { from: 'open', event: 'freeze', to: 'frozen', output: '200' },
    { from: 'frozen', event: 'thaw', to: 'open', output: '200' },
    { from: 'open', event: 'close', to: 'closed', output: '204' },
  ],
}

describe('state transitions', () => {
  it('[D6] valid transitions in one walk, invalid ones last in a test of their own', async () => {
    const { tests, coverage } = await derive(design({ ...account, coverage: 'all-transitions' }))
    expect(coverage).toEqual({ exercised: 9, feasible: 9 })
    expect(tests.map(({ events = [], valid }) => `${events.join(' ')} ${valid}`)).toEqual([
      'freeze thaw close true',
      'thaw false',
      'freeze freeze false',
      'freeze close false',
      'close freeze false',
      'close thaw false',
      'close close false',
    ])
    expect(tests[0]).toMatchObject({ path: ['open', 'frozen', 'open', 'closed'], outputs: ['200', '200', '204'] })
  })

  it('[D6] 1-switch: every two transitions that follow each other', async () => {
    const { items } = await derive(design({ ...account, coverage: '1-switch' }))
    expect(items.map(({ text }) => text)).toEqual([
      'open -freeze-> frozen -thaw-> open',
      'frozen -thaw-> open -freeze-> frozen',
      'frozen -thaw-> open -close-> closed',
    ])
  })

  it('[D6] names what can not be reached, and what nothing leaves', async () => {
    const { infeasible, notes } = await derive(design({ ...account, states: [...account.states, 'lost'], coverage: 'states' }))
    expect(infeasible).toEqual([{ item: 's4', because: ['"lost" isn\'t reachable from "open"'] }])
    expect(notes).toEqual(['Not reachable from the initial state: lost.', 'No outgoing transitions: closed. Tests end there.'])
  })

  it.each<[Partial<v.InferInput<typeof statesSchema>>, string]>([
    [{}, 'Add states'],
    [{ ...account, initial: 'opn' }, 'Unknown state "opn". Did you mean "open"'],
    [{ ...account, states: [...account.states, 'open'] }, 'duplicate state "open"'],
    [
      { ...account, transitions: [...account.transitions, ...account.transitions.slice(0, 1)] },
      'Remove the duplicate transition',
    ],
    [
      { ...account, transitions: [...account.transitions, { from: 'open', event: 'close', to: 'frozen' }] },
      'has two transitions',
    ],
  ])('[D6] %j is rejected: %s', async (given, text) => {
    await expect(derive(design(given))).rejects.toThrow(text)
  })

  it('[D6] a guard tells two transitions of one event apart', async () => {
    const transitions = [...account.transitions, { from: 'open', event: 'close', to: 'frozen', guard: 'balance < 0' }]
    const { notes, tests } = await derive(design({ ...account, transitions }))
    expect(notes.join()).toContain('Guards are text only')
    expect(tests.flatMap(({ events = [] }) => events)).toContain('close [balance < 0]')
  })

  it('[D6] a machine of 500 states and 1,500 transitions', { timeout: 30_000 }, async () => {
    const states = Array.from({ length: 500 }, (_, at) => `S${at}`)
    const transitions = states.flatMap((from, at) =>
      [1, 7, 31].map((by) => ({ from, event: `by${by}`, to: `S${(at * by + by) % 500}` })),
    )
    const { coverage } = await derive(design({ states, initial: 'S0', transitions }))
    expect(coverage.exercised).toBe(coverage.feasible)
    expect(coverage.feasible).toBe(1500)
  })
})
