import { AssayError } from '#engine/base/errors.ts'
import { createLocalLocks } from '#engine/ports/local-locks.ts'
import type { Locks } from '#engine/ports/locks.ts'

/** Mutual exclusion across the tabs of this origin, by Web Locks; within this worker alone where the browser gives none (R16). */
export function createWebLocks(usable: () => Promise<LockManager | undefined>): Locks {
  const local = createLocalLocks()
  return {
    hold: async (name, signal, work) => {
      const locks = await usable()
      if (!locks) return local.hold(name, signal, work)
      try {
        return await locks.request(`assay:engine:${name}`, { signal }, work)
      } catch (thrown) {
        if (signal.aborted && thrown instanceof DOMException) throw new AssayError('cancelled', 'Cancelled.', { cause: thrown })
        throw thrown
      }
    },
  }
}
