import { firstLine, generationOf, readCopyLog, sealGroup, type CopyLog } from './copy-log.ts'
import type { CopyFile, CopyFolder } from './types.ts'

const slots = [0, 1] as const
type Slot = (typeof slots)[number]

/** The newest sound copy under a name, and which of its two files holds it. */
export interface CopySlot {
  slot: Slot
  log: CopyLog
}

const fileOf = (name: string, slot: Slot): string => `${name}.${slot}`
const other = (slot: Slot): Slot => (slot === 0 ? 1 : 0)

const bytesOf = (file: CopyFile, most = Infinity): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(Math.min(file.getSize(), most))
  file.read(bytes, { at: 0 })
  return bytes
}

/** More than the last two lines of a copy take. */
const lastBytes = 4_000

function endsWithState(file: CopyFile): boolean {
  const size = file.getSize()
  const bytes = new Uint8Array(Math.min(size, lastBytes))
  file.read(bytes, { at: size - bytes.length })
  return /\nproject\t[^\n]*\nend\t[^\n]*\n$/.test(new TextDecoder().decode(bytes))
}

function writeAt(file: CopyFile, bytes: Uint8Array<ArrayBuffer>, at: number): void {
  // Where the disk is full, some browsers throw, and some write less.
  if (file.write(bytes, { at }) !== bytes.length) throw new DOMException('No room', 'QuotaExceededError')
}

/**
 * Copies by name, each in two files that take turns: a new state is written whole beside the one before, and small changes are
 * appended. Nothing is renamed or created while a copy is in use, so a killed browser tears off an end at most.
 */
export function createCopySlots(folder: CopyFolder) {
  const withFile = async <T>(name: string, slot: Slot, create: boolean, work: (file: CopyFile) => T | Promise<T>) => {
    const file = await folder.open(fileOf(name, slot), create)
    if (!file) return undefined
    try {
      return await work(file)
    } finally {
      file.close()
    }
  }
  const generations = async (name: string) => {
    const found: { slot: Slot; generation: number }[] = []
    for (const slot of slots) {
      const generation = await withFile(name, slot, false, (file) => generationOf(bytesOf(file, 100)))
      if (generation === 'newer') return 'newer'
      if (generation !== undefined) found.push({ slot, generation })
    }
    return found.toSorted((a, b) => b.generation - a.generation)
  }

  return {
    /** The newest sound copy; `newer` if a later version of Assay wrote it: then nothing may be written. */
    async load(name: string): Promise<CopySlot | 'newer' | undefined> {
      const found = await generations(name)
      if (found === 'newer') return found
      for (const { slot } of found) {
        const log = await withFile(name, slot, false, (file) => readCopyLog(bytesOf(file)))
        if (log) return { slot, log }
      }
      return undefined
    },
    /** Bytes of the file of a copy. */
    size: async (name: string, slot: Slot) => withFile(name, slot, false, (file) => file.getSize()),
    /** Adds a group after `end`. Gives where the file ends then. */
    async append(name: string, slot: Slot, end: number, lines: readonly string[]): Promise<number> {
      const group = await sealGroup(lines)
      await withFile(name, slot, true, (file) => {
        try {
          writeAt(file, group, end)
          file.truncate(end + group.length)
        } catch (thrown) {
          file.truncate(end)
          throw thrown
        }
        file.flush()
      })
      return end + group.length
    },
    /**
     * Writes a whole state beside the copy that is there, group by group; `wipe` empties that one afterwards. Gives where the
     * state is, undefined where there is no file system.
     */
    async rewrite(
      name: string,
      before: { slot: Slot; generation: number } | undefined,
      groups: AsyncIterable<string[]> | Iterable<string[]>,
      wipe = false,
    ): Promise<{ slot: Slot; generation: number; end: number } | undefined> {
      const [slot, generation] = [before ? other(before.slot) : 0, (before?.generation ?? 0) + 1]
      const end = await withFile(name, slot, true, async (file) => {
        try {
          file.truncate(0)
          let at = 0
          let first = true
          for await (const lines of groups) {
            const group = await sealGroup(first ? [firstLine(generation), ...lines] : lines)
            writeAt(file, group, at)
            at += group.length
            first = false
          }
          file.flush()
          return at
        } catch (thrown) {
          file.truncate(0)
          throw thrown
        }
      })
      if (end === undefined) return undefined
      if (wipe) await withFile(name, other(slot), false, (file) => (file.truncate(0), file.flush()))
      return { slot, generation, end }
    },
    /** Emptied first: a removed name can come back with a killed browser, an emptied file can't. */
    async remove(name: string): Promise<void> {
      for (const slot of slots) {
        await withFile(name, slot, false, (file) => (file.truncate(0), file.flush()))
        await folder.remove(fileOf(name, slot))
      }
    },
    /** Those of `names` whose copy ends with a complete state, as far as its last bytes show. */
    async endingSoundly(names: readonly string[]): Promise<Set<string>> {
      const sound = new Set<string>()
      for (const name of names)
        for (const slot of slots) if (await withFile(name, slot, false, endsWithState).catch(() => false)) sound.add(name)
      return sound
    },
    /** All names of which there is a file. */
    names: async (): Promise<string[]> => [...new Set((await folder.names()).map((name) => name.replace(/\.[01]$/, '')))],
  }
}

/** See {@link createCopySlots}. */
export type CopySlots = ReturnType<typeof createCopySlots>
