import { allOf, type DesignResult, type Pieces } from './result.ts'
import { designTexts } from './texts.ts'

/** Items that are looked at in one piece of work. */
const together = 8192

/** By test the items that it is the first to exercise; one that two tests show together belongs to the later one. */
export function* addingOf({ tests, items }: Pick<DesignResult, 'tests' | 'items'>): Pieces<string[][]> {
  const pairs = new Map(items.flatMap(({ id, shownBy }) => (shownBy ? [[id, Math.max(...shownBy)] as const] : [])))
  const added = tests.map((): string[] => [])
  for (const [id, at] of pairs) added[at]?.push(id)
  const seen = new Set<string>(pairs.keys())
  let looked = 0
  for (const [at, { covers }] of tests.entries()) {
    for (const id of covers)
      if (!seen.has(id)) {
        seen.add(id)
        added[at]?.push(id)
      }
    looked += covers.length + 1
    if (looked < together) continue
    looked = 0
    yield
  }
  return added
}

/** How many items are exercised by the first one, two, three … tests. */
export function prefixesOf(result: Pick<DesignResult, 'tests' | 'items'>): number[] {
  let sum = 0
  return allOf(addingOf(result)).map(({ length }) => (sum += length))
}

/** What the first tests are worth, as "The first 10 of 24 tests cover 83 %."; '' if there are too few to choose from. */
export function prefixText({ tests, items, coverage }: DesignResult): string {
  if (tests.length < 6 || coverage.feasible === 0) return ''
  // About half of them, in round numbers.
  const count = tests.length < 20 ? Math.floor(tests.length / 2) : Math.floor(tests.length / 20) * 10
  const exercised = prefixesOf({ tests, items })[count - 1] ?? 0
  return designTexts.prefix(count, tests.length, Math.floor((exercised / coverage.feasible) * 100))
}
