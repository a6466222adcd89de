import type { CopyFolder } from '../copies/types.ts'

/** A {@link CopyFolder} in memory, whose files tests damage; `room` is how many bytes it takes in all. */
export interface MemoryFolder extends CopyFolder {
  files: Map<string, Uint8Array<ArrayBuffer>>
  room: number
}

/** Creates an empty {@link MemoryFolder}. */
export function createMemoryFolder(): MemoryFolder {
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  const used = () => [...files.values()].reduce((sum, { length }) => sum + length, 0)
  const resize = (name: string, size: number) => {
    const before = files.get(name) ?? new Uint8Array()
    const after = new Uint8Array(size)
    after.set(before.subarray(0, size))
    files.set(name, after)
  }
  const folder: MemoryFolder = {
    files,
    room: Infinity,
    names: async () => [...files.keys()],
    async open(name, create) {
      if (!files.has(name) && !create) return undefined
      if (!files.has(name)) files.set(name, new Uint8Array())
      const bytes = () => files.get(name) ?? new Uint8Array()
      return {
        getSize: () => bytes().length,
        read(into, { at }) {
          const part = bytes().subarray(at, at + into.length)
          into.set(part)
          return part.length
        },
        write(from, { at }) {
          const fits = Math.max(0, Math.min(from.length, folder.room - used() + bytes().length - at))
          if (at + fits > bytes().length) resize(name, at + fits)
          files.get(name)?.set(from.subarray(0, fits), at)
          return fits
        },
        truncate: (size) => resize(name, size),
        flush: () => undefined,
        close: () => undefined,
      }
    },
    remove: async (name) => void files.delete(name),
  }
  return folder
}
