import type { DocumentRecord, Tables } from './records.ts'

/** Places of a text that its key is made of: to look at all of 10 MB would hold up the page. */
const sampled = 65_536

/** A text's length and a hash (cyrb53) of it; long ones can share theirs, so `putDocument` compares. */
function hashOf(text: string): string {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  const step = Math.ceil(text.length / sampled)
  for (let at = 0; at < text.length; at += step) {
    const code = text.charCodeAt(at)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return `${text.length.toString(36)}-${(b >>> 0).toString(36)}${(a >>> 0).toString(36)}`
}

/** Characters of a record: the browser copies each at once, and more would hold up the page. */
const pieceLength = 1_000_000

const pieceKey = (key: string, at: number): string => `${key}/${at}`

/** The records of the document of a key, in order; none if it is not there. */
export async function documentPieces(tables: Tables, content: string, key: string): Promise<DocumentRecord[]> {
  const pieces: DocumentRecord[] = []
  for (;;) {
    const piece = await tables.documents.get([content, pieceKey(key, pieces.length)])
    if (!piece) return pieces
    pieces.push(piece)
  }
}

/** The document of a key; undefined if it is not there. */
export async function readDocument(tables: Tables, content: string, key: string): Promise<string | undefined> {
  const pieces = await documentPieces(tables, content, key)
  return pieces.length === 0 ? undefined : pieces.map(({ text }) => text).join('')
}

/** The long document that was written last: the same one comes again with every edit. */
let last: { content: string; text: string; key: string } | undefined

/**
 * Whether the document that was written last is this one, and still there: its last piece represents all, since they were
 * written together.
 */
async function isLast(tables: Tables, content: string, text: string): Promise<string | undefined> {
  if (last?.content !== content || last.text !== text) return undefined
  const { key } = last
  const at = Math.floor((text.length - 1) / pieceLength)
  const piece = await tables.documents.get([content, pieceKey(key, at)])
  return piece?.text === text.slice(at * pieceLength) ? key : undefined
}

/** Writes a document if it is not there yet, and gives its key. */
export async function putDocument(tables: Tables, content: string, text: string): Promise<string> {
  const known = await isLast(tables, content, text)
  if (known !== undefined) return known
  const hash = hashOf(text)
  for (let n = 1; ; n++) {
    const key = n === 1 ? hash : `${hash}-${n}`
    const there = await readDocument(tables, content, key)
    if (there !== undefined && there !== text) continue
    if (there === undefined)
      for (let at = 0; at * pieceLength < text.length; at++) {
        const piece = text.slice(at * pieceLength, (at + 1) * pieceLength)
        await tables.documents.put([{ content, key: pieceKey(key, at), text: piece }])
      }
    if (text.length > sampled) last = { content, text, key }
    return key
  }
}
