import { AssayError } from '#engine/base/errors.ts'
import type { Derive } from '../method.ts'
import { coverageOf, type CoverageItem, type DesignResult, type DesignTest, type InfeasibleItem } from '../result.ts'
import { designTexts } from '../texts.ts'
import { classCount, completeOf, conformanceSequences, longest, refusedOutput } from './conformance.ts'
import { machineOf, waysFrom, type Machine } from './machine.ts'
import type { StatesDesign } from './schema.ts'
import { shortestTour } from './tour.ts'

const texts = designTexts.states

/** Steps of the search for loops, at most. */
const mostSteps = 200_000

/** An item as it is exercised: a sequence of transitions that follow each other, a state, or an event where it is not allowed. */
interface Wanted {
  id: string
  text: string
  from: number
  transitions: readonly number[]
  invalid?: string
}

/** A test as the transitions that it takes, and an event at its end that is refused. */
interface Walk {
  transitions: readonly number[]
  invalid?: string
}

/**
 * Tests of a state machine that begin at its initial state: all states, all transitions (0-switch), sequences of transitions
 * (n-switch: n + 1 of them, ISTQB and Chow 1978), valid and invalid transitions.
 */
export const deriveStates: Derive<StatesDesign> = function* (design) {
  const machine = machineOf(design)
  yield
  if (design.coverage === 'w' || design.coverage === 'wp') return conforming(machine, design)
  const wanted = wantedOf(machine, design.coverage)
  const isReached = ({ from }: Wanted): boolean => machine.ways[from] !== undefined
  const possible = wanted.filter(isReached)
  const walks =
    design.coverage === 'tour' ? shortestTour(machine).map((transitions) => ({ transitions })) : walksFor(machine, possible)
  yield
  const tests = walks.map((walk) => testOf(machine, walk, possible))
  const items = wanted.map(({ id, text }): CoverageItem => ({ id, text }))
  const infeasible = wanted
    .filter((one) => !isReached(one))
    .map(({ id, from }): InfeasibleItem => ({
      item: id,
      because: [texts.noWay(machine.states[machine.initial] ?? '', machine.states[from] ?? '')],
    }))
  return {
    method: 'states',
    items,
    infeasible,
    tests,
    coverage: coverageOf(items, infeasible, tests),
    notes: [
      ...notesOf(machine),
      ...(design.coverage === 'tour'
        ? [
            texts.tour(
              walks.length,
              walks.reduce((sum, { transitions }) => sum + transitions.length, 0),
            ),
          ]
        : []),
    ],
  } satisfies DesignResult
}

function wantedOf(machine: Machine, coverage: StatesDesign['coverage']): Wanted[] {
  if (coverage === 'states') return machine.states.map((text, from) => ({ id: `s${from + 1}`, text, from, transitions: [] }))
  if (coverage === 'round-trips') return roundTrips(machine)
  const length = Number(/^(\d)-switch$/.exec(coverage)?.[1] ?? 0) + 1
  const sequences = sequencesOf(machine, length)
  if (coverage !== 'all-transitions') return sequences
  const invalid = machine.states.flatMap((state, from) => {
    // An event with a guard is allowed there under a condition: whether it is without, nobody can tell.
    const allowed = new Set((machine.leaving[from] ?? []).map((at) => nameOf(machine.transitions[at]?.event ?? '')))
    const names = [...new Set(machine.events.map(nameOf))]
    return names
      .filter((event) => !allowed.has(event))
      .map((event): Wanted => {
        return {
          id: `i${from + 1}.${names.indexOf(event) + 1}`,
          text: texts.invalid(state, event),
          from,
          transitions: [],
          invalid: event,
        }
      })
  })
  return [...sequences, ...invalid]
}

/** Loops from each state back to it, in which no other state occurs twice (ISTQB CTAL-TA v3.1, 3.2.3). */
function roundTrips(machine: Machine): Wanted[] {
  const found: Wanted[] = []
  const { transitions, leaving, states } = machine
  let steps = 0
  for (const from of states.keys()) {
    const visited = new Set<number>()
    const follow = (sequence: readonly number[], state: number): void => {
      for (const at of leaving[state] ?? []) {
        if (++steps > mostSteps) throw new AssayError('design-unusable', texts.tooManyLoops)
        const to = transitions[at]?.to ?? 0
        const loop = [...sequence, at]
        if (to === from)
          found.push({
            id: `l${loop.map((one) => one + 1).join('-')}`,
            text: textOf(machine, from, loop),
            from,
            transitions: loop,
          })
        else if (!visited.has(to)) {
          visited.add(to)
          follow(loop, to)
          visited.delete(to)
        }
      }
    }
    follow([], from)
  }
  return found
}

