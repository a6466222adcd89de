import type { ProjectLocks } from '../../page/services.ts'

/** Locks for tests: this tab has every project until told otherwise; `give` resolves when another tab may write. */
export function createTestLocks(): ProjectLocks & { give(mine: boolean): Promise<unknown> } {
  const listeners = new Set<(mine: boolean) => void | Promise<void>>()
  return {
    hold: (_, onChange) => {
      listeners.add(onChange)
      void onChange(true)
      return {
        takeOver: () => void onChange(true),
        release: () => void listeners.delete(onChange),
      }
    },
    give: (mine) => Promise.all([...listeners].map((listener) => listener(mine))),
  }
}
