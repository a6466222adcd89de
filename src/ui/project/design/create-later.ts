import { createSignal, onCleanup, onMount, type Accessor } from 'solid-js'

/** True some pictures after its owner was drawn: what is drawn at once holds the page up together. Must be called inside a Solid root. */
export function createLater(pictures = 1): Accessor<boolean> {
  const [left, setLeft] = createSignal(pictures)
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
