import { AssayError, textOf } from '../errors.ts'

/** Bytes that are in memory at once. */
const partSize = 1_048_576

/** How many bytes a body has that isn't text. */
export const sizeOf = (body: Uint8Array | Blob): number => (body instanceof Blob ? body.size : body.length)

/** A file of a request can't be read completely: it was changed or removed in the meantime. */
const unreadableBody = (cause: unknown): AssayError =>
  new AssayError('body-file-unreadable', "A file in the request can't be read completely.", {
    hint: 'Choose the file again, or run again: the file may have been changed or removed while it was sent.',
    cause: textOf(cause),
  })

/** The content of a Blob. Rejects with AssayError `body-file-unreadable` if it can't be read. */
export async function bytesOf(blob: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await blob.arrayBuffer())
  } catch (thrown) {
    throw unreadableBody(thrown)
  }
}

/** Why an unsent body can't be read, or undefined if it can. */
export async function unreadableIn(body: unknown): Promise<AssayError | undefined> {
  if (!(body instanceof Blob)) return undefined
  const [first] = await Promise.allSettled([body.slice(0, 1).arrayBuffer()])
  return first.status === 'rejected' ? unreadableBody(first.reason) : undefined
}

/** The content of a Blob, part by part. Throws AssayError `body-file-unreadable` if it can't be read. */
export async function* blobParts(blob: Blob): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < blob.size; from += partSize) yield bytesOf(blob.slice(from, from + partSize))
}
