import { createEffect, createSignal, onCleanup, type Accessor } from 'solid-js'

/** Rows that are drawn at first, as many as can be seen; and those that follow together: each time costs a picture of its own. */
const [first, together] = [32, 56]

/**
 * How many rows of a list are drawn: the first at once, the others some at a time when the page has nothing else to do, so that a list of
 * hundreds never holds it up. Once all are there, further ones are drawn as they come. Must be called inside a Solid root.
 */
export function createGrowing(count: Accessor<number>): Accessor<number> {
  const [drawn, setDrawn] = createSignal(first)
  const hasIdle = typeof requestIdleCallback === 'function'
  const more = () => setDrawn((before) => (before + together >= count() ? Infinity : before + together))
  createEffect(() => {
    if (drawn() === Infinity) return
    const next = hasIdle ? requestIdleCallback(more, { timeout: 200 }) : requestAnimationFrame(more)
    onCleanup(() => (hasIdle ? cancelIdleCallback(next) : cancelAnimationFrame(next)))
  })
  return drawn
}
