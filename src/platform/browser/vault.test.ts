import { beforeAll, describe, expect, it } from 'vitest'
import { AssayError } from '#engine/base/errors.ts'
import { openDatabase } from '#storage/open-database.ts'
import { fakeIndexedDatabase } from '#storage/testing/fake-indexed-database.ts'
import { createVaultRecords } from '#storage/vault-records.ts'
import { createTokenStore } from './token-store.ts'
import { createVault } from './vault.ts'

beforeAll(fakeIndexedDatabase)

let names = 0
const place = () => ({ name: `vault-${(names += 1)}` })

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof AssayError ? error.code : String(error)),
  )

const token = (accessToken: string, expiresAt?: number) => ({
  fingerprint: 'f',
  accessToken,
  tokenType: 'Bearer',
  obtainedAt: 1,
  ...(expiresAt === undefined ? {} : { expiresAt }),
})

describe('[P4] secrets without a passphrase', () => {
  it('[P4] are there after a reload, and nowhere in clear', async () => {
    const where = place()
    const vault = createVault(createVaultRecords(where))
    expect(await vault.state()).toBe('open')
    await vault.putSecret('local', 'get-token/client-secret', 'correct horse')
    await vault.putSecret('local', 'other', 'x')
    const again = createVault(createVaultRecords(where))
    expect(await again.secret('local', 'get-token/client-secret')).toBe('correct horse')
    expect(await again.secretIds('local')).toEqual(['get-token/client-secret', 'other'])
    const db = await openDatabase(where)
    const record = await db.read(['secrets'], (tables) => tables.secrets.get(['local', 'get-token/client-secret']))
    expect(record?.iv).toHaveLength(12)
    expect(new TextDecoder().decode(record?.data)).not.toContain('correct horse')
    const key = await db.read(['vaultKeys'], (tables) => tables.vaultKeys.get('vault'))
    expect(key?.key?.extractable).toBe(false)
  })

  it('[P4] a copy or a foreign project with the same ids gets nothing', async () => {
    const where = place()
    const vault = createVault(createVaultRecords(where))
    await vault.putSecret('local', 'id', 'value')
    await vault.putToken('local', 'e1', 's1', 'token')
    expect(await vault.secret('copy', 'id')).toBeUndefined()
    expect(await vault.token('copy', 'e1', 's1')).toBeUndefined()
    const db = await openDatabase(where)
    await db.write(['secrets'], async (tables) => {
      const record = await tables.secrets.get(['local', 'id'])
      if (record) await tables.secrets.put([{ ...record, project: 'copy' }])
    })
    expect(await codeOf(vault.secret('copy', 'id'))).toBe('secret-missing')
  })

  it('[R40] a damaged ciphertext is named, and the others still open', async () => {
    const where = place()
    const vault = createVault(createVaultRecords(where))
    await vault.putSecret('local', 'good', 'value')
    await vault.putSecret('local', 'bad', 'value')
    const db = await openDatabase(where)
    await db.write(['secrets'], async (tables) => {
      const record = await tables.secrets.get(['local', 'bad'])
      if (record) await tables.secrets.put([{ ...record, data: record.data.slice(1) }])
    })
    expect(await codeOf(vault.secret('local', 'bad'))).toBe('secret-missing')
    expect(await vault.secret('local', 'good')).toBe('value')
  })
})

