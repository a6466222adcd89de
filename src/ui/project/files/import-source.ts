import { AssayError } from '#engine/base/errors.ts'
import { largestImport, mostFiles } from '#engine/importers/limits.ts'
import type { ImportFile, ImportSource } from '#engine/importers/source.ts'
import { importerTexts as texts } from '#engine/importers/texts.ts'

/** Folders that hold nothing to import. */
const ignored = /^(\.git|node_modules)$/

/** Files that were chosen or dropped, with their paths; read only if they are small enough together (R8). */
async function sourceOfFiles(name: string, files: readonly { path: string; file: File }[]): Promise<ImportSource> {
  const size = files.reduce((sum, { file }) => sum + file.size, 0)
  if (size > largestImport) throw new AssayError('import-unusable', texts.tooLarge(name, size), { hint: texts.tooLargeHint })
  const read: ImportFile[] = []
  for (const { path, file } of files) read.push({ path, bytes: new Uint8Array(await file.arrayBuffer()) })
  return { name, files: read }
}

/** Files that a user chose, one or several. */
export const sourceOfChosen = (files: readonly File[]): Promise<ImportSource> =>
  sourceOfFiles(
    files[0]?.name ?? '',
    files.map((file) => ({ path: file.name, file })),
  )

/** The files of a folder that a user chose: the browser says where in it they are. */
export function sourceOfFolder(files: readonly File[]): Promise<ImportSource> {
  const [root = ''] = files[0]?.webkitRelativePath.split('/') ?? []
  const inside = files
    .map((file) => ({ file, path: file.webkitRelativePath.split('/').slice(1).join('/') }))
    .filter(({ path }) => !path.split('/').some((part) => ignored.test(part)))
  return sourceOfFiles(root, inside)
}

/** What a drop holds, which can be read during the event only: files, folders. */
export const droppedEntries = (transfer: DataTransfer | null): FileSystemEntry[] =>
  [...(transfer?.items ?? [])].filter(({ kind }) => kind === 'file').flatMap((one) => one.webkitGetAsEntry() ?? [])

/** What was dropped on the window: files, folders, or several of them. */
export async function sourceOfEntries(entries: readonly FileSystemEntry[]): Promise<ImportSource> {
  const found: { path: string; file: File }[] = []
  const [only, more] = entries
  // One folder is the collection itself; several things lie in one that has no name.
  const base = only?.isDirectory && more === undefined ? only.fullPath.length + 1 : 1
  const left = [...entries]
  for (let entry = left.shift(); entry !== undefined; entry = left.shift()) {
    if (isDirectory(entry)) left.push(...(await childrenOf(entry)).filter(({ name }) => !ignored.test(name)))
    else if (isFile(entry)) found.push({ path: entry.fullPath.slice(base), file: await fileOf(entry) })
    if (found.length > mostFiles)
      throw new AssayError('import-unusable', texts.tooManyFiles(entry.name, found.length), { hint: texts.tooLargeHint })
  }
  return sourceOfFiles(only?.name ?? '', found)
}

const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

const fileOf = (entry: FileSystemFileEntry): Promise<File> => new Promise((resolve, reject) => entry.file(resolve, reject))

/** A browser gives the entries of a folder in parts. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (part.length === 0) return all
    all.push(...part)
  }
}
