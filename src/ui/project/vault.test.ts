import { createRoot, createSignal } from 'solid-js'
import { expect, it, vi } from 'vitest'
import type { VaultKeyRecord } from '#storage/records.ts'
import { fakeRunClient } from '#workers/testing/fake-run-client.ts'
import type { SealedRecords } from '../page/services.ts'
import { createVault, type Vault } from './vault.ts'

const sealed = { iv: new Uint8Array(12), data: new ArrayBuffer(0) }
const wrapped: VaultKeyRecord = { id: 'vault', generation: 1, wrapped: { ...sealed, salt: new Uint8Array(16), rounds: 1 } }

const records = (lasting: boolean, key?: VaultKeyRecord): SealedRecords => ({
  lasting: async () => lasting,
  key: async () => key,
  secretIds: async () => ['stored'],
  tokens: async () => [],
})

async function open(kept: SealedRecords, check: (vault: Vault, asked: unknown[]) => void | Promise<void>): Promise<void> {
  const client = fakeRunClient({ secrets: { state: async () => 'unlocked', list: async () => ['held'] } })
  await createRoot(async (dispose) => {
    const [project] = createSignal('p1')
    const vault = createVault(client, kept, project)
    await vi.waitFor(() => expect(vault.ids().size).toBe(1), 20_000)
    await check(vault, client.asked)
    dispose()
  })
}

it('[P4] which secrets have a value, and that no passphrase locks them, is known without the worker', () =>
  open(records(true), (vault, asked) => {
    expect([vault.has('stored'), vault.state()]).toEqual([true, 'open'])
    expect(asked).toEqual([])
  }))

it('[P4] under a passphrase the vault is locked until the worker says otherwise', () =>
  open(records(true, wrapped), async (vault, asked) => {
    expect([vault.state(), asked]).toEqual(['locked', []])
    await vault.refresh()
    expect(vault.state()).toBe('unlocked')
  }))

it('[R16] without storage the worker alone knows', () =>
  open(records(false), (vault, asked) => {
    expect([vault.has('held'), vault.state()]).toEqual([true, 'unlocked'])
    expect(asked.toSorted()).toEqual([['secrets.list', 'p1'], ['secrets.state']])
  }))
