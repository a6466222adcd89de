import type { Machine } from './machine.ts'

/**
 * An edge of the walk: a transition by its number, a new start, or what closes the walk once: its end, and the way back from
 * there.
 */
interface Edge {
  from: number
  to: number
  transition: number
  cost: 0 | 1
}

const [beginning, end, back] = [-1, -2, -3]

/**
 * The shortest walks that take every transition that can be reached, together: events and new beginnings count alike (directed Chinese
 * postman problem: transitions are repeated along a cheapest flow until each state is left as often as it is entered).
 */
export function shortestTour({ states, initial, transitions, ways }: Machine): number[][] {
  const reached = [...states.keys()].filter((state) => ways[state] !== undefined)
  const last = states.length
  const real = transitions.flatMap(({ from, to }, transition): Edge[] =>
    ways[from] === undefined ? [] : [{ from, to, transition, cost: 1 }],
  )
  if (real.length === 0) return []
  const edges: Edge[] = [
    ...real,
    ...reached.map((from): Edge => ({ from, to: initial, transition: beginning, cost: 1 })),
    ...reached.map((from): Edge => ({ from, to: last, transition: end, cost: 0 })),
    { from: last, to: initial, transition: back, cost: 0 },
  ]
  const taken = edges.map(leastOf)
  const surplus = Array.from({ length: last + 1 }, () => 0)
  for (const { from, to } of edges.filter((edge) => leastOf(edge) === 1)) {
    surplus[to] = (surplus[to] ?? 0) + 1
    surplus[from] = (surplus[from] ?? 0) - 1
  }
  // What is entered too often is left again, by the cheapest way to what is entered too seldom.
  for (;;) {
    const way = cheapest(last + 1, edges, taken, surplus)
    if (way === undefined) break
    for (const { edge, by } of way.steps) taken[edge] = (taken[edge] ?? 0) + by
    surplus[way.from] = (surplus[way.from] ?? 0) - 1
    surplus[way.to] = (surplus[way.to] ?? 0) + 1
  }
  const walk = circuit(initial, edges, taken)
  const close = walk.findIndex((edge) => edges[edge]?.transition === back)
  return cut([...walk.slice(close + 1), ...walk.slice(0, close)], edges)
}

/** How often an edge has to be taken at least. */
const leastOf = ({ transition }: Edge): number => (transition >= 0 || transition === back ? 1 : 0)

/** The cheapest way from any state with a surplus to any without enough, taking back what was repeated where that helps (Bellman-Ford). */
function cheapest(count: number, edges: readonly Edge[], taken: readonly number[], surplus: readonly number[]) {
  const cost = Array.from({ length: count }, (_, state) => ((surplus[state] ?? 0) > 0 ? 0 : Infinity))
  const came: ({ edge: number; by: 1 | -1 } | undefined)[] = Array.from({ length: count })
  for (let changed = true; changed;) {
    changed = false
    for (const [edge, one] of edges.entries()) {
      const { from, to } = one
      if (one.transition !== back && (cost[from] ?? Infinity) + one.cost < (cost[to] ?? Infinity)) {
        cost[to] = (cost[from] ?? 0) + one.cost
        came[to] = { edge, by: 1 }
        changed = true
      }
      if ((taken[edge] ?? 0) > leastOf(one) && (cost[to] ?? Infinity) - one.cost < (cost[from] ?? Infinity)) {
        cost[from] = (cost[to] ?? 0) - one.cost
        came[from] = { edge, by: -1 }
        changed = true
      }
    }
  }
  let found: number | undefined
  for (const [state, own] of cost.entries())
    if ((surplus[state] ?? 0) < 0 && own < (found === undefined ? Infinity : (cost[found] ?? Infinity))) found = state
  if (found === undefined) return undefined
  const steps: { edge: number; by: 1 | -1 }[] = []
  let state = found
  for (let step = came[state]; step !== undefined; step = came[state]) {
    steps.push(step)
    state = (step.by === 1 ? edges[step.edge]?.from : edges[step.edge]?.to) ?? 0
  }
  return { from: state, to: found, steps }
}

/** A closed walk that takes each edge as often as it is counted (Hierholzer). */
function circuit(start: number, edges: readonly Edge[], counts: readonly number[]): number[] {
  const leaving = new Map<number, number[]>()
  for (const [edge, { from }] of edges.entries())
    for (let times = counts[edge] ?? 0; times > 0; times--) {
      const list = leaving.get(from)
      if (list === undefined) leaving.set(from, [edge])
      else list.push(edge)
    }
  // Transitions before new beginnings.
  for (const list of leaving.values())
    list.sort((a, b) => ((edges[b]?.transition ?? 0) < 0 ? 1 : (edges[a]?.transition ?? 0) < 0 ? -1 : b - a))
  const stack: { state: number; by: number }[] = [{ state: start, by: -1 }]
  const found: number[] = []
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const edge = leaving.get(top.state)?.pop()
    if (edge === undefined) {
      stack.pop()
      if (top.by >= 0) found.push(top.by)
    } else stack.push({ state: edges[edge]?.to ?? 0, by: edge })
  }
  return found.toReversed()
}

/** The walk cut at its new beginnings: each part is a test. */
function cut(walk: readonly number[], edges: readonly Edge[]): number[][] {
  const parts: number[][] = [[]]
  for (const edge of walk) {
    const transition = edges[edge]?.transition ?? -1
    if (transition < 0) parts.push([])
    else parts.at(-1)?.push(transition)
  }
  return parts.filter(({ length }) => length > 0)
}
