import type { CompanionLink, LinkSession } from '#platform/browser/companion/companion-link.ts'

/** The session of a run, or of the questions about a project, at the companion. */
export interface CompanionSessions {
  /** The one that stands, or a new one; undefined where there is no link, and none can be made now. */
  get(): Promise<LinkSession | undefined>
  /** Lets the next `get` try to make a link. */
  tryAgain(): void
  close(): Promise<void>
}

/**
 * Opens sessions as they are needed; `hosts`: the private ones that may be reached. Where there is no link the first `get` alone tries to
 * make one: a run would ask the vault and the companion's address again with each of its requests.
 */
export function createCompanionSessions(link: CompanionLink, hosts: () => Promise<string[]>): CompanionSessions {
  let open: LinkSession | undefined
  let opening: Promise<LinkSession | undefined> | undefined
  let tried = false
  const begin = async (): Promise<LinkSession | undefined> => {
    const { state } = await link.connect()
    open = state === 'connected' ? link.open(await hosts()) : undefined
    return open
  }
  return {
    get() {
      if (open?.stands()) return Promise.resolve(open)
      const { state } = link.status()
      if (tried && opening === undefined && (state === 'none' || state === 'apart')) return Promise.resolve(undefined)
      tried = true
      opening ??= begin().finally(() => (opening = undefined))
      return opening
    },
    tryAgain() {
      tried = false
    },
    async close() {
      const old = (await opening) ?? open
      open = undefined
      await old?.close()
    },
  }
}
