import { beforeAll, expect, it } from 'vitest'
import { emptyProject } from '#engine/project/empty.ts'
import { createVault } from '#platform/browser/vault.ts'
import { checkStorage } from '#storage/copies/check-storage.ts'
import { createProjectCopier } from '#storage/copies/copy-projects.ts'
import { createCopySlots } from '#storage/copies/copy-slots.ts'
import { copyVault, withVaultCopy } from '#storage/copies/vault-copy.ts'
import { openDatabase } from '#storage/open-database.ts'
import { createProjectStore } from '#storage/project-store.ts'
import { fakeIndexedDatabase } from '#storage/testing/fake-indexed-database.ts'
import { createMemoryFolder, type MemoryFolder } from '#storage/testing/memory-folder.ts'
import { createVaultRecords } from '#storage/vault-records.ts'

beforeAll(fakeIndexedDatabase)

const withSecret = { ...emptyProject('p', 'Orders'), variables: [{ name: 'key', value: { secret: 'key' }, description: '' }] }

async function browserOf(folder: MemoryFolder) {
  const where = { name: crypto.randomUUID() }
  const [db, slots] = [await openDatabase(where), createCopySlots(folder)]
  const copier = createProjectCopier(db, slots)
  return {
    db,
    slots,
    store: await createProjectStore(where),
    vault: createVault(withVaultCopy(createVaultRecords(where), slots, where)),
    check: async () => (await checkStorage(db, slots, copier, new Map())).recovery,
  }
}

const vaultFiles = ({ files }: MemoryFolder) => [...files].filter(([name, bytes]) => name.startsWith('vault') && bytes.length > 0)

it('[P4] secrets behind a passphrase come back with a lost database, encrypted, and their copy goes with the passphrase', async () => {
  const folder = createMemoryFolder()
  const before = await browserOf(folder)
  const { localId } = await before.store.import(withSecret)
  await before.vault.putSecret(localId, 'key', 'correct-horse')
  await before.vault.protect('a passphrase')
  await before.vault.putSecret(localId, 'other', 'battery-staple')
  // The state before, which another passphrase may open, is gone.
  await before.check()
  expect(vaultFiles(folder)).toHaveLength(1)
  expect([...folder.files.values()].some((bytes) => new TextDecoder().decode(bytes).includes('correct-horse'))).toBe(false)

  const next = await browserOf(folder)
  expect((await next.check()).restored).toMatchObject([{ localId, secrets: 'locked' }])
  expect(await next.vault.unlock('a passphrase')).toBe(true)
  expect(await next.vault.secret(localId, 'key')).toBe('correct-horse')

  await next.vault.deleteSecret(localId, 'key')
  await next.vault.protect('')
  expect(vaultFiles(folder)).toEqual([])
})

it('[P4] secrets without a passphrase are not copied: their key stays in the database, and the notice says so', async () => {
  const folder = createMemoryFolder()
  const before = await browserOf(folder)
  const { localId } = await before.store.import(withSecret)
  await before.vault.putSecret(localId, 'key', 'correct-horse')
  await before.check()
  expect(vaultFiles(folder)).toEqual([])
  const next = await browserOf(folder)
  expect((await next.check()).restored).toMatchObject([{ localId, secrets: 'gone' }])
})

it('[R17] the copy of a vault that was lost under an open page stays for the next start', async () => {
  const folder = createMemoryFolder()
  const { db, slots, store, vault } = await browserOf(folder)
  const { localId } = await store.import(withSecret)
  await vault.putSecret(localId, 'key', 'correct-horse')
  await vault.protect('a passphrase')
  await db.write(['vaultKeys'], (tables) => tables.vaultKeys.delete('vault'))
  await copyVault(db, slots)
  expect(vaultFiles(folder)).toHaveLength(1)
})

it('[P4] a secret that is stored before the lost vault was noticed restores it first, and no new key replaces its copy', async () => {
  const folder = createMemoryFolder()
  const before = await browserOf(folder)
  const { localId } = await before.store.import(withSecret)
  await before.vault.putSecret(localId, 'key', 'correct-horse')
  await before.vault.protect('a passphrase')

  const next = await browserOf(folder)
  await expect(next.vault.putSecret(localId, 'other', 'battery-staple')).rejects.toMatchObject({ code: 'vault-locked' })
  await next.vault.unlock('a passphrase')
  expect(await next.vault.secret(localId, 'key')).toBe('correct-horse')

  // A copy that can't be read at that moment stays too.
  const last = await browserOf(folder)
  const { open } = folder
  folder.open = () => Promise.reject(new DOMException('taken', 'NoModificationAllowedError'))
  await last.vault.putSecret(localId, 'other', 'battery-staple')
  folder.open = open
  await copyVault(last.db, last.slots)
  expect(vaultFiles(folder)).toHaveLength(1)
})
