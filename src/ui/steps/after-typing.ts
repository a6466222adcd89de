import { createEffect, createSignal, onCleanup, type Accessor } from 'solid-js'

/** Milliseconds without a key after which typing has paused. */
const pause = 1000

/**
 * A value that stands still while someone types, so that nothing moves under their hands, and follows when they pause. Not when
 * the field is left: that is the press on something that must not move either.
 */
export function afterTyping<T>(read: Accessor<T>): { value: Accessor<T>; typed(): void } {
  const [value, setValue] = createSignal(read())
  let typing: ReturnType<typeof setTimeout> | undefined
  createEffect(() => {
    const now = read()
    if (typing === undefined) setValue(() => now)
  })
  onCleanup(() => clearTimeout(typing))
  return {
    value,
    typed() {
      clearTimeout(typing)
      typing = setTimeout(() => {
        typing = undefined
        setValue(() => read())
      }, pause)
    },
  }
}
