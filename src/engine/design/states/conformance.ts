import { AssayError } from '#engine/base/errors.ts'
import { designTexts } from '../texts.ts'
import type { Machine } from './machine.ts'

const texts = designTexts.states

/** Sequences that a suite may consist of, at most. */
const mostSequences = 50_000

/**
 * A machine in which every event has an answer in every state that can be reached: what no transition says is rejected, and
 * changes nothing.
 */
export interface Complete {
  events: readonly string[]
  /** States that can be reached, by their number in the machine. */
  states: readonly number[]
  initial: number
  next(state: number, event: number): number
  output(state: number, event: number): string
}

/** What a rejected event gives, in outputs. */
export const refusedOutput = texts.refused

/** See {@link Complete}. */
export function completeOf({ states, initial, events, transitions, leaving, ways }: Machine): Complete {
  const numbers = new Map(events.map((event, at) => [event, at]))
  const table = states.map((_, state) => {
    const own = new Map((leaving[state] ?? []).map((at) => [numbers.get(transitions[at]?.event ?? '') ?? -1, at]))
    return events.map((_event, event) => own.get(event))
  })
  return {
    events,
    states: [...states.keys()].filter((state) => ways[state] !== undefined),
    initial,
    next: (state, event) => {
      const at = table[state]?.[event]
      return at === undefined ? state : (transitions[at]?.to ?? state)
    },
    output: (state, event) => {
      const at = table[state]?.[event]
      return at === undefined ? refusedOutput : (transitions[at]?.output ?? '')
    },
  }
}

type Sequence = readonly number[]

/** Pairs of states that are looked at between two breaths. */
const breath = 1000
/** Sequences that are gone through between two breaths. */
export const sequencesAtOnce = 256

/** What {@link distinguish} found. */
export interface Apart {
  /** By the pair's number, see {@link pairKey}. */
  apart: Map<number, Sequence>
  same: [number, number][]
}

/** What tells states apart: the shortest sequences that do, by pair; `same`: pairs that nothing does. */
export function* distinguish({ states, events, next, output }: Complete): Generator<undefined, Apart> {
  const apart = new Map<number, Sequence>()
  const pairs: [number, number][] = []
  let looked = 0
  for (const [at, a] of states.entries()) {
    for (const b of states.slice(at + 1)) pairs.push([a, b])
    if (at % 8 === 0) yield
  }
  let open = pairs
  for (const [a, b] of pairs) {
    if (++looked % breath === 0) yield
    const event = events.findIndex((_, one) => output(a, one) !== output(b, one))
    if (event >= 0) apart.set(pairKey(a, b), [event])
  }
  // A pair is distinguished by an event that leads to one that is: the shortest first.
  for (let changed = true; changed;) {
    changed = false
    open = open.filter(([a, b]) => !apart.has(pairKey(a, b)))
    const found: [number, Sequence][] = []
    yield
    for (const [a, b] of open) {
      if (++looked % breath === 0) yield
      for (const event of events.keys()) {
        const rest = apart.get(pairKey(next(a, event), next(b, event)))
        if (rest === undefined) continue
        found.push([pairKey(a, b), [event, ...rest]])
        break
      }
    }
    for (const [key, sequence] of found) {
      if (++looked % breath === 0) yield
      apart.set(key, sequence)
      changed = true
    }
  }
  return { apart, same: open }
}

/** More states than a machine can have. */
const manyStates = 2 ** 20

/** A number for two states, whichever is named first. */
const pairKey = (a: number, b: number): number => Math.min(a, b) * manyStates + Math.max(a, b)

function outputs({ next, output }: Complete, state: number, sequence: Sequence): string {
  const found: string[] = []
  for (const event of sequence) {
    found.push(output(state, event))
    state = next(state, event)
  }
  return JSON.stringify(found)
}

/** How many states there are that something tells apart. */
export function classCount(machine: Complete, apart: Apart): number {
  const same = new Set(apart.same.map(([a, b]) => pairKey(a, b)))
  return machine.states.filter((state, at) => !machine.states.slice(0, at).some((other) => same.has(pairKey(state, other))))
    .length
}

