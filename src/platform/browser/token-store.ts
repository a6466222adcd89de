import type { StoredToken, TokenKey, TokenStore } from '#engine/ports/token-store.ts'
import type { Vault } from './vault.ts'

/** A project's tokens: encrypted in the vault; those without a stated lifetime are kept in memory until the run's end (case 9). */
export interface ProjectTokens extends TokenStore {
  /** Every token that can be read now, also those that only this run keeps. */
  list(): Promise<(TokenKey & { token: StoredToken })[]>
}

const nameOf = ({ environment, step }: TokenKey) => JSON.stringify([environment, step])

/** A token as it was stored; undefined for what another version wrote and this one can't read. */
function parseToken(text: string): StoredToken | undefined {
  try {
    const token = JSON.parse(text) as StoredToken
    return typeof token.accessToken === 'string' && typeof token.fingerprint === 'string' ? token : undefined
  } catch {
    return undefined
  }
}

/** Creates the token store of one project for one run. A locked vault has no tokens; new ones then last for the run. */
export function createTokenStore(vault: Vault, project: string): ProjectTokens {
  const ofRun = new Map<string, TokenKey & { token: StoredToken }>()
  const canStore = async () => (await vault.state()) !== 'locked'
  return {
    get: async (key) => {
      const known = ofRun.get(nameOf(key))
      if (known) return known.token
      if (!(await canStore())) return undefined
      // A record that can't be opened must not break the step: it gets a new token.
      const text = await vault.token(project, key.environment, key.step).catch(() => undefined)
      return text === undefined ? undefined : parseToken(text)
    },
    put: async (key, token) => {
      if (token.expiresAt === undefined || !(await canStore())) {
        ofRun.set(nameOf(key), { ...key, token })
        return
      }
      ofRun.delete(nameOf(key))
      await vault.putToken(project, key.environment, key.step, JSON.stringify(token))
    },
    delete: async (key) => {
      ofRun.delete(nameOf(key))
      await vault.deleteToken(project, key.environment, key.step)
    },
    list: async () => {
      const stored = (await vault.tokens(project)).flatMap(({ environment, step, value }) => {
        const token = parseToken(value)
        return token ? [{ environment, step, token }] : []
      })
      const all = new Map([...stored, ...ofRun.values()].map((entry) => [nameOf(entry), entry]))
      return [...all.values()]
    },
  }
}
