import type { Case } from '#engine/project/format/schema.ts'
import type { Database, DocumentRecord } from './records.ts'
import type { ProjectHead } from '#engine/project/edit/state.ts'
import { putHead } from './head-documents.ts'
import { usableLocks } from './web-locks.ts'

const casesPerTransaction = 500
const lockPrefix = 'assay:staging:'

/** Runs `work` while a lock of this name is held, where the browser has locks; others see that it is alive. */
const whileHeld = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const locks = await usableLocks()
  return locks ? locks.request(name, work) : work()
}

const heldNames = async (): Promise<Set<string | undefined>> => {
  const state = await (await usableLocks())?.query()
  return new Set(state?.held?.map((lock) => lock.name))
}

/** What is written of a project. A head that is packed already comes with the documents that it represents. */
interface StagedProject {
  head: ProjectHead
  cases: Case[]
  documents?: Omit<DocumentRecord, 'content'>[]
}

/**
 * Writes a project's records under their own id, to which nothing points until the caller's `flip`. An import that was killed
 * leaves records that nothing points to: `sweep` removes them (R21).
 */
export function createStaging(db: Database) {
  const mine = new Set<string>()

  const drop = (content: string) =>
    db.write(['heads', 'cases', 'journal', 'documents'], async (tables) => {
      await tables.cases.deleteUnder([content])
      await tables.journal.deleteUnder([content])
      await tables.documents.deleteUnder([content])
      await tables.heads.delete(content)
    })

  const write = async <T>({ head, cases, documents = [] }: StagedProject, flip: (content: string) => Promise<T>): Promise<T> => {
    const content = crypto.randomUUID()
    mine.add(content)
    return whileHeld(lockPrefix + content, async () => {
      try {
        // The head first: the sweep finds what was left behind by its head.
        await db.write(['heads', 'documents'], async (tables) => {
          await tables.documents.put(documents.map((document) => ({ ...document, content })))
          await putHead(tables, content, head)
        })
        for (let from = 0; from < cases.length; from += casesPerTransaction) {
          const part = cases.slice(from, from + casesPerTransaction).map((value) => ({ content, id: value.id, value }))
          await db.write(['cases'], (tables) => tables.cases.put(part))
        }
        return await flip(content)
      } catch (error) {
        await drop(content).catch(() => undefined)
        throw error
      } finally {
        mine.delete(content)
      }
    })
  }

  const sweep = async () => {
    const held = await heldNames()
    const left = await db.read(['projects', 'heads'], async (tables) => {
      const used = new Set((await tables.projects.all()).map((project) => project.content))
      const all = await tables.heads.keys()
      return all.filter((content) => !used.has(content) && !mine.has(content) && !held.has(lockPrefix + content))
    })
    for (const content of left) await drop(content)
  }

  return { write, drop, sweep }
}
