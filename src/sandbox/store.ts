/** Where the sandbox keeps what outlives one request. Values are plain data and keys of WebCrypto; what has expired is not there. */
export interface SandboxStore {
  get<T>(key: string): Promise<T | undefined>
  /** `expires` in seconds since 1970. */
  put(key: string, value: unknown, expires?: number): Promise<void>
  /** Returns the value and deletes it, at once: of two who take it, one gets it. */
  take<T>(key: string): Promise<T | undefined>
  /** Stores `value` unless there is one; gives the one that is there then. */
  begin<T>(key: string, value: T): Promise<T>
  /** The values whose keys start with `prefix`. */
  list<T>(prefix: string): Promise<T[]>
}

/** The most values that {@link createMemoryStore} keeps; the oldest go. */
const most = 10_000

/**
 * A store that ends with its process: for the demo, for tests, and for browsers that let no one keep anything. `now` in
 * seconds.
 */
export function createMemoryStore(now: () => number): SandboxStore {
  const kept = new Map<string, { value: unknown; expires: number }>()
  const live = (key: string) => {
    const found = kept.get(key)
    return found && found.expires > now() ? found : undefined
  }
  return {
    get: async <T>(key: string) => live(key)?.value as T | undefined,
    put: async (key, value, expires = Infinity) => {
      kept.set(key, { value, expires })
      const oldest = kept.size > most ? kept.keys().next().value : undefined
      if (oldest !== undefined) kept.delete(oldest)
    },
    take: async <T>(key: string) => {
      const found = live(key)
      kept.delete(key)
      return found?.value as T | undefined
    },
    begin: async <T>(key: string, value: T) => {
      if (!live(key)) kept.set(key, { value, expires: Infinity })
      return live(key)?.value as T
    },
    list: async <T>(prefix: string) =>
      [...kept.keys()].filter((key) => key.startsWith(prefix) && live(key)).map((key) => kept.get(key)?.value as T),
  }
}
