import type { DesignResult } from '../result.ts'

/** A machine as the checker sees it. */
export interface CheckedMachine {
  states: string[]
  initial: string
  transitions: { from: string; event: string; to: string; output: string }[]
}

/**
 * Everything that a result claims of n-switch coverage and that is not so: each test is run on the machine, event by event, and every sequence of
 * `length` transitions is looked for in what was run. With `invalid` every state and event without a transition is looked for too.
 */
export function brokenStateLaws(machine: CheckedMachine, length: number, invalid: boolean, result: DesignResult): string[] {
  const broken: string[] = []
  const step = (state: string, event: string) => machine.transitions.find((one) => one.from === state && one.event === event)
  const reachable = new Set([machine.initial])
  for (const state of reachable) for (const { from, to } of machine.transitions) if (from === state) reachable.add(to)

  let wanted = machine.states.map((state) => ({ end: state, key: state, from: state }))
  for (let n = 0; n < length; n++)
    wanted = wanted.flatMap(({ end, key, from }) =>
      machine.transitions
        .filter((one) => one.from === end)
        .map(({ event, to }) => ({ end: to, key: `${key} -${event}-> ${to}`, from })),
    )
  const keys = new Map(wanted.map(({ key, from }) => [key, from]))
  if (invalid)
    for (const state of machine.states)
      for (const event of new Set(machine.transitions.map((one) => one.event)))
        if (step(state, event) === undefined) keys.set(`${state} refuses ${event}`, state)

  const texts = new Map(result.items.map(({ id, text }) => [id, text]))
  if (texts.size !== keys.size || result.items.length !== keys.size)
    broken.push(`${result.items.length} items, ${keys.size} by definition`)
  const infeasible = new Set(result.infeasible.map(({ item }) => texts.get(item)))
  for (const [key, from] of keys) if (infeasible.has(key) === reachable.has(from)) broken.push(`${key}: possible or not`)

  const exercised = new Set<string>()
  for (const test of result.tests) {
    const { events = [], path = [], outputs = [], covers, valid } = test
    let state = machine.initial
    const parts = [state]
    const outs: string[] = []
    // The initial state is exercised by starting.
    const here = new Set<string>(length === 0 ? parts : [])
    for (const [at, event] of events.entries()) {
      const taken = step(state, event)
      if (taken === undefined) {
        if (at < events.length - 1 || valid) broken.push(`${events.join(' ')}: ${event} is not allowed in ${state}`)
        here.add(`${state} refuses ${event}`)
        break
      }
      parts.push(event, taken.to)
      outs.push(taken.output)
      state = taken.to
      if (parts.length > length * 2) {
        const last = parts.slice(-length * 2 - 1)
        here.add(last.map((part, index) => (index % 2 === 1 ? ` -${part}-> ` : part)).join(''))
      }
    }
    if (path.join('|') !== parts.filter((_, index) => index % 2 === 0).join('|')) broken.push(`path of ${events.join(' ')}`)
    if (outputs.join('|') !== outs.join('|')) broken.push(`outputs of ${events.join(' ')}`)
    const told = covers.map((id) => texts.get(id) ?? id)
    if (
      told.toSorted().join('|') !==
      [...here]
        .filter((key) => keys.has(key))
        .toSorted()
        .join('|')
    )
      broken.push(`trace of ${events.join(' ')}`)
    for (const key of here) exercised.add(key)
  }
  for (const [key, from] of keys) if (reachable.has(from) && !exercised.has(key)) broken.push(`${key}: in no test`)
  return broken
}
