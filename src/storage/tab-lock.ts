/** A project that this tab has open. */
export interface TabHold {
  /** Makes this the tab that writes; the one that wrote becomes read-only and is notified. */
  takeOver(): void
  release(): void
}

/** The time from which a tab has the project until another one takes it, or it is closed here. */
interface Term {
  /** Another tab has taken the project, or it is closed. */
  over: AbortSignal
  /** Resolves when what was edited meanwhile is written. */
  written: Promise<void>
}

const lockOf = (localId: string) => `assay:project:${localId}`
const writingLockOf = (localId: string) => `assay:project-writing:${localId}`

/** How long the tab that takes over waits for the other one to write what was typed there, in milliseconds. */
const defaultPatience = 5_000

/**
 * One tab writes to a project, the others read (R22): by a Web Lock that is held as long as the project is open. A tab that
 * waits gets it when the other one closes. A second lock is held by the tab that may still write: it can't be taken at once, so that
 * the tab which takes over starts after the other one's last edit.
 */
export function createTabLocks(locks: LockManager | undefined = globalThis.navigator?.locks, patience = defaultPatience) {
  return {
    /**
     * Asks for a project. `onChange` says, soon and whenever it changes, whether this tab may write; what it returns when it
     * may not any more is when all that was edited is written.
     */
    hold(localId: string, onChange: (mine: boolean) => void | Promise<void>): TabHold {
      if (!locks) {
        queueMicrotask(() => void onChange(true))
        return { takeOver: () => undefined, release: () => undefined }
      }
      let told: boolean | undefined
      let released = false
      let taken = false
      let stopWaiting = new AbortController()
      let letGo: (() => void) | undefined
      let endTerm: (() => void) | undefined
      const tell = async (mine: boolean) => {
        if (released || told === mine) return
        told = mine
        await onChange(mine)
      }
      /** Runs while the lock is held. */
      const keep = (): Promise<void> => {
        if (released) return Promise.resolve()
        const end = new AbortController()
        const written = new Promise<void>((resolve) => {
          endTerm = () => {
            end.abort()
            resolve(tell(false).catch(() => undefined))
          }
        })
        void write({ over: end.signal, written })
        return new Promise((resolve) => {
          letGo = resolve
        })
      }
      /** Waits until the tab before has written all, and lets the next one wait for this one. */
      const write = async ({ over, written }: Term) => {
        let begun = false
        const work = async () => {
          if (over.aborted) return
          begun = true
          void tell(true)
          await written
        }
        try {
          const signal = AbortSignal.any([over, AbortSignal.timeout(patience)])
          await locks.request(writingLockOf(localId), { signal }, work)
        } catch {
          // It hangs. Its later writes meet the newer revision and are rejected.
          if (!begun && !over.aborted) await locks.request(writingLockOf(localId), { steal: true }, work).catch(() => undefined)
        }
      }
      /** Waits in line; when the lock is stolen later, waits again. */
      const wait = async () => {
        stopWaiting = new AbortController()
        const { signal } = stopWaiting
        try {
          await locks.request(lockOf(localId), { signal }, keep)
        } catch (thrown) {
          lost(thrown, signal)
        }
      }
      const lost = (thrown: unknown, signal?: AbortSignal) => {
        if (released || signal?.aborted) return
        // Only a lock that was stolen is waited for again. Every request of a page that is closing is rejected, in WebKit while
        // it still runs.
        if (!(thrown instanceof DOMException) || thrown.name !== 'AbortError') return
        taken = false
        if (endTerm) endTerm()
        else void tell(false)
        endTerm = undefined
        void wait()
      }
      const steal = async () => {
        try {
          await locks.request(lockOf(localId), { steal: true }, keep)
        } catch (thrown) {
          lost(thrown)
        }
      }
      const begin = async () => {
        const state = await locks.query().catch(() => undefined)
        // Rejected where a site may store nothing (R16): then no other tab has this project either.
        if (!state) return tell(true)
        const names = [lockOf(localId), writingLockOf(localId)]
        if ((state.held ?? []).some(({ name = '' }) => names.includes(name))) void tell(false)
        if (!released && !taken) await wait()
      }
      void begin()
      return {
        takeOver() {
          if (released || taken || told === true) return
          taken = true
          stopWaiting.abort()
          void steal()
        },
        release() {
          released = true
          stopWaiting.abort()
          letGo?.()
          endTerm?.()
        },
      }
    },
  }
}
