// Over 400 lines: all coverage criteria of a state machine share its sequences and messages.
import { AssayError } from '#engine/base/errors.ts'
import type { Derive } from '../method.ts'
import type { CoverageItem, DesignResult, DesignTest, InfeasibleItem } from '../result.ts'
import { designTexts } from '../texts.ts'
import {
  classCount,
  completeOf,
  conformanceSequences,
  distinguish,
  longest,
  refusedOutput,
  sequencesAtOnce,
} from './conformance.ts'
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

/** A test as the transitions that it takes, and an event at its end that is rejected. */
interface Walk {
  transitions: readonly number[]
  invalid?: string
}

/**
 * Tests of a state machine that start at its initial state: all states, all transitions (0-switch), sequences of transitions
 * (n-switch: n + 1 of them, ISTQB and Chow 1978), valid and invalid transitions.
 */
export const deriveStates: Derive<StatesDesign> = function* (design) {
  const machine = machineOf(design)
  yield
  if (design.coverage === 'w' || design.coverage === 'wp') return yield* conforming(machine, design)
  const wanted = yield* wantedOf(machine, design.coverage)
  yield
  const isReached = ({ from }: Wanted): boolean => machine.ways[from] !== undefined
  const possible = wanted.filter(isReached)
  const walks =
    design.coverage === 'tour'
      ? shortestTour(machine).map((transitions) => ({ transitions }))
      : yield* walksFor(machine, possible)
  const itemsByFirst = byFirst(possible)
  const tests: DesignTest[] = []
  const exercised = new Set<string>()
  for (const walk of walks) {
    const test = testOf(machine, walk, itemsByFirst)
    tests.push(test)
    for (const id of test.covers) exercised.add(id)
    yield
  }
  const items: CoverageItem[] = []
  const infeasible: InfeasibleItem[] = []
  for (const [at, one] of wanted.entries()) {
    if (at % sequencesAtOnce === 0) yield
    items.push({ id: one.id, text: one.text })
    if (!isReached(one))
      infeasible.push({
        item: one.id,
        because: [texts.noWay(machine.states[machine.initial] ?? '', machine.states[one.from] ?? '')],
      })
  }
  return {
    method: 'states',
    items,
    infeasible,
    tests,
    coverage: { exercised: exercised.size, feasible: items.length - infeasible.length },
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

function* wantedOf(machine: Machine, coverage: StatesDesign['coverage']): Generator<undefined, Wanted[]> {
  if (coverage === 'states') return machine.states.map((text, from) => ({ id: `s${from + 1}`, text, from, transitions: [] }))
  if (coverage === 'round-trips') return roundTrips(machine)
  const length = Number(/^(\d)-switch$/.exec(coverage)?.[1] ?? 0) + 1
  const sequences = yield* sequencesOf(machine, length)
  if (coverage !== 'all-transitions') return sequences
  const invalid = machine.states.flatMap((state, from) => {
    // An event with a guard is allowed there under a condition: whether it is allowed without it is unknown.
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

/** Tests of the W or the Wp method: each needed sequence is the start of one. */
function* conforming(machine: Machine, { coverage, extraStates }: StatesDesign): Generator<undefined, DesignResult> {
  const complete = completeOf(machine)
  const numbers = new Map(complete.events.map((event, at) => [event, at]))
  const ways = new Map(
    complete.states.map((state) => [
      state,
      (machine.ways[state] ?? []).map((at) => numbers.get(machine.transitions[at]?.event ?? '') ?? 0),
    ]),
  )
  // An implementation may have all states of the model, also those that here can't be reached or distinguished.
  const apart = yield* distinguish(complete)
  const hidden = machine.states.length - classCount(complete, apart)
  const { sequences, same, set } = yield* conformanceSequences(
    complete,
    apart,
    ways,
    (extraStates ?? 0) + hidden,
    coverage === 'wp',
  )
  const known = new Set(sequences.map((sequence) => `q${sequence.map((event) => event + 1).join('-')}`))
  const eventsOf = (sequence: readonly number[]): string[] => sequence.map((event) => complete.events[event] ?? '')
  const items: CoverageItem[] = []
  for (const [at, sequence] of sequences.entries()) {
    if (at % sequencesAtOnce === 0) yield
    items.push({ id: `q${sequence.map((event) => event + 1).join('-')}`, text: eventsOf(sequence).join(' ') })
  }
  const tests: DesignTest[] = []
  const exercised = new Set<string>()
  for (const [number, sequence] of (yield* longest(sequences)).entries()) {
    if (number % sequencesAtOnce === 0) yield
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
    for (const id of covers) exercised.add(id)
    tests.push({
      values: {},
      valid: refused.length === 0,
      ...(refused.length > 0 && { invalid: [...new Set(eventsOf(refused))].join(', ') }),
      events: eventsOf(sequence),
      path,
      outputs,
      covers,
    })
  }
  const shown = set.length === 0 ? [] : [texts.characterising(set.map((one) => eventsOf(one).join(' ')))]
  const alike = same.map(([a, b]) => texts.alike(machine.states[a] ?? '', machine.states[b] ?? ''))
  return {
    method: 'states',
    items,
    infeasible: [],
    tests,
    coverage: { exercised: exercised.size, feasible: items.length },
    notes: [...notesOf(machine), texts.completed, ...(hidden > 0 ? [texts.hidden(hidden)] : []), ...shown, ...alike],
  }
}

/** An event without its guard. */
const nameOf = (event: string): string => event.replace(/ \[.*\]$/, '')

function* sequencesOf(machine: Machine, length: number): Generator<undefined, Wanted[]> {
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
  for (const state of machine.states.keys()) {
    follow([], state)
    yield
  }
  return found
}

const textOf = ({ states, transitions }: Machine, from: number, sequence: readonly number[]): string =>
  (states[from] ?? '') +
  sequence.map((at) => ` -${transitions[at]?.event ?? ''}-> ${states[transitions[at]?.to ?? 0] ?? ''}`).join('')

/**
 * Walks that exercise all that is wanted: each goes on, by the shortest way, to the nearest item that is not exercised yet, until none
 * can be reached. An invalid event ends its walk: what follows a rejection isn't part of that test.
 */
function* walksFor(machine: Machine, wanted: readonly Wanted[]): Generator<undefined, Walk[]> {
  const { transitions } = machine
  const ways = new Map<number, (number[] | undefined)[]>()
  const wayTo = (from: number, to: number): readonly number[] | undefined => {
    let known = ways.get(from)
    if (known === undefined) ways.set(from, (known = waysFrom(machine, from)))
    return known[to]
  }
  const open = yield* OpenItems.of(wanted.filter(({ invalid }) => invalid === undefined))
  const walks: Walk[] = []
  while (open.size > 0) {
    const walk: number[] = []
    let state = machine.initial
    open.visited(state)
    for (;;) {
      yield
      // The sequence may have started already: what was walked last can be its start.
      const begun = open.begunBy(walk)
      let next = begun && { one: begun.one, way: begun.one.transitions.slice(begun.length) }
      for (const one of open.firsts()) {
        const way = wayTo(state, one.from)
        if (way !== undefined && (next === undefined || way.length + one.transitions.length < next.way.length))
          next = { one, way: [...way, ...one.transitions] }
      }
      if (next === undefined) break
      for (const at of next.way) {
        walk.push(at)
        open.walked(walk)
        open.visited(transitions[at]?.to ?? machine.initial)
      }
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

/** Items that no walk exercises yet, found by what a walk ends with. */
class OpenItems {
  readonly #open = new Set<Wanted>()
  /** By state those that start there, the shortest first. */
  readonly #from = new Map<number, Wanted[]>()
  /** Grouped by their first transitions: those that start with them. */
  readonly #begun = new Map<string, Wanted[]>()
  readonly #whole = new Map<string, Wanted>()
  #most = 0;

  static *of(wanted: readonly Wanted[]): Generator<undefined, OpenItems> {
    const items = new OpenItems()
    for (const [at, one] of wanted.toSorted((a, b) => a.transitions.length - b.transitions.length).entries()) {
      if (at % sequencesAtOnce === 0) yield
      items.#add(one)
    }
    return items
  }

  #add(one: Wanted): void {
    const { length: whole } = one.transitions
    this.#open.add(one)
    this.#most = Math.max(this.#most, whole)
    listed(this.#from, one.from).push(one)
    if (whole > 0) this.#whole.set(one.transitions.join(), one)
    for (let length = 1; length < whole; length++) listed(this.#begun, one.transitions.slice(0, length).join()).push(one)
  }

  get size(): number {
    return this.#open.size
  }

  delete(one: Wanted): void {
    this.#open.delete(one)
  }

  /** A walk has come to a state. */
  visited(state: number): void {
    for (const one of this.#from.get(state) ?? []) if (one.transitions.length === 0) this.#open.delete(one)
  }

  /** A walk has taken one more transition. */
  walked(walk: readonly number[]): void {
    for (let length = Math.min(this.#most, walk.length); length > 0; length--) {
      const one = this.#whole.get(walk.slice(-length).join())
      if (one !== undefined) this.#open.delete(one)
    }
  }

  /** The item of which least is left after what a walk ends with. */
  begunBy(walk: readonly number[]): { one: Wanted; length: number } | undefined {
    let best: { one: Wanted; length: number } | undefined
    for (let length = Math.min(this.#most - 1, walk.length); length > 0; length--) {
      const one = this.#first(this.#begun, walk.slice(-length).join())
      const left = one && one.transitions.length - length
      if (one && (best === undefined || (left ?? 0) < best.one.transitions.length - best.length)) best = { one, length }
    }
    return best
  }

  /** Of each state the shortest item that starts there. */
  *firsts(): Generator<Wanted> {
    for (const state of this.#from.keys()) {
      const one = this.#first(this.#from, state)
      if (one !== undefined) yield one
    }
  }

  /** The first that is still open; those before it are forgotten. */
  #first<Key>(lists: Map<Key, Wanted[]>, key: Key): Wanted | undefined {
    const list = lists.get(key)
    const at = list?.findIndex((one) => this.#open.has(one)) ?? -1
    if (list === undefined || at < 0) {
      lists.delete(key)
      return undefined
    }
    if (at > 0) list.splice(0, at)
    return list[0]
  }
}

function listed<Key, Value>(lists: Map<Key, Value[]>, key: Key): Value[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}

/** Items with their numbers, by what has to occur in a walk that exercises them: a transition, or a state where nothing has to be taken. */
type ByFirst = ReadonlyMap<string, readonly [one: Wanted, number: number][]>

function byFirst(wanted: readonly Wanted[]): ByFirst {
  const found = new Map<string, [Wanted, number][]>()
  for (const [number, one] of wanted.entries())
    listed(found, one.transitions.length > 0 ? `t${one.transitions[0]}` : `s${one.from}`).push([one, number])
  return found
}

/** The ids of the items that a walk exercises. */
function itemsIn({ initial, transitions }: Machine, walk: Walk, wanted: ByFirst): string[] {
  const found = new Map<number, string>()
  const end = transitions[walk.transitions.at(-1) ?? -1]?.to ?? initial
  const visit = (state: number): void => {
    for (const [{ id, from, invalid }, number] of wanted.get(`s${state}`) ?? [])
      if (invalid === undefined || (invalid === walk.invalid && end === from)) found.set(number, id)
  }
  visit(initial)
  for (const [start, at] of walk.transitions.entries()) {
    for (const [{ id, transitions: sequence }, number] of wanted.get(`t${at}`) ?? [])
      if (sequence.every((other, index) => walk.transitions[start + index] === other)) found.set(number, id)
    visit(transitions[at]?.to ?? 0)
  }
  return [...found].toSorted(([a], [b]) => a - b).map(([, id]) => id)
}

function testOf(machine: Machine, walk: Walk, wanted: ByFirst): DesignTest {
  const { states, transitions, initial } = machine
  const taken = walk.transitions.flatMap((at) => transitions[at] ?? [])
  return {
    values: {},
    valid: walk.invalid === undefined,
    ...(walk.invalid !== undefined && { invalid: walk.invalid }),
    events: [...taken.map(({ event }) => event), ...(walk.invalid === undefined ? [] : [walk.invalid])],
    path: [initial, ...taken.map(({ to }) => to)].map((state) => states[state] ?? ''),
    outputs: taken.map(({ output }) => output),
    covers: itemsIn(machine, walk, wanted),
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
