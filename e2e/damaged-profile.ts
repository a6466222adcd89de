import { open, readdir, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'

/** What Chromium keeps of a page in a profile, by the folder. */
export const storageFolders = {
  IndexedDB: join('Default', 'IndexedDB'),
  'the private files': join('Default', 'File System'),
  localStorage: join('Default', 'Local Storage', 'leveldb'),
} as const

/** One of {@link storageFolders}. */
export type StoragePart = keyof typeof storageFolders

/** Takes a part of the storage away, while no browser uses the profile. */
export const removeStorage = (profile: string, part: StoragePart): Promise<void> =>
  rm(join(profile, storageFolders[part]), { recursive: true, force: true })

/** Damages one file of a part of the storage that holds anything; `pick` chooses the file, and then the place in it. Gives its name. */
export async function damageStorage(
  profile: string,
  part: StoragePart,
  how: 'truncate' | 'overwrite' | 'delete',
  pick: (end: number) => number,
): Promise<string | undefined> {
  const folder = join(profile, storageFolders[part])
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files: { path: string; size: number }[] = []
  for (const entry of entries) {
    if (!entry.isFile() || /^LOG|^LOCK$/.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const { size } = await stat(path)
    if (size > 0) files.push({ path, size })
  }
  const found = files.toSorted((a, b) => a.path.localeCompare(b.path))[pick(files.length)]
  if (!found) return undefined
  const { path, size } = found
  if (how === 'delete') await rm(path)
  else if (how === 'truncate') await truncate(path, pick(size))
  else {
    const file = await open(path, 'r+')
    await file.write(Buffer.alloc(64, 0xa5), 0, 64, pick(size))
    await file.close()
  }
  return path.slice(profile.length + 1)
}
