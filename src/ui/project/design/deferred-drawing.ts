import { createEffect, createSignal, on, onCleanup, onMount, type Accessor } from 'solid-js'

/**
 * True some pictures after the first one of its owner: what is drawn together holds the page up together. Must be called inside a Solid root.
 */
export function createLater(pictures = 1): Accessor<boolean> {
  // A frame requested now is that of the first picture itself.
  const [left, setLeft] = createSignal(pictures + 1)
  onMount(() => {
    let next = 0
    const wait = () => {
      next = requestAnimationFrame(() => {
        if (setLeft((now) => now - 1) > 0) wait()
      })
    }
    wait()
    onCleanup(() => cancelAnimationFrame(next))
  })
  return () => left() <= 0
}

/** What `source` says, in parts that say it one picture after the other: together they would hold the page up. Must be called inside a Solid root. */
export function createRipple<T>(source: Accessor<T>, parts: number): Accessor<T | undefined>[] {
  const said: Accessor<T | undefined>[] = []
  for (let at = 0; at < parts; at++) said.push(createDelayed(said[at - 1] ?? source))
  return said
}

/** What `source` says, with the next picture. */
function createDelayed<T>(source: Accessor<T | undefined>): Accessor<T | undefined> {
  const [said, say] = createSignal<T>()
  createEffect(
    on(source, (now) => {
      if (now !== undefined) requestAnimationFrame(() => say(() => now))
    }),
  )
  return said
}
