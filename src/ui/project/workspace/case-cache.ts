import { createSignal, type Accessor } from 'solid-js'
import type { Case } from '#engine/project/format/schema.ts'
import type { ProjectStore } from '#storage/types.ts'

/** The cases of the open project that are in memory; reading is reactive. */
export interface CaseCache {
  get(id: string | undefined): Case | undefined
  /** All cases in memory. The map changes in place: read it again after {@link CaseCache.version} changed. */
  all(): ReadonlyMap<string, Case>
  version: Accessor<number>
  put(changed: ReadonlyMap<string, Case>): void
  /** Like {@link CaseCache.put}, of what was read from the store again: what is being read meanwhile may be older, and is read again. */
  replace(stored: ReadonlyMap<string, Case>): void
  /** From memory, else from the store. */
  load(id: string): Promise<Case | undefined>
  /** Reads what is missing bit by bit, while the page has nothing else to do. */
  warm(ids: readonly string[]): Promise<void>
  stop(): void
}

const chunk = 40

/** A cache for one project; `stop` ends its reading in the background. */
export function createCaseCache(store: Pick<ProjectStore, 'case'>, localId: string): CaseCache {
  let cases: ReadonlyMap<string, Case> = new Map()
  let stopped = false
  let replaced = 0
  const [version, setVersion] = createSignal(0)
  const changed = () => setVersion((now) => now + 1)
  const add = (found: readonly (Case | undefined)[]) => {
    const next = new Map(cases)
    for (const one of found) if (one && !next.has(one.id)) next.set(one.id, one)
    cases = next
    changed()
  }
  const read = async (ids: readonly string[]): Promise<(Case | undefined)[]> => {
    const before = replaced
    const found = await Promise.all(ids.map((id) => store.case(localId, id)))
    return stopped || before === replaced ? found : read(ids)
  }
  const put = (next: ReadonlyMap<string, Case>) => {
    cases = next
    changed()
  }
  return {
    version,
    get: (id) => {
      version()
      return id === undefined ? undefined : cases.get(id)
    },
    all: () => cases,
    put,
    replace: (next) => {
      replaced++
      put(next)
    },
    load: async (id) => {
      const known = cases.get(id)
      if (known) return known
      const found = await read([id])
      if (stopped) return undefined
      add(found)
      return cases.get(id)
    },
    warm: async (ids) => {
      for (let at = 0; at < ids.length; at += chunk) {
        await idle()
        if (stopped) return
        const missing = ids.slice(at, at + chunk).filter((id) => !cases.has(id))
        const found = await read(missing)
        if (stopped) return
        if (found.length > 0) add(found)
      }
    },
    stop: () => {
      stopped = true
    },
  }
}

const idle = () =>
  new Promise<void>((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 500 })
    else setTimeout(resolve, 0)
  })
