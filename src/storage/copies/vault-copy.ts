import type { Database, SecretRecord, VaultKeyRecord } from '../records.ts'
import { usableLocks } from '../web-locks.ts'
import { copyLine, recordsOf, type CopiedProject } from './copy-log.ts'
import type { CopySlots } from './copy-slots.ts'
import { openDatabase, type DatabaseOptions } from '../open-database.ts'
import type { VaultRecords } from '../vault-records.ts'

/** Under which name the vault is copied; all others are local ids of projects. */
export const vaultName = 'vault'

const toBase64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (char) => char.charCodeAt(0))

const sealedText = ({ iv, data }: { iv: Uint8Array; data: ArrayBuffer }) => ({
  iv: toBase64(iv),
  data: toBase64(new Uint8Array(data)),
})
const sealedBytes = ({ iv, data }: { iv: string; data: string }) => ({ iv: fromBase64(iv), data: fromBase64(data).buffer })

type WrappedKey = NonNullable<VaultKeyRecord['wrapped']>

async function* vaultGroups(generation: number, wrapped: WrappedKey, secrets: readonly SecretRecord[]) {
  const { salt, rounds, ...sealed } = wrapped
  const state: CopiedProject = {
    localId: vaultName,
    content: '',
    name: vaultName,
    fileId: '',
    openedAt: 0,
    unsaved: false,
    revision: generation,
    at: Date.now(),
  }
  yield [
    copyLine('key', '', JSON.stringify({ generation, salt: toBase64(salt), rounds, ...sealedText(sealed) })),
    ...secrets.map(({ project, id, ...value }) =>
      copyLine('secret', JSON.stringify([project, id]), JSON.stringify(sealedText(value))),
    ),
    copyLine('project', vaultName, JSON.stringify(state)),
  ]
}

/**
 * Copies the secrets of a vault that a passphrase locks, with its wrapped key. Without a passphrase there is nothing to copy: the key
 * can't leave IndexedDB (P4), and what it encrypted is of no use without it. No older copy stays.
 */
export async function copyVault(db: Database, slots: CopySlots): Promise<void> {
  const work = async () => {
    const { key, secrets } = await db.read(['vaultKeys', 'secrets'], async (tables) => ({
      key: await tables.vaultKeys.get('vault'),
      secrets: await tables.secrets.all(),
    }))
    // Lost, for no vault is ever without a key again: the next start restores it.
    if (!key) return
    const before = await slots.load(vaultName)
    if (before === 'newer') return
    // A key that was made while the copied vault was lost isn't a reason to lose its copy too.
    if (before && before.log.project.revision > key.generation) return
    if (!key.wrapped) return slots.remove(vaultName)
    const at = before && { slot: before.slot, generation: before.log.generation }
    try {
      await slots.rewrite(vaultName, at, vaultGroups(key.generation, key.wrapped, secrets), true)
    } catch {
      // A full disk: rather no copy than one that an earlier passphrase opens.
      await slots.remove(vaultName)
    }
  }
  const locks = await usableLocks()
  await (locks ? locks.request('assay:copy:vault', work) : work())
}

/** Puts the copied vault back where the database has none. True if secrets came back, which the passphrase unlocks. */
export async function restoreVault(db: Database, slots: CopySlots): Promise<boolean> {
  const found = await slots.load(vaultName)
  if (!found || found === 'newer') return false
  const [key] = [...recordsOf(found.log.records, 'key')]
  if (!key) return false
  const { generation, salt, rounds, iv, data } = JSON.parse(key[1]) as Record<'salt' | 'iv' | 'data', string> &
    Record<'generation' | 'rounds', number>
  const wrapped: WrappedKey = { salt: fromBase64(salt), rounds, ...sealedBytes({ iv, data }) }
  const secrets = [...recordsOf(found.log.records, 'secret')].map(([place, json]): SecretRecord => {
    const [project = '', id = ''] = JSON.parse(place) as string[]
    return { project, id, ...sealedBytes(JSON.parse(json) as Record<'iv' | 'data', string>) }
  })
  return db.write(['vaultKeys', 'secrets'], async (tables) => {
    if (await tables.vaultKeys.get('vault')) return false
    await tables.vaultKeys.put([{ id: 'vault', generation, wrapped }])
    await tables.secrets.put(secrets)
    return true
  })
}

/** The vault's records, whose changes are copied before they are said to be done. */
export function withVaultCopy(records: VaultRecords, slots: CopySlots, options: DatabaseOptions = {}): VaultRecords {
  const copied = async <T>(work: Promise<T>): Promise<T> => {
    const done = await work
    const db = await openDatabase(options)
    // A copy that fails keeps no one from storing a secret.
    if (db.lasting) await copyVault(db, slots).catch(() => undefined)
    return done
  }
  return {
    ...records,
    async begin(key) {
      const db = await openDatabase(options)
      // What is copied is the vault in force: a new key would never open it again.
      if (db.lasting) await restoreVault(db, slots).catch(() => undefined)
      return records.begin(key)
    },
    put: (next, generation) => (next.secrets ? copied(records.put(next, generation)) : records.put(next, generation)),
    deleteSecret: (project, id) => copied(records.deleteSecret(project, id)),
    replaceKey: (key, next, before) => copied(records.replaceKey(key, next, before)),
  }
}
