import { checkStorage, forgetRecovery, type CheckedStorage } from '#storage/copies/check-storage.ts'
import { createProjectCopier, type GatheredWrites } from '#storage/copies/copy-projects.ts'
import { createCopySlots } from '#storage/copies/copy-slots.ts'
import { readCopies, type ReadCopy } from '#storage/copies/read-copies.ts'
import type { CopyFolder, LedgerEntry } from '#storage/copies/types.ts'
import { copyVault } from '#storage/copies/vault-copy.ts'
import { openDatabase } from '#storage/open-database.ts'
import type { Database } from '#storage/records.ts'
import { usableLocks } from '#storage/web-locks.ts'

/** What is only in memory here is not what the page has. */
const lasting = async (): Promise<Database | undefined> => {
  const db = await openDatabase()
  return db.lasting ? db : undefined
}
/** What the page asks of the worker that keeps the second copies, in `folder`. */
export function createCopyCalls(folder: CopyFolder) {
  const slots = createCopySlots(folder)
  const opened = lasting().then((db) => db && { db, copier: createProjectCopier(db, slots) })
  return {
    /** Adds writes to the copies of their projects; resolves when they are there, or can't be. */
    async copy(writes: ReadonlyMap<string, GatheredWrites>): Promise<void> {
      const found = await opened
      for (const [localId, gathered] of writes) await found?.copier.copy(localId, gathered)
    },
    async remove(localId: string): Promise<void> {
      await (await opened)?.copier.remove(localId)
    },
    /** After secrets were removed with their project, or written. */
    async copyVault(): Promise<void> {
      const found = await opened
      if (found) await copyVault(found.db, slots)
    },
    /** See {@link checkStorage}; one tab at a time. */
    async check(ledger: ReadonlyMap<string, LedgerEntry>): Promise<CheckedStorage | undefined> {
      const found = await opened
      if (!found) return undefined
      const work = () => checkStorage(found.db, slots, found.copier, ledger)
      const locks = await usableLocks()
      return locks ? locks.request('assay:copies-check', work) : work()
    },
    /** All copies, for a page whose database can't be opened. */
    readCopies: (): Promise<ReadCopy[]> => readCopies(slots),
    async forgetRecovery(): Promise<void> {
      const found = await opened
      if (found) await forgetRecovery(found.db)
    },
  }
}

/** See {@link createCopyCalls}. */
export type CopyCalls = ReturnType<typeof createCopyCalls>
