import { releaseProxy, wrap, type Remote } from 'comlink'
import { usableLocks } from '#storage/web-locks.ts'
import { lifeLock, type RunWorkerApi } from './run-worker-api.ts'
import { carryErrors } from './wire-errors.ts'

/** A worker that lives. */
export interface RunConnection {
  api: Remote<RunWorkerApi>
  /** Resolves when the worker is gone, for whatever reason. */
  gone: Promise<void>
  /** Ends the worker at once. */
  end(): void
}

carryErrors()

/** Waits until the worker holds its lock, then until it does no more: then it is gone. */
async function outlive(api: Remote<RunWorkerApi>, name: string, gone: () => void): Promise<void> {
  const locks = await usableLocks()
  if (!locks) return
  await api.alive()
  await locks.request(lifeLock(name), () => gone())
}

/** Starts the run worker. It loads the engine; the page doesn't. */
export function startRunWorker(): RunConnection {
  const name = crypto.randomUUID()
  const worker = new Worker(new URL('./run.worker.ts', import.meta.url), { type: 'module', name })
  const api = wrap<RunWorkerApi>(worker)
  let alive = true
  let tellGone: (() => void) | undefined
  const gone = new Promise<void>((resolve) => {
    tellGone = resolve
  })
  const end = () => {
    if (!alive) return
    alive = false
    worker.terminate()
    api[releaseProxy]()
    tellGone?.()
  }
  // An error of the worker's script itself: it could not be loaded or could not begin.
  worker.addEventListener('error', end)
  void outlive(api, name, end)
  return { api, gone, end }
}
