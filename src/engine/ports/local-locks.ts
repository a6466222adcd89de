import { cancelled } from './http/http-texts.ts'
import type { Locks } from './locks.ts'

/** Mutual exclusion within this thread, for hosts with a single run. Waiters are served in order. */
export function createLocalLocks(): Locks {
  const tails = new Map<string, Promise<void>>()
  return {
    async hold(name, signal, work) {
      if (signal.aborted) throw cancelled()
      const before = tails.get(name)
      const { promise: mine, release } = gate()
      const tail = before === undefined ? mine : before.then(() => mine)
      tails.set(name, tail)
      try {
        if (before !== undefined) await orAborted(before, signal)
        return await work()
      } finally {
        release()
        if (tails.get(name) === tail) tails.delete(name)
      }
    },
  }
}

function gate(): { promise: Promise<void>; release: () => void } {
  let release!: () => void
  const promise = new Promise<void>((resolve) => (release = resolve))
  return { promise, release }
}

function orAborted(turn: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(cancelled())
    signal.addEventListener('abort', stop, { once: true })
    const go = (): void => {
      signal.removeEventListener('abort', stop)
      resolve()
    }
    void turn.then(go)
  })
}