/** Tests of the W or the Wp method: each needed sequence is the beginning of one. */
function conforming(machine: Machine, { coverage, extraStates }: StatesDesign): DesignResult {
  const complete = completeOf(machine)
  const numbers = new Map(complete.events.map((event, at) => [event, at]))
  const ways = new Map(
    complete.states.map((state) => [
      state,
      (machine.ways[state] ?? []).map((at) => numbers.get(machine.transitions[at]?.event ?? '') ?? 0),
    ]),
  )
  // An implementation may have all states of the model, also those that here can't be reached or told apart.
  const hidden = machine.states.length - classCount(complete)
  const { sequences, same, set } = conformanceSequences(complete, ways, (extraStates ?? 0) + hidden, coverage === 'wp')
  const known = new Set(sequences.map((sequence) => `q${sequence.map((event) => event + 1).join('-')}`))
  const eventsOf = (sequence: readonly number[]): string[] => sequence.map((event) => complete.events[event] ?? '')
  const items = sequences.map((sequence): CoverageItem => ({
    id: `q${sequence.map((event) => event + 1).join('-')}`,
    text: eventsOf(sequence).join(' '),
  }))
  const tests = longest(sequences).map((sequence): DesignTest => {
    let state = complete.initial
    const [path, outputs] = [[machine.states[state] ?? ''], [] as string[]]
    for (const event of sequence) {
      outputs.push(complete.output(state, event))
      state = complete.next(state, event)
      path.push(machine.states[state] ?? '')
    }
    const refused = sequence.filter((_, at) => outputs[at] === refusedOutput)
    const covers = sequence.flatMap((_, at) => {
      const id = `q${sequence
        .slice(0, at + 1)
        .map((event) => event + 1)
        .join('-')}`
      return known.has(id) ? [id] : []
    })
    return {
      values: {},
      valid: refused.length === 0,
      ...(refused.length > 0 && { invalid: [...new Set(eventsOf(refused))].join(', ') }),
      events: eventsOf(sequence),
      path,
      outputs,
      covers,
    }
  })
  const shown = set.length === 0 ? [] : [texts.characterising(set.map((one) => eventsOf(one).join(' ')))]
  const alike = same.map(([a, b]) => texts.alike(machine.states[a] ?? '', machine.states[b] ?? ''))
  return {
    method: 'states',
    items,
    infeasible: [],
    tests,
    coverage: coverageOf(items, [], tests),
    notes: [...notesOf(machine), texts.completed, ...(hidden > 0 ? [texts.hidden(hidden)] : []), ...shown, ...alike],
  }
}

/** An event without its guard. */
const nameOf = (event: string): string => event.replace(/ \[.*\]$/, '')

function sequencesOf(machine: Machine, length: number): Wanted[] {
  const found: Wanted[] = []
  const { transitions, leaving } = machine
  const follow = (sequence: readonly number[], state: number): void => {
    if (sequence.length === length) {
      const from = transitions[sequence[0] ?? 0]?.from ?? 0
      found.push({
        id: `t${sequence.map((at) => at + 1).join('-')}`,
        text: textOf(machine, from, sequence),
        from,
        transitions: sequence,
      })
      return
    }
    for (const at of leaving[state] ?? []) follow([...sequence, at], transitions[at]?.to ?? 0)
  }
  for (const state of machine.states.keys()) follow([], state)
  return found
}

const textOf = ({ states, transitions }: Machine, from: number, sequence: readonly number[]): string =>
  (states[from] ?? '') +
  sequence.map((at) => ` -${transitions[at]?.event ?? ''}-> ${states[transitions[at]?.to ?? 0] ?? ''}`).join('')

/**
 * Walks that exercise all that is wanted: each goes on, by the shortest way, to the nearest item that is not exercised yet, until none
 * can be reached. An invalid event ends its walk: what comes after a refusal is nobody's business in that test.
 */