describe('[P4] secrets under a passphrase', () => {
  it('[P4] lock and unlock; a passphrase set, changed and removed keeps every value', async () => {
    const where = place()
    const vault = createVault(createVaultRecords(where))
    await vault.putSecret('local', 'id', 'value')
    await vault.putToken('local', 'e1', 's1', 'token')
    await vault.protect('one')
    expect(await vault.state()).toBe('unlocked')
    expect(await vault.secret('local', 'id')).toBe('value')
    vault.lock()
    expect(await vault.state()).toBe('locked')
    expect(await codeOf(vault.secret('local', 'id'))).toBe('vault-locked')
    expect(await codeOf(vault.putSecret('local', 'id', 'x'))).toBe('vault-locked')
    expect(await codeOf(vault.protect('two'))).toBe('vault-locked')
    expect(await vault.unlock('wrong')).toBe(false)
    expect(await vault.unlock('one')).toBe(true)
    await vault.protect('two')
    const again = createVault(createVaultRecords(where))
    expect(await again.state()).toBe('locked')
    expect(await again.unlock('one')).toBe(false)
    expect(await again.unlock('two')).toBe(true)
    expect(await again.token('local', 'e1', 's1')).toBe('token')
    await again.protect('')
    expect(await again.state()).toBe('open')
    expect(await createVault(createVaultRecords(where)).secret('local', 'id')).toBe('value')
  })

  it('[P4] another tab notices a passphrase that was set meanwhile', async () => {
    const where = place()
    const [one, two] = [createVault(createVaultRecords(where)), createVault(createVaultRecords(where))]
    await two.putSecret('local', 'id', 'value')
    await one.protect('pass')
    expect(await two.state()).toBe('locked')
    expect(await codeOf(two.secret('local', 'id'))).toBe('vault-locked')
    expect(await two.unlock('pass')).toBe(true)
    expect(await two.secret('local', 'id')).toBe('value')
  })

  it('[P4] a value stored while the passphrase is being set is not lost', async () => {
    const where = place()
    const [one, two] = [createVault(createVaultRecords(where)), createVault(createVaultRecords(where))]
    await one.putSecret('local', 'first', '1')
    const [protecting] = await Promise.allSettled([one.protect('pass'), two.putSecret('local', 'second', '2')])
    expect(protecting.status).toBe('fulfilled')
    expect(await one.secret('local', 'first')).toBe('1')
    expect(await one.secretIds('local')).toContain('first')
    for (const id of await one.secretIds('local')) expect(await one.secret('local', id)).toMatch(/[12]/)
  })

  it('[R40] an absurd cost in the record is rejected without paying it', async () => {
    const where = place()
    const vault = createVault(createVaultRecords(where))
    await vault.protect('pass')
    vault.lock()
    const db = await openDatabase(where)
    await db.write(['vaultKeys'], async (tables) => {
      const record = await tables.vaultKeys.get('vault')
      if (record?.wrapped) await tables.vaultKeys.put([{ ...record, wrapped: { ...record.wrapped, rounds: 4_000_000_000 } }])
    })
    // To derive a key at this cost would take minutes.
    expect(await vault.unlock('pass')).toBe(false)
  })
})

describe('[O14] the token cache', () => {
  it('[O14] keeps tokens by environment and step over a reload', async () => {
    const where = place()
    const tokens = createTokenStore(createVault(createVaultRecords(where)), 'local')
    await tokens.put({ environment: 'e1', step: 's1' }, token('one', 99))
    await tokens.put({ environment: 'e2', step: 's1' }, token('two', 99))
    const again = createTokenStore(createVault(createVaultRecords(where)), 'local')
    expect((await again.get({ environment: 'e1', step: 's1' }))?.accessToken).toBe('one')
    expect((await again.list()).map((entry) => entry.token.accessToken)).toEqual(['one', 'two'])
    await again.delete({ environment: 'e1', step: 's1' })
    expect(await again.get({ environment: 'e1', step: 's1' })).toBeUndefined()
  })

  it('[case 9] a token without a stated lifetime is kept until the run ends', async () => {
    const where = place()
    const vault = createVault(createVaultRecords(where))
    const tokens = createTokenStore(vault, 'local')
    await tokens.put({ environment: '', step: 's1' }, token('short'))
    expect((await tokens.get({ environment: '', step: 's1' }))?.accessToken).toBe('short')
    expect(await createTokenStore(vault, 'local').get({ environment: '', step: 's1' })).toBeUndefined()
  })
})
