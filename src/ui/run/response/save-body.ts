import { saveBlob } from '../../page/save-blob.ts'
import { messageTexts } from '../results/message-texts.ts'
import type { BodySource } from './body.ts'

const CHUNK = 8_000_000

/** Offers the body, secrets masked, as a download. It is saved as bytes, whatever it holds: nothing of it is opened. */
export async function saveBody(source: BodySource, name: string): Promise<void> {
  const parts: BlobPart[] = []
  for (let at = 0; at < source.size;) {
    const bytes = await source.read(at, Math.min(source.size, at + CHUNK))
    if (!bytes) throw new Error(messageTexts.response.gone)
    if (bytes.length === 0) break
    parts.push(Uint8Array.from(bytes))
    at += bytes.length
  }
  saveBlob(name, new Blob(parts, { type: 'application/octet-stream' }))
}
