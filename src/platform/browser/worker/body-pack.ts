import type { BodyRef, BodyStore } from '#engine/ports/body-store.ts'

/** Where response bodies of runs are kept: one file a run in the origin's private file system. */
const folderName = 'assay-bodies'
const suffix = '.pack'
/** Bytes of all runs together. */
const mostBytes = 500 * 1024 * 1024
/** Bytes that are kept where there is no private file system. */
const mostInMemory = 64 * 1024 * 1024

/** The bodies of one run while it goes on. */
export interface BodyPack extends BodyStore {
  /** Closes the file; what was put can then be read by {@link readPacked}. */
  close(): void
}

/** A part of a body. */
export interface ByteRange {
  start: number
  end: number
}

/** An id says where the body lies, so that no index has to be kept. */
const idOf = (offset: number, size: number) => `${offset}-${size}`

function placeOf(id: string, range?: ByteRange): { start: number; end: number } | undefined {
  const match = /^(\d+)-(\d+)$/.exec(id)
  if (!match) return undefined
  const [offset, size] = [Number(match[1]), Number(match[2])]
  const start = Math.min(size, Math.max(0, range?.start ?? 0))
  return { start: offset + start, end: offset + Math.max(start, Math.min(size, range?.end ?? size)) }
}

const openPacks = new Map<string, (start: number, end: number) => Uint8Array>()
/** The one run whose bodies are in memory. */
let inMemory: string | undefined

async function folder(): Promise<FileSystemDirectoryHandle | undefined> {
  try {
    const root = await navigator.storage.getDirectory()
    return await root.getDirectoryHandle(folderName, { create: true })
  } catch {
    return undefined
  }
}

/** Removes packs of runs that are not `kept`, where it is known which are, then the oldest until all fit into the limit. */
async function prune(directory: FileSystemDirectoryHandle, kept: ReadonlySet<string> | undefined): Promise<void> {
  const packs: { name: string; size: number; at: number }[] = []
  for await (const [name, handle] of directory.entries()) {
    if (handle.kind !== 'file') continue
    const file = await (handle as FileSystemFileHandle).getFile()
    packs.push({ name, size: file.size, at: file.lastModified })
  }
  let total = 0
  for (const { name, size } of packs.toSorted((a, b) => b.at - a.at)) {
    const run = name.slice(0, -suffix.length)
    if (openPacks.has(run) || (kept?.has(run) !== false && total + size <= mostBytes)) {
      total += size
      continue
    }
    // A pack that another tab writes to can't be removed; it is tried again at the next run.
    await directory.removeEntry(name).catch(() => undefined)
  }
}

/** Where bodies are written; `reserve` and `write` throw when there is no room. */
interface PackFile {
  /** Makes sure that the file can hold so many bytes. */
  reserve(bytes: number): void
  write(bytes: Uint8Array, at: number): void
}

/** Bytes by which a file grows, and that are gathered before they are written: a write costs as much as many of them. */
const block = 1024 * 1024
/** Milliseconds after which what was gathered is written, full or not. */
const gatherFor = 500

const noRoom = () => new DOMException('No room', 'QuotaExceededError')

/** A store of bodies that drops what does not fit (R15), with the reading of what it holds. */
function packOf(file: PackFile) {
  let size = 0
  let reserved = 0
  let full = false
  let gathered: Uint8Array[] = []
  let written = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (written === size) return
    const bytes = new Uint8Array(size - written)
    let at = 0
    for (const part of gathered) {
      bytes.set(part, at)
      at += part.length
    }
    gathered = []
    file.write(bytes, written)
    written = size
  }
  /** A failure in a timer can't be reported: the bodies read as missing. */
  const flushLate = () => {
    try {
      flush()
    } catch {
      full = true
    }
  }
  const keep = (body: Uint8Array) => {
    if (size + body.length > reserved) {
      const wanted = Math.ceil((size + body.length) / block) * block
      file.reserve(wanted)
      reserved = wanted
    }
    gathered.push(body)
    size += body.length
    if (size - written >= block) flush()
    else timer ??= setTimeout(flushLate, gatherFor)
  }
  const put = (body: Uint8Array, mediaType: string): BodyRef => {
    const ref = { id: idOf(size, body.length), size: body.length, mediaType }
    if (full) return { ...ref, dropped: true }
    try {
      keep(body)
      return ref
    } catch {
      // The quota is hit: smaller bodies would only fill what other runs and projects need.
      full = true
      return { ...ref, dropped: true }
    }
  }
  return { put, flush: flushLate, size: () => size }
}

