import { AssayError } from '#engine/base/errors.ts'
import type { SecretVault } from '#engine/ports/secret-vault.ts'
import { newKey, newWrappedKey, sealWithKey, unsealWithKey, unwrap } from './data-key.ts'
import { browserTexts } from './texts.ts'
import type { Encrypted, KeyRecord, Sealed, VaultStorage } from './vault-storage.ts'

/** Secrets and tokens of all projects, encrypted under one data key (P4). Lives in the worker. */
export interface Vault {
  state(): Promise<'open' | 'locked' | 'unlocked'>
  /** False for a wrong passphrase and for a record that can't be opened (R40). */
  unlock(passphrase: string): Promise<boolean>
  /** Forgets the data key; without a passphrase there is nothing to lock. */
  lock(): void
  /** Sets, changes or (with '') removes the passphrase: a new data key, and everything encrypted again, all or nothing. */
  protect(passphrase: string): Promise<void>
  secret(project: string, id: string): Promise<string | undefined>
  putSecret(project: string, id: string, value: string): Promise<void>
  deleteSecret(project: string, id: string): Promise<void>
  secretIds(project: string): Promise<string[]>
  token(project: string, environment: string, step: string): Promise<string | undefined>
  putToken(project: string, environment: string, step: string, value: string): Promise<void>
  deleteToken(project: string, environment: string, step: string): Promise<void>
  /** The tokens of a project that can be opened; none while it is locked. */
  tokens(project: string): Promise<{ environment: string; step: string; value: string }[]>
}

const secretPlace = (record: { project: string; id: string }) => ['secret', record.project, record.id]
const tokenPlace = (record: { project: string; environment: string; step: string }) => [
  'token',
  record.project,
  record.environment,
  record.step,
]

const locked = () => new AssayError('vault-locked', browserTexts.vaultLocked, { hint: browserTexts.vaultLockedHint })
const unreadable = (what: string) =>
  new AssayError('secret-missing', browserTexts.vaultUnreadable(what), { hint: browserTexts.vaultUnreadableHint })

/** Opens with one key and encrypts with another. */
async function encryptAgain<T extends Sealed>(
  records: T[],
  place: (record: T) => string[],
  from: CryptoKey,
  to: CryptoKey,
): Promise<T[]> {
  const next: T[] = []
  for (const record of records) {
    const value = await unsealWithKey(from, place(record), record)
    // What can't be opened now can't be opened later either; it stays unchanged, and is named when it is requested.
    next.push(value === undefined ? record : { ...record, ...(await sealWithKey(to, place(record), value)) })
  }
  return next
}

/** Creates the vault on its storage. Nothing is created before the first value is put. */
export function createVault(storage: VaultStorage): Vault {
  /** The key in memory: of the record as it was last seen. */
  let held: { generation: number; key: CryptoKey } | undefined

  const keyOf = (record: KeyRecord): CryptoKey | undefined => {
    if (record.key) return record.key
    return held?.generation === record.generation ? held.key : undefined
  }
  const opened = async (record: KeyRecord | undefined, place: string[], sealed: Sealed | undefined, what: string) => {
    if (!record || !sealed) return undefined
    const key = keyOf(record)
    if (!key) throw locked()
    const value = await unsealWithKey(key, place, sealed)
    if (value === undefined) throw unreadable(what)
    return value
  }
  /** Encrypts and writes; again if the key was changed in between (another tab). */
  const write = async (place: string[], value: string, records: (sealed: Sealed) => Partial<Encrypted>) => {
    for (;;) {
      const record = (await storage.key()) ?? (await storage.begin({ id: 'vault', generation: 1, key: await newKey() }))
      const key = keyOf(record)
      if (!key) throw locked()
      if (await storage.put(records(await sealWithKey(key, place, value)), record.generation)) return
    }
  }

  return {
    state: async () => {
      const record = await storage.key()
      if (!record?.wrapped) return 'open'
      return keyOf(record) ? 'unlocked' : 'locked'
    },
    unlock: async (passphrase) => {
      const record = await storage.key()
      if (!record?.wrapped) return true
      const key = await unwrap(passphrase, record.wrapped)
      if (key) held = { generation: record.generation, key }
      return key !== undefined
    },
    lock: () => {
      held = undefined
    },
    protect: async (passphrase) => {
      for (;;) {
        const before = await storage.all()
        const record = before.key ?? (await storage.begin({ id: 'vault', generation: 1, key: await newKey() }))
        const old = keyOf(record)
        if (!old) throw locked()
        const { key, wrapped } = passphrase === '' ? { key: await newKey(), wrapped: undefined } : await newWrappedKey(passphrase)
        const generation = record.generation + 1
        const secrets = await encryptAgain(before.secrets, secretPlace, old, key)
        const tokens = await encryptAgain(before.tokens, tokenPlace, old, key)
        const next: KeyRecord = { id: 'vault', generation, ...(wrapped ? { wrapped } : { key }) }
        if (!(await storage.replaceKey(next, { secrets, tokens }, before))) continue
        held = { generation, key }
        return
      }
    },
    secret: async (project, id) => {
      const { key, record } = await storage.secret(project, id)
      return opened(key, secretPlace({ project, id }), record, id)
    },
    putSecret: (project, id, value) =>
      write(secretPlace({ project, id }), value, (sealed) => ({ secrets: [{ project, id, ...sealed }] })),
    deleteSecret: storage.deleteSecret,
    secretIds: storage.secretIds,
    token: async (project, environment, step) => {
      const { key, record } = await storage.token(project, environment, step)
      return opened(key, tokenPlace({ project, environment, step }), record, step)
    },
    putToken: (project, environment, step, value) =>
      write(tokenPlace({ project, environment, step }), value, (sealed) => ({
        tokens: [{ project, environment, step, ...sealed }],
      })),
    deleteToken: storage.deleteToken,
    tokens: async (project) => {
      const record = await storage.key()
      const key = record && keyOf(record)
      if (!key) return []
      const found: { environment: string; step: string; value: string }[] = []
      for (const token of await storage.tokens(project)) {
        const value = await unsealWithKey(key, tokenPlace(token), token)
        if (value !== undefined) found.push({ environment: token.environment, step: token.step, value })
      }
      return found
    },
  }
}

/** The vault as the engine sees it: the secrets of one project. */
export const secretsOf = (vault: Vault, project: string): SecretVault => ({ get: (id) => vault.secret(project, id) })
