import { AssayError } from '#engine/base/errors.ts'
import type { ReferencedFiles } from '../referenced-files.ts'
import type { BodyStore } from '../body-store.ts'
import type { CookieJars } from '../cookie-jar.ts'
import type { EndableWork } from '../endable-work.ts'
import type { Locks } from '../locks.ts'
import type { Random } from '../random.ts'
import type { SecretVault } from '../secret-vault.ts'
import type { Sql } from '../sql.ts'
import type { StoredToken, TokenKey, TokenStore } from '../token-store.ts'

/** Secrets that a test gives. */
export const memorySecrets = (values: Record<string, string> = {}): SecretVault => {
  const secrets = new Map(Object.entries(values))
  return { get: async (id) => secrets.get(id) }
}

const keyOf = ({ environment, step }: TokenKey): string => `${environment}/${step}`

/** Tokens in memory; `all` is what is kept now, by `environment/step`. */
export function memoryTokens(): TokenStore & { readonly all: Map<string, StoredToken> } {
  const all = new Map<string, StoredToken>()
  return {
    all,
    get: async (key) => all.get(keyOf(key)),
    put: async (key, token) => {
      all.set(keyOf(key), token)
    },
    delete: async (key) => {
      all.delete(keyOf(key))
    },
  }
}

/** Locks in memory: one holder at a time by name, in the order of asking. */
export function memoryLocks(): Locks {
  const last = new Map<string, Promise<unknown>>()
  return {
    hold(name, signal, work) {
      const before = last.get(name) ?? Promise.resolve()
      const turn = before.then(() => {
        if (signal.aborted) throw new AssayError('cancelled', 'Cancelled.')
        return work()
      })
      last.set(
        name,
        turn.catch(() => undefined),
      )
      return turn
    },
  }
}

async function* inParts(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += 65_536) yield bytes.subarray(from, from + 65_536)
}

/** Files of a project, by path. */
export const memoryFiles = (all: Record<string, Uint8Array> = {}): ReferencedFiles => ({
  blob: async (path) => {
    const bytes = all[path]
    return bytes && new Blob([bytes as Uint8Array<ArrayBuffer>])
  },
  open: async (path) => {
    const bytes = all[path]
    return bytes && inParts(bytes)
  },
  missingHint: 'Put it there.',
})

/** A host without databases. */
/** Work of a host without threads: whatever takes long ends with an error. Tests of what takes long have the real one. */
export const noWork: EndableWork = {
  do: (task) => Promise.reject(new AssayError('internal', `There is no thread here for the task "${task}".`)),
}

/** See {@link CookieJars}. */
export const noCookies: CookieJars = {
  open: () => Promise.reject(new AssayError('internal', 'There is no cookie jar here.')),
}

/** See {@link Sql}. */
export const noSql: Sql = {
  drivers: new Set(),
  query: async () => {
    throw new AssayError('internal', 'There is no database here.')
  },
}

/** Response bodies in memory, by id. */
export function memoryBodies(): BodyStore & { readonly all: Map<string, Uint8Array> } {
  const all = new Map<string, Uint8Array>()
  return {
    all,
    put: (body, mediaType) => {
      const id = `b${all.size + 1}`
      all.set(id, body)
      return { id, size: body.length, mediaType }
    },
  }
}

/** Randomness that counts up: different each time, the same in each run of a test. */
export function fixedRandom(): Random {
  let count = 0
  return {
    bytes: (length) => Uint8Array.from({ length }, () => count++ % 256),
    uuid: () => `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`,
  }
}
