import { createEffect, createSignal, on, onCleanup, type Accessor } from 'solid-js'
import { textOf } from '#engine/base/errors.ts'
import type { DataSource } from '#engine/data/schemas.ts'
import type { RowsPage } from '#workers/run/preview-rows.ts'
import { projectSource } from '../ask-worker.ts'
import type { ProjectContext } from '../project-context.ts'

/** Rows that are shown before a run. */
const rowsShown = 1_000
/** Milliseconds of rest before a source that is being edited is read again. */
const restBefore = 300

/** The first rows of a source as it is now, read by the worker; the last ones while newer ones are on their way. */
export function createRowsPreview(
  { workspace, services, session, environment }: ProjectContext,
  source: Accessor<DataSource | undefined>,
): { page: Accessor<RowsPage | undefined>; loading: Accessor<boolean>; seed: Accessor<number | undefined>; refresh(): void } {
  const [page, setPage] = createSignal<RowsPage>()
  const [loading, setLoading] = createSignal(false)
  const [asked, setAsked] = createSignal(0)
  const seed = () => session.newest()?.seed
  let timer: ReturnType<typeof setTimeout> | undefined
  let turn = 0
  const read = async (wanted: DataSource, mine: number) => {
    const project = workspace.localId()
    if (!project) return
    const options = { environment: environment(), seed: seed() ?? 0, count: rowsShown }
    const found = await services.client.data
      .rows(await projectSource(workspace, project), wanted, options)
      .catch((thrown: unknown): RowsPage => ({ columns: [], warnings: [], rows: [], more: false, problem: textOf(thrown) }))
    if (mine !== turn) return
    setPage(found)
    setLoading(false)
  }
  createEffect(
    on([source, environment, asked], ([wanted]) => {
      clearTimeout(timer)
      const mine = ++turn
      if (!wanted) return
      setLoading(true)
      timer = setTimeout(() => void read(wanted, mine), page() ? restBefore : 0)
    }),
  )
  onCleanup(() => {
    clearTimeout(timer)
    turn++
  })
  return { page, loading, seed, refresh: () => setAsked((count) => count + 1) }
}
