import { shownFile } from './body-file.ts'

/** One part of a form: a string, or a file with its name. */
export type Part = { name: string; mediaType: string } & ({ value: string } | { bytes: Uint8Array | Blob; fileName: string })

/** How names are written in a part's header (HTML standard, multipart/form-data encoding algorithm). */
export const escapeName = (name: string): string => name.replace(/\r\n|\r|\n/g, '%0D%0A').replaceAll('"', '%22')

const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ')

const headOf = (part: Part): string => {
  const fileName = 'bytes' in part ? `; filename="${escapeName(part.fileName)}"` : ''
  const type = part.mediaType === '' ? '' : `Content-Type: ${oneLine(part.mediaType)}\r\n`
  return `Content-Disposition: form-data; name="${escapeName(part.name)}"${fileName}\r\n${type}\r\n`
}

type Piece = string | Uint8Array | Blob

/** The form in pieces; `boundary` must be in none of the parts. */
function* pieces(parts: readonly Part[], boundary: string): Generator<Piece> {
  for (const part of parts) {
    yield `--${boundary}\r\n${headOf(part)}`
    yield 'bytes' in part ? part.bytes : part.value
    yield '\r\n'
  }
  yield `--${boundary}--\r\n`
}

/** `multipart/form-data` (RFC 7578), and as people see it. */
export function encodeMultipart(parts: readonly Part[], boundary: string): { content: Piece; shown(): string } {
  const all = [...pieces(parts, boundary)]
  const shown = () => all.map((piece) => (typeof piece === 'string' ? piece : shownFile(piece))).join('')
  return { content: parts.some((part) => 'bytes' in part) ? joined(all) : shown(), shown }
}

function joined(all: readonly Piece[]): Uint8Array | Blob {
  const encoder = new TextEncoder()
  const encoded: Uint8Array[] = []
  for (const piece of all) {
    // A form with large files is read while it is sent, unchanged.
    if (piece instanceof Blob) return new Blob(all as ConstructorParameters<typeof Blob>[0])
    encoded.push(typeof piece === 'string' ? encoder.encode(piece) : piece)
  }
  const whole = new Uint8Array(encoded.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of encoded) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
