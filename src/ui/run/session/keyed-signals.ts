import { createSignal, getListener } from 'solid-js'

/** One signal for each key, made when someone first listens to it: ten thousand steps cost nothing until they are shown. */
export interface KeyedSignals {
  /** Makes the running computation depend on the key. */
  track(key: string): void
  /** Notifies the readers of a key. */
  touch(key: string): void
  /** Notifies all readers: everything may have changed. */
  touchAll(): void
}

/** See {@link KeyedSignals}. */
export function createKeyedSignals(): KeyedSignals {
  const signals = new Map<string, { get(): unknown; set(): void }>()
  return {
    track(key) {
      if (!getListener()) return
      let signal = signals.get(key)
      if (!signal) {
        const [get, set] = createSignal(undefined, { equals: false })
        signals.set(key, (signal = { get, set: () => set(undefined) }))
      }
      signal.get()
    },
    touch(key) {
      signals.get(key)?.set()
    },
    touchAll() {
      for (const signal of signals.values()) signal.set()
    },
  }
}
