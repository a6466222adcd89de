import type { Wasm, WasmPool } from '#platform/sqlite/wasm-database.ts'

/** Where databases are kept: a folder for each project in the origin's private file system. */
const folderName = 'assay-sqlite'

/** Files of one project, while this worker has hold of them. */
export interface SqlitePool {
  util: WasmPool
  /** Every holder must call it; after the last call other tabs can have it. */
  release(): void
}

/** Milliseconds that another tab which works on the same project's databases is waited for. */
const patience = 5_000

interface Held {
  util: Promise<WasmPool>
  users: number
  free(): void
}

const held = new Map<string, Held>()
const installed = new Map<string, WasmPool>()

/** Resolves with what lets go of the lock; rejects if another tab keeps it for too long. */
const lock = (project: string): Promise<() => void> =>
  new Promise((resolve, reject) => {
    const hold = () => new Promise<void>((free) => resolve(free))
    navigator.locks.request(`assay:sqlite:${project}`, { signal: AbortSignal.timeout(patience) }, hold).catch(reject)
  })

async function install(wasm: Wasm, project: string): Promise<WasmPool> {
  const known = installed.get(project)
  if (known) return known.unpauseVfs()
  const directory = `/${folderName}/${project}`
  const util = await wasm.installOpfsSAHPoolVfs({ name: `assay-${project}`, directory, initialCapacity: 6 })
  installed.set(project, util)
  return util
}

/** A worker that was just ended may keep its files for a moment. */
async function installSoon(wasm: Wasm, project: string): Promise<WasmPool> {
  for (let left = 10; ; left--) {
    try {
      return await install(wasm, project)
    } catch (error) {
      if (left === 0 || !(error instanceof Error) || error.name !== 'NoModificationAllowedError') throw error
      await new Promise((done) => setTimeout(done, 100))
    }
  }
}

/**
 * The databases of a project. A tab that has them keeps them from all others: rejects with a TimeoutError if another one does not let go,
 * and as the browser says it where it has no private file system.
 */
export async function openPool(wasm: Wasm, project: string): Promise<SqlitePool> {
  let own = held.get(project)
  if (!own) {
    let free: (() => void) | undefined
    const begin = async (): Promise<WasmPool> => {
      free = await lock(project)
      return installSoon(wasm, project)
    }
    own = { util: begin(), users: 0, free: () => free?.() }
    held.set(project, own)
  }
  const mine = own
  mine.users++
  let released = false
  const release = (): void => {
    if (released) return
    released = true
    if (--mine.users > 0) return
    held.delete(project)
    const known = installed.get(project)
    if (known && !known.isPaused()) known.pauseVfs()
    mine.free()
  }
  try {
    const util = await mine.util
    await util.reserveMinimumCapacity(util.getFileCount() + 6)
    return { util, release }
  } catch (error) {
    release()
    throw error
  }
}

/** Removes all databases of a project; where the browser has no place for files (WebKitGTK) there are none. */
export async function removePool(project: string): Promise<void> {
  if (!navigator.storage?.getDirectory) return
  try {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle(folderName)
    await folder.removeEntry(project, { recursive: true })
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}
