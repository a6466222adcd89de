import { createComponent, createMemo, createResource, type Component, type JSX } from 'solid-js'

const signs = ['pointermove', 'pointerdown', 'wheel', 'keydown'] as const

/**
 * Resolves when someone starts to use the page: a pointer moves over it, a finger touches it, a key is pressed. What is wanted
 * soon after is fetched then, and not while the first screen is still on its way.
 */
export const firstUse: Promise<void> = new Promise((resolve) => {
  const begin = () => {
    for (const sign of signs) window.removeEventListener(sign, begin, { capture: true })
    resolve()
  }
  for (const sign of signs) window.addEventListener(sign, begin, { capture: true, passive: true })
})

/** Resolves at the {@link firstUse}, or when the first screen has stood for two seconds: for what should be seen without being asked for. */
export const firstLook: Promise<void> = Promise.race([firstUse, new Promise<void>((resolve) => setTimeout(resolve, 2_000))])

/** A component whose code is fetched once someone uses the page; nothing is in its place before. */
export function afterUse<P extends object>(load: () => Promise<Component<P>>): Component<P> {
  let loading: Promise<Component<P>> | undefined
  return (props) => {
    const [component] = createResource(() => (loading ??= firstUse.then(load)))
    // The state is asked first: reading what has not loaded yet would suspend the parent.
    const shown = createMemo(() => (component.state === 'ready' ? component() : undefined))
    return createMemo(() => {
      const loaded = shown()
      return loaded && createComponent(loaded, props)
    }) as unknown as JSX.Element
  }
}
