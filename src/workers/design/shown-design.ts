import { addingOf } from '#engine/design/prefixes.ts'
import type { Better, DesignResult, DesignTest, InfeasibleItem, Outline, Pieces, Value } from '#engine/design/result.ts'

/**
 * A derived test as it is shown: what it adds to those before it in numbers, since the items of a large model are too many to
 * send.
 */
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
export interface Shown extends Pick<Outline, 'ruledOut'> {
  design: ShownDesign
  /** The texts of the first items that a test, by its number from 0, is the first to exercise. */
  added(test: number, most: number): string[]
}

/** Items that are passed with a result; of more than these only numbers. */
export const mostItems = 3_000

/** What of a result is shown; with `expecting` each test has the status that is expected of it. In pieces: a large one takes a while. */
export function* showDesign(
  ended: DesignResult | Better,
  expecting: <Result extends { tests: Omit<DesignTest, 'covers'>[] }>(result: Result) => Result = (result) => result,
): Pieces<Shown> {
  const isLarge = 'result' in ended && (ended.items ?? 0) > mostItems
  const outline = isLarge && ended.outline ? yield* ended.outline() : undefined
  if (outline) return yield* shownOutline(expecting(outline))
  return yield* shownResult(expecting('result' in ended ? yield* ended.result() : ended))
}

function* shownOutline({ tests, items, infeasible, added, ruledOut, ...rest }: Outline): Pieces<Shown> {
  let exercised = 0
  const names = yield* namesOf(tests)
  const shown = tests.map((test) => ({ ...test, exercised: (exercised += test.adds), covers: [] }))
  return {
    design: { ...rest, names, tests: shown, items: [], itemCount: items, infeasibleCount: infeasible },
    added: (test, most) => added(test, most).map(({ text }) => text),
    ruledOut,
  }
}

function* shownResult(result: DesignResult): Pieces<Shown> {
  const { items, infeasible, tests, ...rest } = result
  const isSmall = items.length <= mostItems
  const added = yield* addingOf(result)
  let exercised = 0
  const shown: ShownTest[] = []
  for (const { covers, ...test } of tests) {
    const adds = added[shown.length]?.length ?? 0
    exercised += adds
    shown.push({ ...test, adds, exercised, covers: isSmall ? covers : [] })
    if (shown.length % 1024 === 0) yield
  }
  const names = yield* namesOf(tests)
  return {
    design: {
      ...rest,
      names,
      tests: shown,
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

function* namesOf(tests: readonly Pick<DesignTest, 'values'>[]): Pieces<string[]> {
  const names = new Set<string>()
  let looked = 0
  for (const { values } of tests) {
    for (const name of Object.keys(values)) names.add(name)
    looked += names.size
    if (looked < 10 * together) continue
    looked = 0
    yield
  }
  return [...names]
}

/** Some tests as they cross from the worker: their values as lists by `names`, which takes a tenth of the time. */
export interface SentTests {
  names: string[]
  tests: (Omit<ShownTest, 'values'> & { list: (Value | undefined)[] })[]
}

/** A result as it crosses from the worker: what belongs to it and, of its tests, those that were not sent before it. */
export interface SentDesign extends Omit<ShownDesign, 'tests'> {
  rest: SentTests
}

/** Values and covered items that cross together: neither side is held up by them for more than some milliseconds. */
const together = 10_000

/** A result as it crosses from the worker: portions of its tests, and what ends it. {@link receiveDesign} puts it together again. */
export function* sendDesign({ tests, ...head }: ShownDesign): Generator<SentTests, SentDesign> {
  const { names } = head
  let portion: SentTests = { names, tests: [] }
  let size = 0
  for (const { values, ...test } of tests) {
    if (size > together) {
      yield portion
      portion = { names, tests: [] }
      size = 0
    }
    size += names.length + test.covers.length + (test.events?.length ?? 0) + (test.path?.length ?? 0)
    portion.tests.push({ ...test, list: names.map((name) => (Object.hasOwn(values, name) ? values[name] : undefined)) })
  }
  return { ...head, rest: portion }
}

/** A result as the worker showed it, of the tests that came before its end and those that came with it. */
export const receiveDesign = ({ rest, ...head }: SentDesign, before: ShownTest[] = []): ShownDesign => ({
  ...head,
  tests: [...before, ...receiveTests(rest)],
})

/** Tests as the worker showed them; the values of each are combined when someone looks at it. */
export const receiveTests = ({ names, tests }: SentTests): ShownTest[] =>
  tests.map(({ list, ...test }) => {
    let values: ShownTest['values'] | undefined
    return {
      ...test,
      get values() {
        values ??= Object.fromEntries(names.flatMap((name, at) => (list[at] === undefined ? [] : [[name, list[at]] as const])))
        return values
      },
    }
  })
