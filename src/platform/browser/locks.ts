import { AssayError } from '#engine/base/errors.ts'
import type { Locks } from '#engine/ports/locks.ts'

/** Mutual exclusion across the tabs of this origin, by Web Locks. */
export const webLocks: Locks = {
  hold: async (name, signal, work) => {
    try {
      return await navigator.locks.request(`assay:engine:${name}`, { signal }, work)
    } catch (thrown) {
      if (signal.aborted && thrown instanceof DOMException) throw new AssayError('cancelled', 'Cancelled.', { cause: thrown })
      throw thrown
    }
  },
}
