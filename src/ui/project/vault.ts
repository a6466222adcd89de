import { createEffect, createSignal, on } from 'solid-js'
import type { RunClient } from '#workers/run-protocol.ts'

/** What the page knows of the vault: which ids have a value, and whether a passphrase locks it. Reading is reactive. */
export interface Vault {
  state(): 'open' | 'locked' | 'unlocked' | 'unknown'
  has(id: string): boolean
  ids(): ReadonlySet<string>
  set(id: string, value: string): Promise<void>
  reveal(id: string): Promise<string | undefined>
  refresh(): Promise<void>
}

/** Follows the vault of the open project; must be called inside a Solid root. */
export function createVault(client: RunClient, localId: () => string | undefined): Vault {
  const [ids, setIds] = createSignal<ReadonlySet<string>>(new Set())
  const [state, setState] = createSignal<ReturnType<Vault['state']>>('unknown')
  const refresh = async () => {
    const project = localId()
    const [next, found] = await Promise.all([
      client.secrets.state().catch(() => 'unknown' as const),
      project ? client.secrets.list(project).catch(() => []) : [],
    ])
    setState(next)
    if (localId() === project) setIds(new Set(found))
  }
  createEffect(
    on(localId, (project) => {
      setIds(new Set<string>())
      if (project) void refresh()
    }),
  )
  return {
    state,
    ids,
    has: (id) => ids().has(id),
    set: async (id, value) => {
      const project = localId()
      if (!project) return
      await client.secrets.set(project, id, value)
      setIds((known) => new Set([...known, id]))
    },
    reveal: async (id) => {
      const project = localId()
      return project ? client.secrets.reveal(project, id) : undefined
    },
    refresh,
  }
}
