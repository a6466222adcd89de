import { createStore } from 'solid-js/store'
import { hintOf, textOf } from '#engine/base/errors.ts'
import type { Live } from '#engine/load/measures.ts'
import type { LoadReport } from '#engine/load/report.ts'
import type { LoadPlace } from '#workers/run/load-calls.ts'
import { showToast } from '../../components/overlays/toasts.tsx'
import { projectSource } from '../ask-worker.ts'
import type { ProjectContext } from '../project-context.ts'

/** What is known of the runs of one load test. */
export interface LoadRun {
  /** While it goes on. */
  live?: Live | undefined
  running: boolean
  /** What it came to each time, newest first. */
  reports: readonly LoadReport[]
  problem?: { message: string; hint?: string | undefined } | undefined
}

const [runs, setRuns] = createStore<Record<string, LoadRun>>({})

const keyOf = (localId: string | undefined, id: string): string => `${localId} ${id}`

/** What is known of a load test; it outlives the tab. */
export const loadRunOf = (localId: string | undefined, id: string): LoadRun | undefined => runs[keyOf(localId, id)]

/** Whether any goes on: the worker runs one at a time. */
export const isLoading = (): boolean => Object.values(runs).some(({ running }) => running)

/** Reads what is kept of earlier runs of a load test, unless it is known. */
export async function readLoads({ workspace, services }: ProjectContext, id: string): Promise<void> {
  const localId = workspace.localId()
  if (!localId || loadRunOf(localId, id)) return
  try {
    const reports = await services.runs.loads(localId, id)
    setRuns(keyOf(localId, id), (known?: LoadRun) => known ?? { running: false, reports })
  } catch (thrown) {
    showToast(textOf(thrown), 'error')
  }
}

/** Starts a load test, by the worker or at the companion; what it comes to is kept. */
export async function startLoad(
  { workspace, services }: ProjectContext,
  id: string,
  place: LoadPlace,
  environment: string | undefined,
): Promise<void> {
  const localId = workspace.localId()
  if (!localId || isLoading()) return
  const key = keyOf(localId, id)
  setRuns(key, (known?: LoadRun) => ({ reports: known?.reports ?? [], running: true, live: undefined, problem: undefined }))
  try {
    const source = await projectSource(workspace, localId)
    const options = { ...(environment === undefined ? {} : { environment }), redirectUri: services.redirectUri }
    const report = await services.client.load.run(source, id, place, options, (live) => setRuns(key, 'live', live))
    setRuns(key, ({ reports }) => ({ reports: [report, ...reports], running: false }))
    await services.runs.keepLoad(localId, report).catch((thrown: unknown) => showToast(textOf(thrown), 'error'))
  } catch (thrown) {
    setRuns(key, { running: false, problem: { message: textOf(thrown), hint: hintOf(thrown) } })
  }
}

/** Ends the one that goes on; what it has measured is shown. */
export const stopLoad = ({ services }: ProjectContext): void => void services.client.load.stop()
