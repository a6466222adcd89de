import type { EndableWork } from '#engine/ports/index.ts'
import type { ClosableWork } from '#platform/work/endable-work.ts'

/** Threads that can be ended; the code that starts them is loaded by the first task. */
export function createLazyWork(): EndableWork & { close(): Promise<void> } {
  let loading: Promise<ClosableWork> | undefined
  const load = async (): Promise<ClosableWork> => (await import('./thread-work.ts')).createThreadWork()
  return {
    do: async (...order) => (await (loading ??= load())).do(...order),
    close: async () => (await loading)?.close(),
  }
}
