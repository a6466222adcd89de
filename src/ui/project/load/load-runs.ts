import { createStore } from 'solid-js/store'
import { AssayError, textOf } from '#engine/base/errors.ts'
import type { Live } from '#engine/load/measures.ts'
import type { LoadReport } from '#engine/load/report.ts'
import { projectSource } from '../ask-worker.ts'
import type { ProjectContext } from '../project-context.ts'

/** What is known of the runs of one load test on this page. */
export interface LoadRun {
  /** While it goes on. */
  live?: Live | undefined
  running: boolean
  report?: LoadReport | undefined
  /** The one before it. */
  earlier?: LoadReport | undefined
  problem?: { message: string; hint?: string | undefined } | undefined
}

const [runs, setRuns] = createStore<Record<string, LoadRun>>({})

/** What is known of a load test; it outlives the tab, not the page. */
export const loadRunOf = (localId: string | undefined, id: string): LoadRun | undefined => runs[`${localId} ${id}`]

/** Whether any goes on: the worker carries out one at a time. */
export const isLoading = (): boolean => Object.values(runs).some(({ running }) => running)

/** Starts a load test in the worker. */
export async function startLoad(
  { workspace, services }: ProjectContext,
  id: string,
  environment: string | undefined,
): Promise<void> {
  const localId = workspace.localId()
  if (!localId || isLoading()) return
  const key = `${localId} ${id}`
  setRuns(key, (known?: LoadRun) => ({ ...known, running: true, live: undefined, problem: undefined }))
  try {
    const source = await projectSource(workspace, localId)
    const options = environment === undefined ? {} : { environment }
    const report = await services.client.load.run(source, id, options, (live) => setRuns(key, 'live', live))
    setRuns(key, (known) => ({ report, earlier: known.report, running: false }))
  } catch (thrown) {
    const hint = thrown instanceof AssayError ? thrown.hint : undefined
    setRuns(key, { running: false, problem: { message: textOf(thrown), hint } })
  }
}

/** Ends the one that goes on; what it has measured is shown. */
export const stopLoad = ({ services }: ProjectContext): void => void services.client.load.stop()