/** Opens the bodies of a run: in a file, or in this worker's memory where there is none. `kept` are runs whose bodies stay. */
export async function openBodyPack(run: string, kept: ReadonlySet<string> | undefined): Promise<BodyPack> {
  const directory = await folder()
  const handle = await fileHandle(directory, run, kept)
  if (!handle) return memoryPack(run)
  const pack = packOf({
    // Where the disk is full, some browsers throw, and some give back the number of an error.
    reserve(bytes) {
      handle.truncate(bytes)
      if (handle.getSize() < bytes) throw noRoom()
    },
    write(bytes, at) {
      if (handle.write(bytes, { at }) !== bytes.length) throw noRoom()
    },
  })
  openPacks.set(run, (start, end) => {
    pack.flush()
    const part = new Uint8Array(end - start)
    handle.read(part, { at: start })
    return part
  })
  const close = () => {
    pack.flush()
    openPacks.delete(run)
    handle.truncate(pack.size())
    handle.close()
  }
  return { put: pack.put, close }
}

async function fileHandle(
  directory: FileSystemDirectoryHandle | undefined,
  run: string,
  kept: ReadonlySet<string> | undefined,
): Promise<FileSystemSyncAccessHandle | undefined> {
  if (!directory) return undefined
  try {
    await prune(directory, kept)
    const file = await directory.getFileHandle(`${run}${suffix}`, { create: true })
    return await file.createSyncAccessHandle()
  } catch {
    return undefined
  }
}

function memoryPack(run: string): BodyPack {
  const blocks: { at: number; bytes: Uint8Array }[] = []
  if (inMemory !== undefined) openPacks.delete(inMemory)
  inMemory = run
  const pack = packOf({
    reserve(bytes) {
      if (bytes > mostInMemory) throw noRoom()
    },
    write: (bytes, at) => void blocks.push({ at, bytes }),
  })
  openPacks.set(run, (start, end) => {
    pack.flush()
    const part = new Uint8Array(end - start)
    for (const { at, bytes } of blocks) {
      const from = Math.max(start, at)
      const to = Math.min(end, at + bytes.length)
      if (from < to) part.set(bytes.subarray(from - at, to - at), from - start)
    }
    return part
  })
  return { put: pack.put, close: () => pack.flush() }
}

/** Reads a body, or a part of it; undefined if it is no longer there. */
export async function readPacked(run: string, id: string, range?: ByteRange): Promise<Uint8Array | undefined> {
  const place = placeOf(id, range)
  if (!place) return undefined
  const open = openPacks.get(run)
  if (open) return open(place.start, place.end)
  try {
    const directory = await folder()
    const handle = await directory?.getFileHandle(`${run}${suffix}`)
    const file = await handle?.getFile()
    if (!file || file.size < place.end) return undefined
    return new Uint8Array(await file.slice(place.start, place.end).arrayBuffer())
  } catch {
    return undefined
  }
}

/** Bytes that are looked at again with the next block: what is looked for may stand across its border. */
const overlap = 64 * 1024

async function holdsIn(file: File, holds: (bytes: Uint8Array) => boolean): Promise<boolean> {
  for (let start = 0; start < file.size; start += block - overlap)
    if (holds(new Uint8Array(await file.slice(start, start + block).arrayBuffer()))) return true
  return false
}

/** Removes the bodies of those of these runs for whose bytes `holds` is true, and that do not go on. */
export async function dropPacked(runs: readonly string[], holds: (bytes: Uint8Array) => boolean): Promise<void> {
  const directory = await folder()
  if (!directory) return
  for (const run of runs) {
    if (openPacks.has(run)) continue
    const name = `${run}${suffix}`
    const handle = await directory.getFileHandle(name).catch(() => undefined)
    if (handle && (await holdsIn(await handle.getFile(), holds))) await directory.removeEntry(name)
  }
}
