import { secretIdsIn } from '#engine/project/secret-ids.ts'
import type { ProjectHead } from '#engine/project/edit/state.ts'
import type { Case } from '#engine/project/schema.ts'
import type { Database, ProjectRecord, Tables } from '../records.ts'
import { removedProjects } from '../removed-projects.ts'
import { createStaging } from '../staging.ts'
import { besideName } from '../texts.ts'
import { recordsOf, type CopyLog } from './copy-log.ts'
import type { ProjectCopier } from './copy-projects.ts'
import type { CopySlots } from './copy-slots.ts'
import type { LedgerEntry, RecoveredProject, Recovery } from './types.ts'
import { copyVault, restoreVault, vaultName } from './vault-copy.ts'

const settingKey = 'recovery'

/** What an earlier check brought back, until somebody has read it. */
const keptRecovery = (db: Database): Promise<Recovery | undefined> =>
  db.read(['settings'], async (tables) => (await tables.settings.get(settingKey))?.value as Recovery | undefined)

/** Somebody has read what came back. */
export const forgetRecovery = (db: Database): Promise<void> =>
  db.write(['settings'], (tables) => tables.settings.delete(settingKey))

/** Adds to what was not read yet; the newest word about a project stands. */
const keepRecovery = (db: Database, { restored, lost }: Recovery): Promise<Recovery> =>
  db.write(['settings'], async (tables) => {
    const before = (await tables.settings.get(settingKey))?.value as Recovery | undefined
    const said = new Set([...restored, ...lost].map(({ name }) => name))
    const unsaid = (earlier: RecoveredProject[] = []) => earlier.filter(({ name }) => !said.has(name))
    const value = { restored: [...unsaid(before?.restored), ...restored], lost: [...unsaid(before?.lost), ...lost] }
    await tables.settings.put([{ key: settingKey, value }])
    return value
  })

/** Whether the head and every case of a stored project are there. */
async function isWhole(tables: Pick<Tables, 'heads' | 'cases'>, { content }: ProjectRecord): Promise<boolean> {
  const head = (await tables.heads.get(content))?.head
  if (!head) return false
  const stored = new Set(await tables.cases.keysUnder([content]))
  return head.suites.every((suite) => suite.cases.every(({ id }) => stored.has(id)))
}

interface Copied {
  head: ProjectHead
  cases: Case[]
  documents: { key: string; text: string }[]
}

function copiedRecords({ records }: CopyLog): Copied {
  const head = JSON.parse(records.get('head\t""') ?? '{}') as ProjectHead
  const values = new Map([...recordsOf(records, 'case')].map(([id, json]) => [id, JSON.parse(json) as Case]))
  const cases = head.suites.flatMap((suite) => suite.cases.flatMap(({ id }) => values.get(id) ?? []))
  const documents = [...recordsOf(records, 'document')].map(([key, json]) => ({ key, text: JSON.parse(json) as string }))
  return { head, cases, documents }
}

/** What a check found, and what is stored now. */
export interface CheckedStorage {
  recovery: Recovery
  /** By local id; `at` is not known of these. */
  stored: [localId: string, entry: Omit<LedgerEntry, 'at'>][]
}

/**
 * Compares the database, the copies and the ledger. What is missing, older or damaged in the database comes back from its copy, whole
 * or not at all; what has no copy yet gets one. `ledger` is what was stored, by local id.
 */
export async function checkStorage(
  db: Database,
  slots: CopySlots,
  copier: ProjectCopier,
  ledger: ReadonlyMap<string, LedgerEntry>,
): Promise<CheckedStorage> {
  const staging = createStaging(db)
  // One that can't be read now is kept for the next start.
  const vault = await restoreVault(db, slots).catch(() => 'unreadable' as const)
  const vaultCameBack = vault === true
  const secretsOf = (copied: Copied): Pick<RecoveredProject, 'secrets'> => {
    const ids = secretIdsIn(copied.head)
    for (const one of copied.cases) secretIdsIn(one, ids)
    return ids.size === 0 ? {} : { secrets: vaultCameBack ? 'locked' : 'gone' }
  }
  const stateOf = (localId: string) =>
    db.read(['projects', 'heads', 'cases', 'settings'], async (tables) => {
      const record = await tables.projects.get(localId)
      const removed = (await removedProjects(tables)).includes(localId)
      return { record, removed, whole: record !== undefined && (await isWhole(tables, record)) }
    })

  /** Stores a copy under its id; beside what is there if somebody has written to that since it was compared. */
  const restore = async (log: CopyLog, before: ProjectRecord | undefined, newest: number): Promise<RecoveredProject> => {
    const { at, revision, content: _, ...state } = log.project
    const copied = copiedRecords(log)
    const { localId, name, beside, old } = await staging.write(copied, (content) =>
      db.write(['projects'], async (tables) => {
        const now = await tables.projects.get(state.localId)
        const beside = now !== undefined && (now.content !== before?.content || now.revision !== before.revision)
        const place = beside ? { localId: crypto.randomUUID(), name: besideName(state.name) } : {}
        const record = { ...state, ...place, content, revision: Math.max(revision, newest, now?.revision ?? 0) + 1, cursor: 0 }
        await tables.projects.put([record])
        return { localId: record.localId, name: record.name, beside, old: beside ? undefined : now?.content }
      }),
    )
    if (old !== undefined) await staging.drop(old)
    const secrets = before && !beside ? {} : secretsOf(copied)
    return { localId, name, at, ...(newest > revision ? { behind: true } : {}), ...(beside ? { beside } : {}), ...secrets }
  }

  const recovery: Recovery = { restored: [], lost: [] }
  const check = async (localId: string) => {
    // The copy first, then the database in one go: a copy that is newer than that is of no edit made meanwhile.
    const slot = await slots.load(localId)
    const { record, removed, whole } = await stateOf(localId)
    if (!record && removed) return copier.remove(localId)
    if (slot === 'newer') return
    const [log, entry] = [slot?.log, ledger.get(localId)]
    const known = entry?.revision ?? 0
    if (whole && record && record.revision >= (log?.project.revision ?? 0)) {
      if (known > record.revision) recovery.lost.push({ localId, name: record.name, at: entry?.at ?? 0, behind: true })
      if (log?.project.revision !== record.revision) await copier.copy(localId)
      return
    }
    // Removed meanwhile, here or in another tab.
    if ((await stateOf(localId)).removed) return
    if (log) recovery.restored.push(await restore(log, record, Math.max(known, record?.revision ?? 0)))
    else if (record || entry)
      recovery.lost.push({ name: record?.name ?? entry?.name ?? '', at: entry?.at ?? record?.openedAt ?? 0 })
  }

  const all = () => db.read(['projects'], (tables) => tables.projects.all())
  const copies = (await slots.names()).filter((name) => name !== vaultName)
  const stored = (await all()).map(({ localId }) => localId)
  // What has no copy first: it is what would be lost.
  const uncopied = stored.filter((localId) => !copies.includes(localId))
  for (const localId of new Set([...uncopied, ...copies, ...stored, ...ledger.keys()])) {
    // One that can't be read keeps no other from coming back; the next start tries again.
    await check(localId).catch(() => undefined)
  }
  if (vault !== 'unreadable') await copyVault(db, slots).catch(() => undefined)
  const found = recovery.restored.length + recovery.lost.length > 0
  return {
    recovery: found ? await keepRecovery(db, recovery) : ((await keptRecovery(db)) ?? recovery),
    stored: (await all()).map(({ localId, name, revision }) => [localId, { name, revision }]),
  }
}
