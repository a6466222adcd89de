import type { ProjectHead } from '#engine/project/edit/state.ts'
import { documentPieces } from '../documents.ts'
import { documentKeysOf } from '../head-documents.ts'
import type { Database, ProjectRecord, Tables } from '../records.ts'
import { usableLocks } from '../web-locks.ts'
import { copyLine, recordsOf, type CopiedProject } from './copy-log.ts'
import type { CopySlot, CopySlots } from './copy-slots.ts'

/** Writes into one project since it was copied, together: those after `from` up to `to`. */
export interface GatheredWrites {
  from: number
  to: number
  /** Absent: everything. */
  records?: { head: boolean; cases: string[] } | undefined
  conceals: boolean
}

/** Where the copy of a project ends, and what is in it. */
interface Known {
  slot: CopySlot['slot']
  generation: number
  content: string
  revision: number
  end: number
  /** Bytes of the state that was written whole. */
  whole: number
  documents: Set<string>
}

/** Bytes that may be appended to a copy, beyond as many as the whole state has, before it is written again. */
const slack = 1_000_000
/** Cases that are read and sealed together: a longer transaction would hold up an edit. */
const together = 100

/** Runs `work` while no other tab is at the same copy, where the browser has locks. */
const alone = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const locks = await usableLocks()
  return locks ? locks.request(`assay:copy:${name}`, work) : work()
}

const stateLine = (record: ProjectRecord, revision: number): string => {
  const { localId, content, name, fileId, openedAt, fileName, unsaved } = record
  const state: CopiedProject = { localId, content, name, fileId, openedAt, unsaved, revision, at: Date.now() }
  return copyLine('project', localId, JSON.stringify(fileName === undefined ? state : { ...state, fileName }))
}

const headLine = (head: ProjectHead): string => copyLine('head', '', JSON.stringify(head))
const caseLine = (id: string, value: unknown): string => copyLine('case', id, value === undefined ? '' : JSON.stringify(value))

async function documentLines(tables: Tables, content: string, keys: readonly string[]): Promise<string[]> {
  const lines: string[] = []
  for (const key of keys)
    for (const piece of await documentPieces(tables, content, key))
      lines.push(copyLine('document', piece.key, JSON.stringify(piece.text)))
  return lines
}

/** The whole project from the database, in parts: what is written meanwhile comes with the next copy. */
async function* wholeProject(db: Database, record: ProjectRecord, documents: Set<string>): AsyncGenerator<string[]> {
  const { content } = record
  const head = (await db.read(['heads'], (tables) => tables.heads.get(content)))?.head
  if (!head) throw new Error(`The head of ${record.localId} is missing.`)
  const keys = documentKeysOf(head)
  for (const key of keys) documents.add(key)
  for (const key of keys) yield await db.read(['documents'], (tables) => documentLines(tables, content, [key]))
  const ids = head.suites.flatMap((suite) => suite.cases.map(({ id }) => id))
  for (let from = 0; from < ids.length; from += together) {
    const some = ids.slice(from, from + together)
    yield await db.read(['cases'], async (tables) => {
      const found = await Promise.all(some.map((id) => tables.cases.get([content, id])))
      return found.flatMap((one) => (one ? caseLine(one.id, one.value) : []))
    })
  }
  yield [headLine(head), stateLine(record, record.revision)]
}

/** The state that a copy holds, without what was overwritten in it. */
function* foldedProject({ log }: CopySlot, documents: Set<string>): Generator<string[]> {
  const head = log.records.get('head\t""') ?? '{}'
  const keys = new Set(documentKeysOf(JSON.parse(head) as ProjectHead))
  documents.clear()
  for (const key of keys) documents.add(key)
  for (const [key, json] of recordsOf(log.records, 'document'))
    if (keys.has(key.replace(/\/\d+$/, ''))) yield [copyLine('document', key, json)]
  let lines: string[] = []
  for (const [key, json] of recordsOf(log.records, 'case')) {
    lines.push(copyLine('case', key, json))
    if (lines.length < together) continue
    yield lines
    lines = []
  }
  yield [...lines, copyLine('head', '', head), copyLine('project', log.project.localId, JSON.stringify(log.project))]
}

