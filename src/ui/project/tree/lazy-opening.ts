import { batch, createSignal, onCleanup, type Accessor } from 'solid-js'

/** Where keys went in a tree whose rows open something large. */
export interface LateOpening {
  /** The row that is marked and not opened yet. */
  waiting: Accessor<string | undefined>
  /** Marks a row at once; it is opened behind the next picture, unless keys have gone further by then. */
  go(id: string): void
}

/** What goes on through the tree; at any other key what it is about has to be open. */
const onward = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown'])

/** Behind the next picture: a frame's own callbacks still come before it is drawn. */
const nextPicture = (then: () => void): void => void requestAnimationFrame(() => setTimeout(then))

/**
 * Lets keys go through a tree as fast as it draws its focus: opening a case takes longer than a frame, and a key that is held must
 * not queue up openings. Must be called inside a Solid root.
 */
export function createLateOpening(
  open: (id: string) => void,
  after: (then: () => void) => void = nextPicture,
  keys: EventTarget = window,
): LateOpening {
  const [waiting, setWaiting] = createSignal<string>()
  let asked = false
  const settle = (): void => {
    const id = waiting()
    if (id === undefined) return
    batch(() => {
      setWaiting(undefined)
      open(id)
    })
  }
  const hear = (event: Event & Partial<KeyboardEvent>): void => {
    if (!onward.has(event.key ?? '') || event.ctrlKey || event.metaKey || event.altKey) settle()
  }
  for (const type of ['keydown', 'pointerdown']) {
    keys.addEventListener(type, hear, { capture: true })
    onCleanup(() => keys.removeEventListener(type, hear, { capture: true }))
  }
  onCleanup(() => setWaiting(undefined))
  return {
    waiting,
    go(id) {
      setWaiting(id)
      if (asked) return
      asked = true
      after(() => {
        asked = false
        settle()
      })
    },
  }
}
