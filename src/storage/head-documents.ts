import type { ProjectHead } from '#engine/project/edit/state.ts'
import { putDocument, readDocument } from './documents.ts'
import { dataKeysOf, packedData, wholeData } from './head-data.ts'
import type { Tables } from './records.ts'

/**
 * Heads are written at every edit and kept by every undo step; the documents in them have up to 10 MB and hardly ever change.
 * So a stored head has a document's key where the document was, and the document is in its own table.
 */
const isKey = (document: string): boolean => !document.startsWith('{')

/**
 * The head as it is stored; what is large in it is written, where it is not there yet. One that is packed already stays
 * unchanged.
 */
export const packedHead = async (tables: Tables, content: string, head: ProjectHead): Promise<ProjectHead> =>
  packedData(tables, content, await packedApis(tables, content, head))

async function packedApis(tables: Tables, content: string, head: ProjectHead): Promise<ProjectHead> {
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

/** A head with its documents instead of their keys. */
export async function wholeHead(tables: Tables, content: string, head: ProjectHead): Promise<ProjectHead> {
  const apis: ProjectHead['apis'] = []
  for (const api of head.apis ?? []) {
    const document = isKey(api.document) ? await readDocument(tables, content, api.document) : api.document
    apis.push({ ...api, document: document ?? '{}' })
  }
  // Nor has it designs.
  return wholeData(tables, content, { ...head, apis, designs: head.designs ?? [] })
}

/** A stored head with its documents; undefined if it is not there. */
export async function readHead(tables: Tables, content: string): Promise<ProjectHead | undefined> {
  const stored = await tables.heads.get(content)
  return stored && wholeHead(tables, content, stored.head)
}

/** The keys of all documents that a stored head represents. */
export const documentKeysOf = (head: ProjectHead): string[] => [
  ...(head.apis ?? []).flatMap(({ document }) => (isKey(document) ? [document] : [])),
  ...head.dataSources.flatMap(dataKeysOf),
]