/** Keeps the copies of projects: reads from the database what was written, and adds it to the project's copy. */
export function createProjectCopier(db: Database, slots: CopySlots) {
  const known = new Map<string, Known>()

  const documentsOf = ({ log }: CopySlot) =>
    new Set([...recordsOf(log.records, 'document')].map(([key]) => key.replace(/\/\d+$/, '')))
  const find = async (localId: string): Promise<Known | 'newer' | undefined> => {
    const before = known.get(localId)
    // Another tab may have written to it since.
    if (before && (await slots.size(localId, before.slot)) === before.end) return before
    known.delete(localId)
    const found = await slots.load(localId)
    if (!found || found === 'newer') return found
    const { generation, project, end } = found.log
    const { content, revision } = project
    const next = { slot: found.slot, generation, content, revision, end, whole: end, documents: documentsOf(found) }
    known.set(localId, next)
    return next
  }
  const rewrite = async (
    localId: string,
    state: Pick<Known, 'content' | 'revision'>,
    at: Known | undefined,
    wipe: boolean,
    groups: (documents: Set<string>) => Parameters<CopySlots['rewrite']>[2],
  ) => {
    const documents = new Set<string>()
    const written = await slots.rewrite(localId, at, groups(documents), wipe)
    if (written) known.set(localId, { ...state, ...written, whole: written.end, documents })
    else known.delete(localId)
  }
  const append = async (record: ProjectRecord, at: Known, records: { head: boolean; cases: string[] }, to: number) => {
    const { content } = record
    const added: string[] = []
    const lines = await db.read(['heads', 'cases', 'documents'], async (tables) => {
      const cases = await Promise.all(records.cases.map((id) => tables.cases.get([content, id])))
      const changed = records.cases.map((id, index) => caseLine(id, cases[index]?.value))
      const head = records.head ? (await tables.heads.get(content))?.head : undefined
      if (!head) return changed
      for (const key of documentKeysOf(head)) if (!at.documents.has(key)) added.push(key)
      return [...(await documentLines(tables, content, added)), ...changed, headLine(head)]
    })
    const end = await slots.append(record.localId, at.slot, at.end, [...lines, stateLine(record, to)])
    for (const key of added) at.documents.add(key)
    known.set(record.localId, { ...at, end, revision: to })
  }
  const compact = async (localId: string, at: Known, wipe: boolean) => {
    const found = await slots.load(localId)
    if (!found || found === 'newer') return
    await rewrite(localId, at, at, wipe, (documents) => foldedProject(found, documents))
  }
  /** Adds writes to the copy, or writes it whole where it doesn't stand right before them. */
  const follow = async (localId: string, writes: GatheredWrites | undefined) => {
    const record = await db.read(['projects'], (tables) => tables.projects.get(localId))
    if (!record) return
    const at = await find(localId)
    if (at === 'newer') return
    const same = at?.content === record.content
    if (same && at.revision >= (writes?.to ?? record.revision) && !writes?.conceals) return
    const { records, from = 0, to = 0, conceals = false } = writes ?? {}
    const misses = !writes || (at !== undefined && at.revision < from)
    if (!at || !same || !records || misses || at.revision > to) {
      // Among unknown writes, a value may have become secret: it must not stay in the copy before.
      return rewrite(localId, record, at, conceals || misses, (documents) => wholeProject(db, record, documents))
    }
    await append(record, at, records, to)
    const now = known.get(localId)
    if (now && (conceals || now.end > 2 * now.whole + slack)) await compact(localId, now, conceals)
  }
  /** A full disk or damaged storage fails the write; editing continues. */
  const attempt = async (localId: string, writes: GatheredWrites | undefined) => {
    try {
      await follow(localId, writes)
    } catch {
      known.delete(localId)
      // No copy is better than one with a plaintext value that is now secret.
      if (writes?.conceals) await slots.remove(localId).catch(() => undefined)
    }
  }

  return {
    /** Resolves when the writes are in the copy, or can't be: the next write tries again. Without `writes` whatever is not. */
    copy: (localId: string, writes?: GatheredWrites): Promise<void> => alone(localId, () => attempt(localId, writes)),
    /** No copy of it is left; none is made again once it is gone from the database. */
    remove: (localId: string): Promise<void> =>
      alone(localId, async () => {
        known.delete(localId)
        await slots.remove(localId)
      }),
  }
}

/** See {@link createProjectCopier}. */
export type ProjectCopier = ReturnType<typeof createProjectCopier>
