import { createEffect, createSignal, onCleanup, type Accessor } from 'solid-js'

/** Rows that are drawn together: some milliseconds of work. */
const together = 16

/**
 * How many rows of a list are drawn: the first at once, the others some with each picture, so that a list of hundreds never holds the page
 * up. Once all are there, further ones are drawn as they come. Must be called inside a Solid root.
 */
export function createGrowing(count: Accessor<number>): Accessor<number> {
  const [drawn, setDrawn] = createSignal(2 * together)
  let next: number | undefined
  createEffect(() => {
    if (drawn() === Infinity) return
    next = requestAnimationFrame(() => setDrawn((before) => (before + together >= count() ? Infinity : before + together)))
  })
  onCleanup(() => next !== undefined && cancelAnimationFrame(next))
  return drawn
}
