import type { GatheredWrites } from '#storage/copies/copy-projects.ts'
import { createLedger } from '#storage/copies/ledger.ts'
import type { ReadCopy } from '#storage/copies/read-copies.ts'
import type { ProjectCopies, ProjectWrite, RecoveredProject, Recovery } from '#storage/copies/types.ts'
import type { StoredProject } from '#storage/types.ts'
import type { CopyCalls } from './copies/copy-calls.ts'
import { workerTexts } from './texts.ts'
import { createWorkerClient, usualWorker } from './worker-client.ts'

/** The second copies of the projects, and what is done with them at the start. */
export interface CopyClient extends ProjectCopies {
  /** Whether a project that was stored is missing among these, or whether there are copies although there is none. */
  misses(stored: readonly StoredProject[]): Promise<boolean>
  /** Compares what is stored with the copies, and restores what is missing; undefined where that can't be done. */
  check(): Promise<Recovery | undefined>
  /** Where the database can't be opened: gives the projects of the copies to `take`, the one that was opened last at the end. */
  readCopies(take: (copy: ReadCopy) => Promise<unknown>): Promise<Recovery>
  /** Someone has read what came back. */
  forgetRecovery(): Promise<void>
}

/** How long something may wait for its copy, in milliseconds: what hangs must not hold up the page. */
const patience = 10_000
/** The pause after a copy, as a multiple of what it took, and at most in milliseconds: large heads are not written at every key. */
const pauseFactor = 4
const longestPause = 1_000

/** The result of `work`, undefined if it is rejected or takes longer. */
const within = <T>(work: Promise<T>, ms: number): Promise<T | undefined> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), ms)
    work.then(resolve, () => resolve(undefined)).finally(() => clearTimeout(timer))
  })

/** Whether copies are there, asked without a worker: nothing is, at a first start. */
async function hasCopies(): Promise<boolean> {
  try {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('assay-copies')
    for await (const _ of folder.keys()) return true
  } catch {
    // None, or no private file system.
  }
  return false
}

function gather(before: GatheredWrites | undefined, { revision, records, conceals = false }: ProjectWrite): GatheredWrites {
  const all = !records || (before && !before.records)
  return {
    from: before?.from ?? revision - 1,
    to: revision,
    records: all
      ? undefined
      : {
          head: records.head || (before?.records?.head ?? false),
          cases: [...new Set([...(before?.records?.cases ?? []), ...records.cases])],
        },
    conceals: conceals || (before?.conceals ?? false),
  }
}

/** Creates the client; its worker starts with the first write, or check, after `ready`. */
export function createCopyClient(ready: Promise<void>): CopyClient {
  const ledger = createLedger()
  const client = createWorkerClient<CopyCalls>({
    start: () => usualWorker(new Worker(new URL('./copy.worker.ts', import.meta.url), { type: 'module' })),
    gone: { text: workerTexts.copyWorkerDied },
  })
  let waiting = new Map<string, GatheredWrites>()
  let copied: (() => void)[] = []
  let going = false
  let started = false
  let endPause: (() => void) | undefined
  void ready.then(() => (started = true))

  const copyAll = async () => {
    going = true
    await ready
    while (waiting.size > 0) {
      const [writes, done] = [waiting, copied]
      waiting = new Map()
      copied = []
      const begun = performance.now()
      // What a dead worker did not copy, the next start does.
      await client.api.copy(writes).catch(() => undefined)
      for (const resolve of done) resolve()
      const pause = new Promise<void>((resolve) => (endPause = resolve))
      await within(pause, Math.min(longestPause, pauseFactor * (performance.now() - begun)))
    }
    going = false
  }
  const hurry = () => endPause?.()
  addEventListener('pagehide', hurry)
  document.addEventListener('visibilitychange', hurry)

  return {
    async written(write) {
      const { localId, name, revision, records } = write
      ledger.put(localId, { name, revision, at: Date.now() })
      waiting.set(localId, gather(waiting.get(localId), write))
      const done = new Promise<void>((resolve) => copied.push(resolve))
      if (!going) void copyAll()
      if (!records) hurry()
      // The sample comes before someone uses the page: no one waits for its copy.
      if (started) await within(done, patience)
    },
    async removing(localId) {
      waiting.delete(localId)
      await within(client.api.remove(localId), patience)
      ledger.remove(localId)
    },
    async removed(localId) {
      // A write that was under way may have copied it again.
      await client.api.remove(localId).catch(() => undefined)
      await client.api.copyVault().catch(() => undefined)
    },
    newest: (localId) => ledger.entries().get(localId)?.revision ?? 0,
    async misses(stored) {
      const known = ledger.entries()
      for (const { localId, name, openedAt } of stored) {
        // A ledger that was lost is made again at once; the check adds the revision.
        if (!known.delete(localId)) ledger.put(localId, { name, revision: 0, at: openedAt })
      }
      return known.size > 0 || (stored.length === 0 && (await hasCopies()))
    },
    async check() {
      const known = ledger.entries()
      const checked = await client.api.check(known).catch(() => undefined)
      if (!checked) return undefined
      const now = ledger.entries()
      const stored = new Map(checked.stored)
      for (const localId of known.keys()) if (!stored.has(localId)) ledger.remove(localId)
      for (const [localId, entry] of stored) {
        const before = known.get(localId)
        // What was written meanwhile is known already.
        if (now.get(localId)?.revision === before?.revision && before?.revision !== entry.revision)
          ledger.put(localId, { ...entry, at: Date.now() })
      }
      return checked.recovery
    },
    async readCopies(take) {
      const lost = ledger.entries()
      const restored: RecoveredProject[] = []
      for (const copy of await client.api.readCopies().catch(() => [])) {
        const { localId, project, revision, at } = copy
        const behind = (lost.get(localId)?.revision ?? 0) > revision
        await take(copy)
        lost.delete(localId)
        restored.push({ localId, name: project.name, at, ...(behind ? { behind } : {}) })
      }
      return { restored, lost: [...lost].map(([localId, { name, at }]) => ({ localId, name, at })) }
    },
    forgetRecovery: () => client.api.forgetRecovery(),
  }
}
