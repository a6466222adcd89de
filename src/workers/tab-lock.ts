/** A project that this tab has open. */
export interface TabHold {
  /** Makes this the tab that writes; the one that wrote becomes read-only and is told. */
  takeOver(): void
  release(): void
}

const lockOf = (localId: string) => `assay:project:${localId}`

/**
 * One tab writes to a project, the others read (R22): by a Web Lock that is held as long as the project is open. A tab
 * that waits gets it when the other one closes.
 */
export function createTabLocks(locks: LockManager | undefined = globalThis.navigator?.locks) {
  return {
    /** Asks for a project. `onChange` says, soon and whenever it changes, whether this tab may write. */
    hold(localId: string, onChange: (mine: boolean) => void): TabHold {
      if (!locks) {
        queueMicrotask(() => onChange(true))
        return { takeOver: () => undefined, release: () => undefined }
      }
      let told: boolean | undefined
      let released = false
      let stealing = false
      let stopWaiting = new AbortController()
      let letGo: (() => void) | undefined
      const tell = (mine: boolean) => {
        if (released || told === mine) return
        told = mine
        onChange(mine)
      }
      /** Runs while the lock is held. */
      const keep = (): Promise<void> => {
        if (released) return Promise.resolve()
        tell(true)
        return new Promise((resolve) => {
          letGo = resolve
        })
      }
      /** Waits in line; when the lock is stolen later, waits again. */
      const wait = async () => {
        stopWaiting = new AbortController()
        const { signal } = stopWaiting
        try {
          await locks.request(lockOf(localId), { signal }, keep)
        } catch {
          lost(signal)
        }
      }
      const lost = (signal?: AbortSignal) => {
        if (released || signal?.aborted) return
        tell(false)
        void wait()
      }
      const steal = async () => {
        try {
          await locks.request(lockOf(localId), { steal: true }, keep)
        } catch {
          lost()
        }
      }
      const begin = async () => {
        const state = await locks.query().catch(() => undefined)
        // Refused where a site may store nothing (R16): then no other tab has this project either.
        if (!state) return tell(true)
        const { held = [] } = state
        if (held.some(({ name }) => name === lockOf(localId))) tell(false)
        if (!released && !stealing) await wait()
      }
      void begin()
      return {
        takeOver() {
          if (released || told === true) return
          stealing = true
          stopWaiting.abort()
          void steal()
        },
        release() {
          released = true
          stopWaiting.abort()
          letGo?.()
        },
      }
    },
  }
}
