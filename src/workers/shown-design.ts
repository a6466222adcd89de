import { addedIds } from '#engine/design/prefixes.ts'
import type { Better, DesignResult, DesignTest, InfeasibleItem, Outline, Value } from '#engine/design/result.ts'

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
  /** What tests have values of, in order. */
  names: string[]
  tests: ShownTest[]
  /** All items, or none where they are too many. */
  items: DesignResult['items']
  itemCount: number
  infeasibleCount: number
}

/** An infeasible item, as it is listed. */
export interface RuledOut extends InfeasibleItem {
  text: string
}

/** A result that is shown, and what may be asked of it. */
export interface Shown extends Pick<Outline, 'added' | 'ruledOut'> {
  design: ShownDesign
}

/** Items that are handed over with a result; of more than these only numbers. */
export const mostItems = 3_000

/** What of a result is handed over to who shows it; with `expecting` each test has the status that is expected of it. */
export function showDesign(
  ended: DesignResult | Better,
  expecting: <Result extends { tests: Omit<DesignTest, 'covers'>[] }>(result: Result) => Result = (result) => result,
): Shown {
  const isLarge = 'result' in ended && (ended.items ?? 0) > mostItems
  const outline = isLarge ? ended.outline?.() : undefined
  return outline ? shownOutline(expecting(outline)) : shownResult(expecting('result' in ended ? ended.result() : ended))
}

function shownOutline({ tests, items, infeasible, added, ruledOut, ...rest }: Outline): Shown {
  let exercised = 0
  const shown = tests.map((test) => ({ ...test, exercised: (exercised += test.adds), covers: [] }))
  return {
    design: { ...rest, names: namesOf(tests), tests: shown, items: [], itemCount: items, infeasibleCount: infeasible },
    added,
    ruledOut,
  }
}

function shownResult(result: DesignResult): Shown {
  const { items, infeasible, tests, ...rest } = result
  const isSmall = items.length <= mostItems
  const added = addedIds(result)
  let exercised = 0
  return {
    design: {
      ...rest,
      names: namesOf(tests),
      tests: tests.map(({ covers, ...test }, at) => {
        const adds = added[at]?.length ?? 0
        exercised += adds
        return { ...test, adds, exercised, covers: isSmall ? covers : [] }
      }),
      items: isSmall ? items : [],
      itemCount: items.length,
      infeasibleCount: infeasible.length,
    },
    added(test, most) {
      const wanted = new Set(added[test])
      return items.flatMap(({ id, text }) => (wanted.has(id) ? [text] : [])).slice(0, most)
    },
    ruledOut(most) {
      const listed = infeasible.slice(0, most)
      const wanted = new Set(listed.map(({ item }) => item))
      const texts = new Map(items.flatMap(({ id, text }) => (wanted.has(id) ? [[id, text] as const] : [])))
      return listed.map(({ item, because }) => ({ item, text: texts.get(item) ?? item, because }))
    },
  }
}

const namesOf = (tests: readonly Pick<DesignTest, 'values'>[]): string[] => [
  ...new Set(tests.flatMap(({ values }) => Object.keys(values))),
]

/** A result as it crosses from the worker: the values of tests as lists by `names`, which takes a tenth of the time. */
export interface SentDesign extends Omit<ShownDesign, 'tests'> {
  tests: (Omit<ShownTest, 'values'> & { list: (Value | undefined)[] })[]
}

/** What {@link receiveDesign} makes a result of again. */
export const sendDesign = ({ tests, ...rest }: ShownDesign): SentDesign => ({
  ...rest,
  tests: tests.map(({ values, ...test }) => ({
    ...test,
    list: rest.names.map((name) => (Object.hasOwn(values, name) ? values[name] : undefined)),
  })),
})

/** A result as the worker showed it; the values of a test are put together when somebody looks at it. */
export const receiveDesign = ({ tests, ...rest }: SentDesign): ShownDesign => ({
  ...rest,
  tests: tests.map(({ list, ...test }) => {
    let values: ShownTest['values'] | undefined
    return {
      ...test,
      get values() {
        values ??= Object.fromEntries(
          rest.names.flatMap((name, at) => (list[at] === undefined ? [] : [[name, list[at]] as const])),
        )
        return values
      },
    }
  }),
})
