import type { LedgerEntry } from './types.ts'

const prefix = 'assay.project.'

/** Which projects are stored, outside IndexedDB and of the private file system: a vanished one is noticed even if both are gone. */
export interface Ledger {
  entries(): Map<string, LedgerEntry>
  put(localId: string, entry: LedgerEntry): void
  remove(localId: string): void
}

function parseEntry(text: string | null): LedgerEntry | undefined {
  try {
    const { name, revision, at } = JSON.parse(text ?? '') as LedgerEntry
    return typeof name === 'string' && typeof revision === 'number' && typeof at === 'number' ? { name, revision, at } : undefined
  } catch {
    return undefined
  }
}

/**
 * Opens the ledger; where the browser rejects `localStorage`, or it is full, it keeps what it receives until the page is
 * closed.
 */
export function createLedger(storage: () => Storage = () => localStorage): Ledger {
  const known = new Map<string, LedgerEntry>()
  const attempt = (work: (items: Storage) => void) => {
    try {
      work(storage())
    } catch {
      // The copies say it too.
    }
  }
  return {
    entries() {
      const found = new Map(known)
      attempt((items) => {
        for (let at = 0; at < items.length; at += 1) {
          const key = items.key(at)
          if (!key?.startsWith(prefix)) continue
          const entry = parseEntry(items.getItem(key))
          if (entry) found.set(key.slice(prefix.length), entry)
        }
      })
      return found
    },
    put(localId, entry) {
      known.set(localId, entry)
      attempt((items) => items.setItem(prefix + localId, JSON.stringify(entry)))
    },
    remove(localId) {
      known.delete(localId)
      attempt((items) => items.removeItem(prefix + localId))
    },
  }
}
