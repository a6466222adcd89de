import type { DesignResult } from './result.ts'
import { designTexts } from './texts.ts'

/** By test the items that it is the first to exercise; one that two tests show together belongs to the later one. */
export function addedIds({ tests, items }: Pick<DesignResult, 'tests' | 'items'>): string[][] {
  const pairs = new Map(items.flatMap(({ id, shownBy }) => (shownBy ? [[id, Math.max(...shownBy)] as const] : [])))
  const added = tests.map((): string[] => [])
  for (const [id, at] of pairs) added[at]?.push(id)
  const seen = new Set<string>(pairs.keys())
  for (const [at, { covers }] of tests.entries())
    for (const id of covers)
      if (!seen.has(id)) {
        seen.add(id)
        added[at]?.push(id)
      }
  return added
}

/** How many items are exercised by the first one, two, three … tests. */
export function prefixesOf(result: Pick<DesignResult, 'tests' | 'items'>): number[] {
  let sum = 0
  return addedIds(result).map(({ length }) => (sum += length))
}

/** What the first tests are worth, as "The first 10 of 24 tests cover 83 %."; '' if there are too few to choose from. */
export function prefixText({ tests, items, coverage }: DesignResult): string {
  if (tests.length < 6 || coverage.feasible === 0) return ''
  // About half of them, in round numbers.
  const count = tests.length < 20 ? Math.floor(tests.length / 2) : Math.floor(tests.length / 20) * 10
  const exercised = prefixesOf({ tests, items })[count - 1] ?? 0
  return designTexts.prefix(count, tests.length, Math.floor((exercised / coverage.feasible) * 100))
}

/** What matters where tests are put in order. */
export interface Priorities {
  /** Tests that stay first, as they stand. */
  first?: number
  /** What an item is worth; 1 unless said. Risk of the values that it names, say. */
  worth?: (item: string) => number
  /** Items that were exercised lately: they count after all others. */
  done?: ReadonlySet<string>
}

/** The same tests, always next the one that exercises most of what is still missing, so that any beginning of them is worth the most. */
export function prioritised(
  result: DesignResult,
  { first = 0, worth = () => 1, done = new Set() }: Priorities = {},
): DesignResult {
  const order = [...result.tests.keys()].slice(0, first)
  const rest = [...result.tests.keys()].slice(first)
  const seen = new Set(order.flatMap((at) => result.tests[at]?.covers ?? []))
  const gain = (at: number): number =>
    (result.tests[at]?.covers ?? []).reduce(
      (sum, id) => sum + (seen.has(id) ? 0 : done.has(id) ? worth(id) / 1_000_000 : worth(id)),
      0,
    )
  while (rest.length > 0) {
    const gains = rest.map(gain)
    const [next = 0] = rest.splice(gains.indexOf(Math.max(...gains)), 1)
    for (const id of result.tests[next]?.covers ?? []) seen.add(id)
    order.push(next)
  }
  const place = new Map(order.map((from, to) => [from, to]))
  return {
    ...result,
    tests: order.flatMap((at) => result.tests.slice(at, at + 1)),
    items: result.items.map((item) =>
      item.shownBy === undefined ? item : { ...item, shownBy: item.shownBy.map((at) => place.get(at) ?? at) },
    ),
  }
}