function walksFor(machine: Machine, wanted: readonly Wanted[]): Walk[] {
  const { transitions } = machine
  const ways = new Map<number, (number[] | undefined)[]>()
  const wayTo = (from: number, to: number): readonly number[] | undefined => {
    let known = ways.get(from)
    if (known === undefined) ways.set(from, (known = waysFrom(machine, from)))
    return known[to]
  }
  const open = new Set(wanted.filter(({ invalid }) => invalid === undefined))
  const walks: Walk[] = []
  while (open.size > 0) {
    const walk: number[] = []
    let state = machine.initial
    for (let seen = 0; ;) {
      // Only what ends in the part that is new can have become exercised.
      for (const one of open) {
        const begin = Math.max(0, seen - Math.max(0, one.transitions.length - 1))
        if (isIn(machine, one, { transitions: walk.slice(begin) })) open.delete(one)
      }
      seen = walk.length
      let next: { one: Wanted; way: readonly number[] } | undefined
      for (const one of open) {
        // The sequence may have begun already: what was walked last can be its beginning.
        const begun = overlap(walk, one.transitions)
        const way = begun > 0 ? one.transitions.slice(begun) : joined(wayTo(state, one.from), one.transitions)
        if (way !== undefined && (next === undefined || way.length < next.way.length)) next = { one, way }
      }
      if (next === undefined) break
      walk.push(...next.way)
      state = transitions[walk.at(-1) ?? -1]?.to ?? machine.initial
      open.delete(next.one)
    }
    walks.push({ transitions: walk })
  }
  const invalid = wanted.filter((one) => one.invalid !== undefined)
  return [
    ...walks,
    ...invalid.map((one): Walk => ({
      transitions: machine.ways[one.from] ?? [],
      ...(one.invalid !== undefined && { invalid: one.invalid }),
    })),
  ]
}

const joined = (way: readonly number[] | undefined, sequence: readonly number[]): readonly number[] | undefined =>
  way && [...way, ...sequence]

/** How many of the first transitions of a sequence a walk ends with. */
function overlap(walk: readonly number[], sequence: readonly number[]): number {
  for (let length = Math.min(walk.length, sequence.length - 1); length > 0; length--)
    if (sequence.slice(0, length).every((at, index) => walk[walk.length - length + index] === at)) return length
  return 0
}

/** Whether a walk exercises an item. */
function isIn({ initial, transitions }: Machine, { from, transitions: sequence, invalid }: Wanted, walk: Walk): boolean {
  const end = transitions[walk.transitions.at(-1) ?? -1]?.to ?? initial
  if (invalid !== undefined) return walk.invalid === invalid && end === from
  if (sequence.length === 0) return from === initial || walk.transitions.some((at) => transitions[at]?.to === from)
  const [first] = sequence
  return walk.transitions.some(
    (at, start) => at === first && sequence.every((one, index) => walk.transitions[start + index] === one),
  )
}

function testOf(machine: Machine, walk: Walk, wanted: readonly Wanted[]): DesignTest {
  const { states, transitions, initial } = machine
  const taken = walk.transitions.flatMap((at) => transitions[at] ?? [])
  return {
    values: {},
    valid: walk.invalid === undefined,
    ...(walk.invalid !== undefined && { invalid: walk.invalid }),
    events: [...taken.map(({ event }) => event), ...(walk.invalid === undefined ? [] : [walk.invalid])],
    path: [initial, ...taken.map(({ to }) => to)].map((state) => states[state] ?? ''),
    outputs: taken.map(({ output }) => output),
    covers: wanted.filter((one) => isIn(machine, one, walk)).map(({ id }) => id),
  }
}

function notesOf(machine: Machine): string[] {
  const { states, ways, leaving } = machine
  const unreachable = states.filter((_, at) => ways[at] === undefined)
  const ends = states.filter((_, at) => ways[at] !== undefined && leaving[at]?.length === 0)
  return [
    ...(unreachable.length > 0 ? [texts.unreachable(unreachable)] : []),
    ...(ends.length > 0 ? [texts.ends(ends)] : []),
    ...(machine.events.some((event) => nameOf(event) !== event) ? [texts.guards] : []),
  ]
}
