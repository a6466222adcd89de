/** Something that was opened for a session. */
export interface Resource<T> {
  value: T
  close(): Promise<void> | void
}

/** A run, or a question of the page, as capabilities see it. */
export interface RelaySession {
  /** Hosts of private networks and of this machine that it may reach: the page's person has confirmed them. In lower case. */
  readonly hosts: ReadonlySet<string>
  /** Makes something once for the session, and closes it with it, last made first. What could not be made is tried again when it is next asked for. */
  resource<T>(name: string, make: () => Promise<Resource<T>>): Promise<T>
}

/** A session as the link holds it. */
export interface Session extends RelaySession {
  /** Aborts a call when the session is closed; the function says that the call has ended. */
  during(abort: AbortController): () => void
  /** Aborts its calls, and closes what was opened for it. Never rejects. */
  close(): Promise<void>
}

/** Starts a session that may reach these private hosts. */
export function createSession(hosts: readonly string[]): Session {
  const calls = new Set<AbortController>()
  const resources = new Map<string, Promise<Resource<unknown>>>()
  let isClosed = false
  const closeOne = async (made: Promise<Resource<unknown>>): Promise<void> => {
    // What could not be made, or not be closed, leaves nothing to close.
    const resource = await made.catch(() => undefined)
    await Promise.resolve(resource?.close()).catch(() => undefined)
  }
  return {
    hosts: new Set(hosts.map((host) => host.toLowerCase())),
    async resource<T>(name: string, make: () => Promise<Resource<T>>): Promise<T> {
      let made = resources.get(name)
      if (made === undefined) {
        made = make()
        resources.set(name, made)
        made.catch(() => resources.delete(name))
      }
      const { value } = await made
      // It was closed while this was being made.
      if (isClosed) await closeOne(made)
      return value as T
    },
    during(abort) {
      calls.add(abort)
      if (isClosed) abort.abort()
      return () => calls.delete(abort)
    },
    async close() {
      isClosed = true
      for (const abort of calls) abort.abort()
      for (const made of [...resources.values()].toReversed()) await closeOne(made)
      resources.clear()
    },
  }
}
