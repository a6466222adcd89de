import { createEffect, createSignal, on, type Accessor } from 'solid-js'
import type { LargeText } from '#workers/text-client.ts'
import type { TextMatches } from '#workers/text/text-document.ts'

/** What is looked for in the text of a body, where it was found, and which place of these is shown. */
export interface BodySearch {
  needle(): string
  setNeedle(needle: string): void
  /** Of how many places the text worker told; there may be `more`. Undefined while nothing is looked for. */
  found(): { count: number; more: boolean } | undefined
  /** Counts from 0. */
  current(): number
  /** The row of the current place. */
  row(): number | undefined
  /** To the next place or the one before, in a circle. */
  step(by: 1 | -1): void
}

/** Looks again whenever the text, its view or its layout is another one: rows of an older layout mean nothing. */
export function createBodySearch(
  text: Accessor<LargeText | undefined>,
  view: Accessor<'pretty' | 'raw'>,
  laidOut: Accessor<number>,
): BodySearch {
  const [needle, setNeedle] = createSignal('')
  const [matches, setMatches] = createSignal<TextMatches>()
  const [current, setCurrent] = createSignal(0)
  // Each is a row and a column.
  const count = () => (matches()?.places.length ?? 0) / 2
  let turn = 0
  createEffect(
    on([needle, text, view, laidOut], async ([wanted, ready, shown]) => {
      const own = ++turn
      if (!ready || wanted === '') {
        setMatches(undefined)
        return
      }
      const found = await ready.find(shown, wanted).catch(() => undefined)
      if (own !== turn) return
      setCurrent(0)
      setMatches(found)
    }),
  )
  return {
    needle,
    setNeedle,
    found() {
      const all = matches()
      return needle() === '' || !all ? undefined : { count: count(), more: all.more }
    },
    current,
    row: () => matches()?.places[current() * 2],
    step(by) {
      if (count() > 0) setCurrent((before) => (before + by + count()) % count())
    },
  }
}