/** Few sequences that tell all states apart that can be, and for each state those that tell it from all others. */
function* characterise(
  machine: Complete,
  { apart, same }: Apart,
): Generator<undefined, { all: Sequence[]; of: Map<number, Sequence[]>; same: [number, number][] }> {
  const wanted: { pair: [number, number]; sequence: Sequence }[] = []
  for (const [key, sequence] of apart) {
    if (wanted.push({ pair: [Math.floor(key / manyStates), key % manyStates], sequence }) % breath === 0) yield
  }
  // What a state answers to a sequence is asked of it once for all pairs that it is in.
  const answers = new Map<Sequence, Map<number, string>>()
  const answersTo = (sequence: Sequence): Map<number, string> => {
    let known = answers.get(sequence)
    if (known === undefined)
      answers.set(sequence, (known = new Map(machine.states.map((state) => [state, outputs(machine, state, sequence)]))))
    return known
  }
  const tells = (answer: Map<number, string>, [a, b]: [number, number]): boolean => answer.get(a) !== answer.get(b)
  const choose = function* (pairs: typeof wanted, from: readonly Sequence[]): Generator<undefined, Sequence[]> {
    const chosen: Sequence[] = []
    let open = pairs
    while (open.length > 0) {
      const candidates = from.length > 0 ? from : open.slice(0, 12).map(({ sequence }) => sequence)
      let [next, most]: [Sequence | undefined, number] = [undefined, 0]
      for (const one of candidates) {
        const answer = answersTo(one)
        const gain = open.filter(({ pair }) => tells(answer, pair)).length
        if (gain > most) [next, most] = [one, gain]
        yield
      }
      if (next === undefined) break
      chosen.push(next)
      const answer = answersTo(next)
      open = open.filter(({ pair }) => !tells(answer, pair))
    }
    return chosen
  }
  const byLength: (typeof wanted | undefined)[] = []
  const own = new Map(machine.states.map((state) => [state, [] as typeof wanted]))
  for (const [at, one] of wanted.entries()) {
    ;(byLength[one.sequence.length] ??= []).push(one)
    for (const state of one.pair) own.get(state)?.push(one)
    if (at % breath === 0) yield
  }
  const all = yield* choose(
    byLength.toReversed().flatMap((some) => some ?? []),
    [],
  )
  const of = new Map<number, Sequence[]>()
  for (const [state, pairs] of own) of.set(state, yield* choose(pairs, all))
  return { all, of, same }
}

/**
 * The sequences of the W method (Chow 1978) or the Wp method (Fujiwara et al. 1991): they tell the machine from every other one
 * with up to `extra` states more that it could be mistaken for, if what no transition says is rejected and changes nothing.
 */
export function* conformanceSequences(
  machine: Complete,
  apart: Apart,
  ways: ReadonlyMap<number, Sequence>,
  extra: number,
  partial: boolean,
): Generator<undefined, { sequences: Sequence[]; same: [number, number][]; set: Sequence[] }> {
  const { all, of, same } = yield* characterise(machine, apart)
  const cover = machine.states.map((state) => ({ state, sequence: ways.get(state) ?? [] }))
  const further = cover.flatMap(({ state, sequence }) =>
    machine.events.map((_, event) => ({ state: machine.next(state, event), sequence: [...sequence, event] })),
  )
  let middles: Sequence[] = [[]]
  const every: Sequence[] = [[]]
  for (let more = 0; more < extra; more++) {
    middles = middles.flatMap((one) => machine.events.map((_, event) => [...one, event]))
    every.push(...middles)
    if (every.length * cover.length * machine.events.length > mostSequences)
      throw new AssayError('design-unusable', texts.tooManySequences(mostSequences))
  }
  const found = new Map<string, Sequence>()
  const add = (start: Sequence, middle: Sequence, end: Sequence): void => {
    const sequence = [...start, ...middle, ...end]
    found.set(sequence.join(), sequence)
    if (found.size > mostSequences) throw new AssayError('design-unusable', texts.tooManySequences(mostSequences))
  }
  const ends = (set: readonly Sequence[]): readonly Sequence[] => (set.length === 0 ? [[]] : set)
  for (const { sequence } of cover) {
    for (const middle of every) for (const end of ends(all)) add(sequence, middle, end)
    yield
  }
  for (const { state, sequence } of further) {
    yield
    for (const middle of every) {
      const reached = middle.reduce((at, event) => machine.next(at, event), state)
      for (const end of ends(partial ? (of.get(reached) ?? all) : all)) add(sequence, middle, end)
    }
  }
  found.delete('')
  return { sequences: [...found.values()], same, set: all }
}

/** The sequences that no other one starts with. */
export function* longest(sequences: readonly Sequence[]): Generator<undefined, Sequence[]> {
  const beginnings = new Set<string>()
  for (const [at, sequence] of sequences.entries()) {
    if (at % sequencesAtOnce === 0) yield
    for (let length = 1; length < sequence.length; length++) beginnings.add(sequence.slice(0, length).join())
  }
  return sequences.filter((sequence) => !beginnings.has(sequence.join()))
}
