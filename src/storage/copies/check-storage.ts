import { secretIdsIn } from '#engine/project/secret-ids.ts'
import type { Database, ProjectRecord, Tables } from '../records.ts'
import { removedProjects } from '../removed-projects.ts'
import { createStaging } from '../staging.ts'
import { besideName } from '../texts.ts'
import type { CopyLog } from './copy-log.ts'
import type { ProjectCopier } from './copy-projects.ts'
import type { CopySlots } from './copy-slots.ts'
import { copiedRecords, type CopiedRecords } from './read-copies.ts'
import type { LedgerEntry, RecoveredProject, Recovery } from './types.ts'
import { copyVault, restoreVault, vaultName } from './vault-copy.ts'

const settingKey = 'recovery'

/** How often everything is compared again if the database is lost meanwhile. */
const mostPasses = 3

/** What an earlier check brought back, until someone has read it. */
const keptRecovery = (db: Database): Promise<Recovery | undefined> =>
  db.read(['settings'], async (tables) => (await tables.settings.get(settingKey))?.value as Recovery | undefined)

/** Someone has read what came back. */
export const forgetRecovery = (db: Database): Promise<void> =>
  db.write(['settings'], (tables) => tables.settings.delete(settingKey))

/** Adds to what was not read yet; the newest word about a project stands. */
async function addRecovery({ settings }: Pick<Tables, 'settings'>, { restored, lost }: Recovery): Promise<Recovery> {
  const before = (await settings.get(settingKey))?.value as Recovery | undefined
  const reported = new Set([...restored, ...lost].map(({ localId }) => localId))
  const others = (earlier: RecoveredProject[] = []) => earlier.filter(({ localId }) => !reported.has(localId))
  const value = { restored: [...others(before?.restored), ...restored], lost: [...others(before?.lost), ...lost] }
  await settings.put([{ key: settingKey, value }])
  return value
}

/** Whether the head and every case of a stored project are there. */
async function isWhole(tables: Pick<Tables, 'heads' | 'cases'>, { content }: ProjectRecord): Promise<boolean> {
  const head = (await tables.heads.get(content))?.head
  if (!head) return false
  const stored = new Set(await tables.cases.keysUnder([content]))
  return head.suites.every((suite) => suite.cases.every(({ id }) => stored.has(id)))
}

/** What a check found, and what is stored now. */
export interface CheckedStorage {
  recovery: Recovery
  /** By local id; `at` is unknown of these. */
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
  const secretsOf = (copied: CopiedRecords): Pick<RecoveredProject, 'secrets'> => {
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

  /** Stores a copy under its id; beside what is there if someone has written to that since it was compared. */
  const restore = async (log: CopyLog, before: ProjectRecord | undefined, newest: number): Promise<RecoveredProject> => {
    const { at, revision, content: _, ...state } = log.project
    const copied = copiedRecords(log)
    const { found, old } = await staging.write(copied, (content) =>
      db.write(['projects', 'settings'], async (tables) => {
        const now = await tables.projects.get(state.localId)
        const beside = now !== undefined && (now.content !== before?.content || now.revision !== before.revision)
        const place = beside ? { localId: crypto.randomUUID(), name: besideName(state.name) } : {}
        const record = { ...state, ...place, content, revision: Math.max(revision, newest, now?.revision ?? 0) + 1, cursor: 0 }
        await tables.projects.put([record])
        const { localId, name } = record
        const secrets = before && !beside ? {} : secretsOf(copied)
        const found = {
          localId,
          name,
          at,
          ...(newest > revision ? { behind: true } : {}),
          ...(beside ? { beside } : {}),
          ...secrets,
        }
        // With the project: a browser that is killed in a long check has reported what it restored.
        await addRecovery(tables, { restored: [found], lost: [] })
        return { found, old: beside ? undefined : now?.content }
      }),
    )
    if (old !== undefined) await staging.drop(old)
    return found
  }

  /** Names of what was in the database at any time of the check. */
  const seen = new Map<string, string>()
  const restored = new Map<string, RecoveredProject>()
  const lost = new Map<string, RecoveredProject>()
  const check = async (localId: string) => {
    // The copy first, then the database in one go: a copy that is newer than that is of no edit made meanwhile.
    const slot = await slots.load(localId)
    const { record, removed, whole } = await stateOf(localId)
    if (!record && removed) return copier.remove(localId)
    if (slot === 'newer') return
    const [log, entry] = [slot?.log, ledger.get(localId)]
    const known = entry?.revision ?? 0
    if (whole && record && record.revision >= (log?.project.revision ?? 0)) {
      if (known > record.revision) lost.set(localId, { localId, name: record.name, at: entry?.at ?? 0, behind: true })
      if (log?.project.revision !== record.revision) await copier.copy(localId)
      return
    }
    // Removed meanwhile, here or in another tab.
    if ((await stateOf(localId)).removed) return
    if (log) restored.set(localId, await restore(log, record, Math.max(known, record?.revision ?? 0)))
    else if (record || entry || seen.has(localId)) {
      const name = record?.name ?? entry?.name ?? seen.get(localId) ?? ''
      lost.set(localId, { localId, name, at: entry?.at ?? record?.openedAt ?? Date.now() })
    }
  }

  const readAll = () => db.read(['projects'], (tables) => tables.projects.all())
  // The first read of a damaged part closes the database, and the next one opens it again.
  const all = () => readAll().catch(readAll)
  const checkAll = async () => {
    const copies = (await slots.names()).filter((name) => name !== vaultName)
    const stored = await all()
    for (const { localId, name } of stored) seen.set(localId, name)
    const sound = await slots.endingSoundly(copies)
    // What has no copy first: it is what would be lost.
    const uncopied = stored.filter(({ localId }) => !sound.has(localId)).map(({ localId }) => localId)
    for (const localId of new Set([...uncopied, ...copies, ...seen.keys(), ...ledger.keys()])) {
      // One that can't be read keeps no other from coming back; the next start tries again.
      await check(localId).catch(() => undefined)
    }
  }
  /** Whether a project that was there has vanished since: Chromium deletes a database when it first reads a damaged part of it. */
  const vanishes = async (): Promise<boolean> => {
    const now = new Set((await all()).map(({ localId }) => localId))
    const gone = [...seen.keys(), ...restored.keys()].filter((localId) => !now.has(localId) && !lost.has(localId))
    if (gone.length === 0) return false
    const removed = await db.read(['settings'], removedProjects)
    return gone.some((localId) => !removed.includes(localId))
  }
  for (let left = mostPasses; left > 0; left -= 1) {
    await checkAll()
    if (!(await vanishes())) break
  }
  if (vault !== 'unreadable') await copyVault(db, slots).catch(() => undefined)
  const recovery: Recovery = {
    restored: [...restored.values()],
    lost: [...lost.values()].filter(({ localId }) => !restored.has(localId)),
  }
  const found = recovery.restored.length + recovery.lost.length > 0
  return {
    recovery: found
      ? await db.write(['settings'], (tables) => addRecovery(tables, recovery))
      : ((await keptRecovery(db)) ?? recovery),
    stored: (await all()).map(({ localId, name, revision }) => [localId, { name, revision }]),
  }
}
