import { AssayError } from '#engine/base/errors.ts'
import { nearest } from '#engine/base/nearest-name.ts'
import { designTexts } from '../texts.ts'
import type { StatesDesign } from './schema.ts'

const texts = designTexts.states

/** A transition by the numbers of its states; `event` includes the guard, which distinguishes it. */
export interface Transition {
  from: number
  event: string
  to: number
  output: string
}

/** A checked state machine. */
export interface Machine {
  states: readonly string[]
  initial: number
  transitions: readonly Transition[]
  /** Every event once, in the order in which they stand. */
  events: readonly string[]
  /** Transitions that leave each state. */
  leaving: readonly (readonly number[])[]
  /** The shortest way to each state as transitions; undefined where none leads. */
  ways: readonly (readonly number[] | undefined)[]
}

/** Checks a design. AssayError `design-unusable` for names that are not there, and for a state that leaves a choice open. */
export function machineOf({ states, initial, transitions, coverage }: StatesDesign): Machine {
  const refuse = (text: string): never => {
    throw new AssayError('design-unusable', text)
  }
  if (states.length === 0) refuse(texts.noStates)
  if (transitions.length === 0 && coverage !== 'states') refuse(texts.noTransitions)
  const numbers = new Map<string, number>()
  for (const [at, state] of states.entries()) {
    if (numbers.has(state)) refuse(texts.twice(state))
    numbers.set(state, at)
  }
  const numberOf = (state: string): number => numbers.get(state) ?? refuse(texts.unknown(state, nearest(state, [...states])[0]))
  const known = new Map<string, string>()
  const checked: Transition[] = []
  for (const { from, event, to, output, guard } of transitions) {
    const label = guard === '' ? event : `${event} [${guard}]`
    const one = { from: numberOf(from), event: label, to: numberOf(to), output }
    const key = JSON.stringify([from, label])
    const result = JSON.stringify([to, output])
    const other = known.get(key)
    if (other !== undefined) refuse(other === result ? texts.sameTransition(from, label) : texts.twoWays(from, label))
    known.set(key, result)
    checked.push(one)
  }
  const leaving: number[][] = states.map(() => [])
  for (const [at, { from }] of checked.entries()) leaving[from]?.push(at)
  const machine = {
    states,
    initial: numberOf(initial),
    transitions: checked,
    leaving,
    events: [...new Set(checked.map(({ event }) => event))],
  }
  return { ...machine, ways: waysFrom(machine, machine.initial) }
}

/** The shortest way from a state to every other (breadth first; the transition that stands first wins). */
export function waysFrom(
  { states, transitions, leaving }: Pick<Machine, 'states' | 'transitions' | 'leaving'>,
  start: number,
): (number[] | undefined)[] {
  const ways: (number[] | undefined)[] = states.map(() => undefined)
  ways[start] = []
  const queue = [start]
  for (let state = queue.shift(); state !== undefined; state = queue.shift())
    for (const at of leaving[state] ?? []) {
      const to = transitions[at]?.to ?? 0
      if (ways[to] !== undefined) continue
      ways[to] = [...(ways[state] ?? []), at]
      queue.push(to)
    }
  return ways
}
