import type { ProjectLocks } from '../../page/services.ts'

/** Locks for tests: this tab has every project until told otherwise. */
export function createTestLocks(): ProjectLocks & { give(mine: boolean): void } {
  const listeners = new Set<(mine: boolean) => void>()
  return {
    hold: (_, onChange) => {
      listeners.add(onChange)
      onChange(true)
      return {
        takeOver: () => onChange(true),
        release: () => void listeners.delete(onChange),
      }
    },
    give: (mine) => {
      for (const listener of listeners) listener(mine)
    },
  }
}
