import { createEffect, createSignal, onCleanup, type Accessor } from 'solid-js'

/**
 * What was read last of something that changes; undefined until then, and while there is nothing to read. Not a resource, which would
 * take the editor away while it is read for the first time.
 */
export function followed<T, R>(of: () => T | undefined, read: (of: T) => Promise<R | undefined>): Accessor<R | undefined> {
  const [found, setFound] = createSignal<R>()
  let turn = 0
  onCleanup(() => turn++)
  createEffect(() => {
    const wanted = of()
    const own = ++turn
    if (wanted === undefined) return void setFound(undefined)
    const take = (result: R | undefined) => {
      if (own === turn) setFound(() => result)
    }
    // What can't be read is as if it were not there: the value only helps the user type, and was not requested.
    read(wanted).then(take, () => take(undefined))
  })
  return found
}
