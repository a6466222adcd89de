import { AssayError } from '#engine/base/errors.ts'
import { formatSize } from '#engine/base/format-size.ts'
import { browserModelTexts as texts } from './texts.ts'
import type { OnProgress } from './web-llm.ts'

/** What WebAssembly can hold of one file. */
const largest = 2_000_000_000

const folder = 'assistant'
const fileName = 'model.gguf'

const unusable = (message: string, cause?: unknown) =>
  new AssayError('model-unusable', message, { hint: texts.chooseHint, cause })

/** A file as workers can write it; the page's types don't know of it. */
interface Writable {
  createSyncAccessHandle(): Promise<{
    truncate(size: number): void
    write(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number
    flush(): void
    close(): void
  }>
}

const folderOf = async () => (await navigator.storage.getDirectory()).getDirectoryHandle(folder, { create: true })

/** Writes a stream instead of the file that is kept; it takes its place only when all of it is there. */
async function keep(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  { name, size }: { name: string; size: number | undefined },
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<void> {
  if ((size ?? 0) > largest) throw unusable(texts.tooLarge(name, formatSize(largest)))
  const place = await folderOf()
  const part = `${fileName}.part`
  const handle = await place.getFileHandle(part, { create: true })
  const access = await (handle as unknown as Writable).createSyncAccessHandle()
  const reader = stream.getReader()
  let at = 0
  try {
    access.truncate(0)
    for (;;) {
      if (signal.aborted) throw new AssayError('cancelled', texts.stopped)
      const { done, value } = await reader.read()
      if (done) break
      if (at === 0 && new TextDecoder().decode(value.subarray(0, 4)) !== 'GGUF') throw unusable(texts.notGguf(name))
      if (at + value.length > largest) throw unusable(texts.tooLarge(name, formatSize(largest)))
      access.write(value, { at })
      at += value.length
      onProgress({ part: size ? at / size : 0, text: texts.fetched(formatSize(at), size ? formatSize(size) : '?') })
    }
    if (at === 0) throw unusable(texts.notGguf(name))
    access.flush()
  } catch (thrown) {
    access.close()
    // Half a file takes room and is of no use; that it can't be removed is nothing beside why it is half.
    await place.removeEntry(part).catch(() => undefined)
    throw thrown
  } finally {
    // Don't send what is no longer wanted.
    void reader.cancel().catch(() => undefined)
  }
  access.close()
  await (handle as FileSystemFileHandle & { move(name: string): Promise<void> }).move(fileName)
}

/** Keeps a GGUF file of the user's in this browser. */
export const keepFile = (file: File, signal: AbortSignal): Promise<void> =>
  keep(file.stream(), { name: file.name, size: file.size }, () => undefined, signal)

/** Fetches a GGUF file from a URL that someone typed, and keeps it. */
export async function keepFrom(url: string, onProgress: OnProgress, signal: AbortSignal): Promise<void> {
  let response: Response
  try {
    response = await fetch(url, { signal, credentials: 'omit' })
  } catch (thrown) {
    if (signal.aborted) throw new AssayError('cancelled', texts.stopped)
    throw unusable(texts.notFetched(url), thrown)
  }
  if (!response.ok || !response.body) throw unusable(texts.answered(url, response.status))
  const size = Number(response.headers.get('content-length')) || undefined
  await keep(response.body, { name: url, size }, onProgress, signal)
}

/** Removes the file that is kept. */
export async function forgetFile(): Promise<void> {
  if (await keptFile()) await (await folderOf()).removeEntry(fileName)
}

/** The file that is kept; undefined: none. */
export async function keptFile(): Promise<File | undefined> {
  try {
    return await (await (await folderOf()).getFileHandle(fileName)).getFile()
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === 'NotFoundError') return undefined
    throw thrown
  }
}
