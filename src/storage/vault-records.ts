import { openDatabase, type DatabaseOptions } from './open-database.ts'
import type { SecretRecord, TokenRecord, VaultKeyRecord } from './records.ts'

/** What is encrypted under one data key. */
export interface Encrypted {
  secrets: SecretRecord[]
  tokens: TokenRecord[]
}

/** The vault's records: ciphertext and the data key, never a value. A record is written only while its key is in force. */
export function createVaultRecords(options: DatabaseOptions = {}) {
  const db = () => openDatabase(options)
  const tables: ('secrets' | 'tokens' | 'vaultKeys')[] = ['secrets', 'tokens', 'vaultKeys']
  return {
    lasting: async () => (await db()).lasting,
    key: async () => (await db()).read(['vaultKeys'], (t) => t.vaultKeys.get('vault')),
    secret: async (project: string, id: string) =>
      (await db()).read(['secrets', 'vaultKeys'], async (t) => ({
        key: await t.vaultKeys.get('vault'),
        record: await t.secrets.get([project, id]),
      })),
    token: async (project: string, environment: string, step: string) =>
      (await db()).read(['tokens', 'vaultKeys'], async (t) => ({
        key: await t.vaultKeys.get('vault'),
        record: await t.tokens.get([project, environment, step]),
      })),
    secretIds: async (project: string) =>
      (await (await db()).read(['secrets'], (t) => t.secrets.under([project]))).map((record) => record.id),
    tokens: async (project: string) => (await db()).read(['tokens'], (t) => t.tokens.under([project])),
    all: async (): Promise<Encrypted & { key: VaultKeyRecord | undefined }> =>
      (await db()).read(tables, async (t) => ({
        key: await t.vaultKeys.get('vault'),
        secrets: await t.secrets.all(),
        tokens: await t.tokens.all(),
      })),
    deleteSecret: async (project: string, id: string) => (await db()).write(['secrets'], (t) => t.secrets.delete([project, id])),
    deleteToken: async (project: string, environment: string, step: string) =>
      (await db()).write(['tokens'], (t) => t.tokens.delete([project, environment, step])),
    /** Writes if the key of this generation is still in force; false if it is not: encrypt again. */
    put: async (records: Partial<Encrypted>, generation: number): Promise<boolean> =>
      (await db()).write(tables, async (t) => {
        if ((await t.vaultKeys.get('vault'))?.generation !== generation) return false
        if (records.secrets) await t.secrets.put(records.secrets)
        if (records.tokens) await t.tokens.put(records.tokens)
        return true
      }),
    /** Stores the first key unless there is one by now; gives the one in force. */
    begin: async (key: VaultKeyRecord): Promise<VaultKeyRecord> =>
      (await db()).write(['vaultKeys'], async (t) => {
        const known = await t.vaultKeys.get('vault')
        if (!known) await t.vaultKeys.put([key])
        return known ?? key
      }),
    /**
     * Puts another key in force together with everything encrypted under it, all or nothing. False if something was
     * written since `before` was read: then nothing is changed.
     */
    replaceKey: async (key: VaultKeyRecord, next: Encrypted, before: Encrypted): Promise<boolean> =>
      (await db()).write(tables, async (t) => {
        const inForce = (await t.vaultKeys.get('vault'))?.generation ?? 0
        const same = unchanged(await t.secrets.all(), before.secrets) && unchanged(await t.tokens.all(), before.tokens)
        if (inForce !== key.generation - 1 || !same) return false
        await t.vaultKeys.put([key])
        await t.secrets.put(next.secrets)
        await t.tokens.put(next.tokens)
        return true
      }),
  }
}

/** Every write draws a new initialisation vector, so equal vectors mean that nothing was written. */
function unchanged(now: { iv: Uint8Array }[], before: { iv: Uint8Array }[]): boolean {
  return now.length === before.length && now.every(({ iv }, index) => iv.join() === before[index]?.iv.join())
}

/** See {@link createVaultRecords}. */
export type VaultRecords = ReturnType<typeof createVaultRecords>
