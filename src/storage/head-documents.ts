import type { ProjectHead } from '#engine/project/edit/state.ts'
import type { Tables } from './records.ts'

/**
 * Heads are written at every edit and kept by every undo step; the documents in them have up to 10 MB and hardly ever change. So a
 * stored head has a document's key where the document was, and the document stands in a table of its own.
 */
const isKey = (document: string): boolean => !document.startsWith('{')

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

/** The document of a key; undefined if it is not there. */
async function readDocument(tables: Tables, content: string, key: string): Promise<string | undefined> {
  const pieces: string[] = []
  for (;;) {
    const piece = await tables.documents.get([content, pieceKey(key, pieces.length)])
    if (!piece) return pieces.length === 0 ? undefined : pieces.join('')
    pieces.push(piece.text)
  }
}

/** The document that was written last: the same one comes again with every edit. */
let last: { content: string; text: string; key: string } | undefined

/** Whether the document that was written last is this one, and still there: its last piece stands for all, they were written at once. */
async function isLast(tables: Tables, content: string, text: string): Promise<string | undefined> {
  if (last?.content !== content || last.text !== text) return undefined
  const { key } = last
  const at = Math.floor((text.length - 1) / pieceLength)
  const piece = await tables.documents.get([content, pieceKey(key, at)])
  return piece?.text === text.slice(at * pieceLength) ? key : undefined
}

/** Writes a document if it is not there yet, and gives its key. */
async function putDocument(tables: Tables, content: string, text: string): Promise<string> {
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
    last = { content, text, key }
    return key
  }
}

/** The head as it is stored; its documents are written, where they are not there yet. One that is packed already stays as it is. */
export async function packedHead(tables: Tables, content: string, head: ProjectHead): Promise<ProjectHead> {
  const { apis } = head
  // What an earlier version stored has no APIs.
  if (!apis?.some(({ document }) => !isKey(document))) return head
  const packed: ProjectHead['apis'] = []
  for (const api of apis) {
    const key = isKey(api.document) ? api.document : await putDocument(tables, content, api.document)
    packed.push({ ...api, document: key })
  }
  return { ...head, apis: packed }
}

/** Writes a head and the documents in it. */
export async function putHead(tables: Tables, content: string, head: ProjectHead): Promise<void> {
  await tables.heads.put([{ content, head: await packedHead(tables, content, head) }])
}

/** A head with its documents in place of their keys. */
export async function wholeHead(tables: Tables, content: string, head: ProjectHead): Promise<ProjectHead> {
  const apis: ProjectHead['apis'] = []
  for (const api of head.apis ?? []) {
    const document = isKey(api.document) ? await readDocument(tables, content, api.document) : api.document
    apis.push({ ...api, document: document ?? '{}' })
  }
  return { ...head, apis }
}

/** A stored head with its documents; undefined if it is not there. */
export async function readHead(tables: Tables, content: string): Promise<ProjectHead | undefined> {
  const stored = await tables.heads.get(content)
  return stored && wholeHead(tables, content, stored.head)
}
