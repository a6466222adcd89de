import { AssayError } from '#engine/base/errors.ts'
import { nearest } from '#engine/base/nearest-name.ts'
import { seeded, type Draws } from '#engine/templates/seeded.ts'
import type { Derive } from '../method.ts'
import type { CoverageItem, DesignTest, InfeasibleItem } from '../result.ts'
import { designTexts } from '../texts.ts'
import type { SequencesDesign } from './schema.ts'

const texts = designTexts.sequences

/** Orders that are covered, at most, and tests that are tried for each place. */
const [mostOrders, candidates] = [100_000, 24]

/**
 * Sequence covering array (Kuhn, Higdon, Lawrence, Kacker and Lei 2012): every test has all events once, and every few of them
 * are in every order in some test, others between them or not. What always comes before something else does so in every test.
 */
export const deriveSequences: Derive<SequencesDesign> = function* (design, { seed }) {
  const { events, strength } = design
  const order = orderOf(design)
  yield
  const wanted = ordersOf(events.length, strength)
  yield
  const items = wanted.map((one): CoverageItem => ({ id: idOf(one), text: one.map((at) => events[at] ?? '').join(texts.next) }))
  yield
  const infeasible = wanted.flatMap((one): InfeasibleItem[] => {
    const because = order.against(one)
    return because === undefined ? [] : [{ item: idOf(one), because }]
  })
  yield
  const impossible = new Set(infeasible.map(({ item }) => item))
  const possible = wanted.filter((one) => !impossible.has(idOf(one)))
  const factorial = Array.from({ length: strength }, (_, at) => at + 1).reduce((product, one) => product * one, 1)
  const bound = design.before.length === 0 ? factorial : undefined
  const draws = seeded(`sequences ${seed}`)
  let rows: number[][] | undefined
  // What is small is tried several times; the smallest suite is kept.
  const tries = Math.max(1, Math.min(60, Math.floor(100_000 / (possible.length * events.length))))
  for (let round = 0; round < tries && (rows === undefined || rows.length !== bound); round++) {
    const found = yield* grown(possible, order, draws, bound !== undefined)
    if (rows === undefined || found.length < rows.length) rows = found
    yield
  }
  const tests: DesignTest[] = []
  for (const row of rows ?? []) {
    const covers = possible.filter((one) => isIn(one, row)).map(idOf)
    tests.push({ values: {}, valid: true, events: row.map((at) => events[at] ?? ''), covers })
    yield
  }
  return {
    method: 'sequences',
    items,
    infeasible,
    tests,
    // Rows are added until nothing is open.
    coverage: { exercised: possible.length, feasible: possible.length },
    // A test has any few events in one order only.
    ...(bound !== undefined && { bound }),
    notes: [],
  }
}

/** Rows until nothing is open: always the one of several by chance that has most of it, and where it helps the same read from its end. */
function* grown(possible: readonly number[][], order: Order, draws: Draws, turns: boolean): Generator<undefined, number[][]> {
  const rows: number[][] = []
  let open = possible
  while (open.length > 0) {
    let best: { row: number[]; gain: number } | undefined
    for (let candidate = 0; candidate < candidates; candidate++) {
      yield
      const row = order.extend(open[draws.next() % open.length] ?? [], draws)
      const gain = open.reduce((sum, one) => sum + (isIn(one, row) ? 1 : 0), 0)
      if (best === undefined || gain > best.gain) best = { row, gain }
    }
    if (best === undefined) break
    const { row } = best
    const back = row.toReversed()
    rows.push(row)
    open = open.filter((one) => !isIn(one, row))
    if (!turns || !open.some((one) => isIn(one, back))) continue
    rows.push(back)
    open = open.filter((one) => !isIn(one, back))
  }
  return rows
}

const idOf = (order: readonly number[]): string => order.map((at) => at + 1).join('-')

/** Whether events are in this order in a row. */
function isIn(order: readonly number[], row: readonly number[]): boolean {
  let at = 0
  for (const event of row) if (event === order[at] && ++at === order.length) return true
  return at === order.length
}

function ordersOf(count: number, strength: number): number[][] {
  let found: number[][] = [[]]
  for (let length = 0; length < strength; length++)
    found = found.flatMap((one) =>
      Array.from({ length: count }, (_, event) => event).flatMap((event) => (one.includes(event) ? [] : [[...one, event]])),
    )
  return found
}

/** What comes before what. */
interface Order {
  /** The rules that rule out an order of events; undefined if none do. */
  against(order: readonly number[]): string[] | undefined
  /** All events in an order by chance that keeps the rules, and has these in theirs. */
  extend(order: readonly number[], draws: Draws): number[]
}

function orderOf({ events, strength, before }: SequencesDesign): Order {
  const refuse = (text: string): never => {
    throw new AssayError('design-unusable', text)
  }
  const twice = events.find((one, at) => events.indexOf(one) < at)
  if (twice !== undefined) refuse(texts.twice(twice))
  if (events.length < strength) refuse(texts.tooFew(events.length, strength))
  const count = Array.from({ length: strength }, (_, at) => events.length - at).reduce((product, one) => product * one, 1)
  if (count > mostOrders) refuse(texts.tooMany(count, mostOrders))
  const numberOf = (event: string): number => {
    const at = events.indexOf(event)
    return at >= 0 ? at : refuse(texts.unknown(event, nearest(event, [...events])[0]))
  }
  const rules = before.map(({ first, next }) => ({ first: numberOf(first), next: numberOf(next), text: texts.rule(first, next) }))
  /** The fewest rules that put one event before another. */
  const wayFrom = (from: number, to: number): string[] | undefined => {
    const known = new Map<number, string[]>([[from, []]])
    for (const [at, way] of known)
      for (const { first, next, text } of rules) {
        if (first !== at) continue
        if (next === to) return [...way, text]
        if (!known.has(next)) known.set(next, [...way, text])
      }
    return undefined
  }
  for (const at of events.keys()) {
    const circle = wayFrom(at, at)
    if (circle !== undefined) refuse(texts.circle(circle))
  }
  return {
    against: (order) => {
      for (const [at, event] of order.entries())
        for (const other of order.slice(at + 1)) {
          const way = wayFrom(other, event)
          if (way !== undefined) return way
        }
      return undefined
    },
    extend: (order, draws) => {
      const waiting = events.map(() => new Set<number>())
      for (const { first, next } of rules) waiting[next]?.add(first)
      for (const [at, event] of order.entries()) for (const other of order.slice(at + 1)) waiting[other]?.add(event)
      const row: number[] = []
      while (row.length < events.length) {
        const free = [...events.keys()].filter(
          (event) => !row.includes(event) && [...(waiting[event] ?? [])].every((one) => row.includes(one)),
        )
        const next = free[draws.next() % Math.max(1, free.length)]
        if (next === undefined) break
        row.push(next)
      }
      return row
    },
  }
}
