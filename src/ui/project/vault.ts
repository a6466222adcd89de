import { createEffect, createSignal, on } from 'solid-js'
import type { RunClient } from '#workers/run-client.ts'
import type { SealedRecords } from '../page/services.ts'

/** What the page knows of the vault: which ids have a value, and whether a passphrase locks it. Reading is reactive. */
export interface Vault {
  state(): 'open' | 'locked' | 'unlocked' | 'unknown'
  has(id: string): boolean
  ids(): ReadonlySet<string>
  set(id: string, value: string): Promise<void>
  /** For a value that stood in plaintext before: masks it in what is stored of earlier runs. */
  concealInRuns(id: string, value: string): Promise<void>
  reveal(id: string): Promise<string | undefined>
  /** Asks the worker, which alone knows whether the vault has been unlocked. */
  refresh(): Promise<void>
}

/**
 * Follows the vault of the open project; must be called inside a Solid root. The worker, which holds the values, is not
 * started for what the records say by themselves.
 */
export function createVault(client: RunClient, records: SealedRecords, localId: () => string | undefined): Vault {
  const [ids, setIds] = createSignal<ReadonlySet<string>>(new Set())
  const [state, setState] = createSignal<ReturnType<Vault['state']>>('unknown')
  const show = async (
    project: string | undefined,
    nextState: Promise<ReturnType<Vault['state']>>,
    nextIds: Promise<string[]> | [],
  ) => {
    const [next, found] = await Promise.all([nextState.catch(() => 'unknown' as const), Promise.resolve(nextIds).catch(() => [])])
    setState(next)
    if (localId() === project) setIds(new Set(found))
  }
  const refresh = () => {
    const project = localId()
    return show(project, client.secrets.state(), project ? client.secrets.list(project) : [])
  }
  const look = async (project: string) => {
    // Without storage the worker keeps the values in its own memory.
    if (!(await records.lasting())) return refresh()
    const key = await records.key()
    // Only the worker can have unlocked it, and only after it was asked to.
    const known = state() !== 'unknown'
    const next = key?.wrapped === undefined ? 'open' : known ? client.secrets.state() : 'locked'
    return show(project, Promise.resolve(next), records.secretIds(project))
  }
  createEffect(
    on(localId, (project) => {
      setIds(new Set<string>())
      if (project) look(project).catch(refresh)
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
    concealInRuns: async (id, value) => {
      const project = localId()
      if (project) await client.secrets.concealInRuns(project, id, value)
    },
    reveal: async (id) => {
      const project = localId()
      return project ? client.secrets.reveal(project, id) : undefined
    },
    refresh,
  }
}
