import type { StoredToken, TokenKey, TokenStore } from '#engine/ports/index.ts'

const nameOf = ({ environment, step }: TokenKey): string => JSON.stringify([environment, step])

/** Tokens in memory, for one run; nothing of them is written anywhere. */
export function createNodeTokens(): TokenStore {
  const tokens = new Map<string, StoredToken>()
  return {
    get: (key) => Promise.resolve(tokens.get(nameOf(key))),
    put: (key, token) => {
      tokens.set(nameOf(key), token)
      return Promise.resolve()
    },
    delete: (key) => {
      tokens.delete(nameOf(key))
      return Promise.resolve()
    },
  }
}
