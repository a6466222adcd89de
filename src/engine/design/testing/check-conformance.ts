import type { DesignTest } from '../result.ts'

/** A machine that can be run: what is not said is rejected and changes nothing. */
export interface Runnable {
  initial: string
  transitions: readonly { from: string; event: string; to: string; output: string }[]
}

/** What a machine answers to events, one by one. */
export function answers({ initial, transitions }: Runnable, events: readonly string[]): string[] {
  let state = initial
  return events.map((event) => {
    const taken = transitions.find((one) => one.from === state && one.event === event)
    if (taken === undefined) return '(refused)'
    state = taken.to
    return taken.output
  })
}

/** Whether two machines answer every sequence of events alike, by going through their pairs of states together. */
export function areEquivalent(a: Runnable, b: Runnable, events: readonly string[]): boolean {
  const step = ({ transitions }: Runnable, state: string, event: string) =>
    transitions.find((one) => one.from === state && one.event === event) ?? { to: state, output: '(refused)' }
  const seen = new Set<string>()
  const queue: [string, string][] = [[a.initial, b.initial]]
  for (let pair = queue.pop(); pair !== undefined; pair = queue.pop()) {
    const key = JSON.stringify(pair)
    if (seen.has(key)) continue
    seen.add(key)
    for (const event of events) {
      const [left, right] = [step(a, pair[0], event), step(b, pair[1], event)]
      if (left.output !== right.output) return false
      queue.push([left.to, right.to])
    }
  }
  return true
}

/** Whether some test tells an implementation from the model. */
export const isKilled = (model: Runnable, mutant: Runnable, tests: readonly DesignTest[]): boolean =>
  tests.some(({ events = [] }) => answers(model, events).join('|') !== answers(mutant, events).join('|'))
