import type { DesignResult, DesignTest } from '#engine/design/result.ts'

/** A derived test as it is shown: what it adds to those before it in numbers, since the items of a large model are too many to hand over. */
export interface ShownTest extends Omit<DesignTest, 'covers'> {
  /** How many items it is the first to exercise. */
  adds: number
  /** How many are exercised by it and all before it. */
  exercised: number
  /** The ids of what it exercises; empty where the items are too many. */
  covers: string[]
}

/** A result as it is shown. */
export interface ShownDesign extends Omit<DesignResult, 'tests' | 'items' | 'infeasible'> {
  tests: ShownTest[]
  /** All items, or none where they are too many. */
  items: DesignResult['items']
  itemCount: number
  /** The first of them, with their texts. */
  infeasible: { item: string; text: string; because: string[] }[]
  infeasibleCount: number
}

/** Items that are handed over with a result; of more than these only numbers. */
export const mostItems = 3_000
/** Infeasible items that are listed. */
const mostInfeasible = 500

/** What of a result is handed over to who shows it. */
export function showDesign(result: DesignResult): ShownDesign {
  const { items, infeasible, tests, ...rest } = result
  const isSmall = items.length <= mostItems
  const seen = new Set<string>()
  const ruledOut = new Set(infeasible.slice(0, mostInfeasible).map(({ item }) => item))
  const texts = new Map<string, string>()
  for (const { id, text } of items) if (ruledOut.has(id)) texts.set(id, text)
  return {
    ...rest,
    tests: tests.map(({ covers, ...test }) => {
      const before = seen.size
      for (const id of covers) seen.add(id)
      return { ...test, adds: seen.size - before, exercised: seen.size, covers: isSmall ? covers : [] }
    }),
    items: isSmall ? items : [],
    itemCount: items.length,
    infeasible: infeasible
      .slice(0, mostInfeasible)
      .map(({ item, because }) => ({ item, text: texts.get(item) ?? item, because })),
    infeasibleCount: infeasible.length,
  }
}

/** The texts of the items that a test is the first to exercise, at most `most` of them. */
export function addedBy({ tests, items }: DesignResult, index: number, most: number): string[] {
  const before = new Set(tests.slice(0, index).flatMap(({ covers }) => covers))
  const added = new Set((tests[index]?.covers ?? []).filter((id) => !before.has(id)))
  const found: string[] = []
  for (const { id, text } of items) if (added.has(id) && found.push(text) === most) break
  return found
}
