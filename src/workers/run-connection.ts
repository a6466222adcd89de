import { releaseProxy, wrap, type Remote } from 'comlink'
import { usableLocks } from '#storage/web-locks.ts'
import { lifeLock, type RunWorkerApi } from './run-worker-api.ts'
import { runWorkerUrls } from './run-worker-urls.ts'
import { carryErrors } from './wire-errors.ts'

/** A worker that lives. */
export interface RunConnection {
  api: Remote<RunWorkerApi>
  /** Resolves when the worker is gone, for whatever reason. */
  gone: Promise<void>
  /** Ends the worker at once. */
  end(): void
}

/** Milliseconds that the direct address gets to answer: on a network that is there and answers nobody, it would not fail either. */
const patience = 3_000

carryErrors()

/** Waits until the worker holds its lock, then until it does no more: then it is gone. */
async function outlive(api: Remote<RunWorkerApi>, name: string, gone: () => void): Promise<void> {
  const locks = await usableLocks()
  if (!locks) return
  await api.alive()
  await locks.request(lifeLock(name), () => gone())
}

/**
 * Starts the run worker. It loads the engine; the page doesn't. Calls made before it is there wait for it. Where its direct
 * address can't be reached (offline, a newer version is published), it comes from the cached one.
 */
export function startRunWorker(): RunConnection {
  const name = crypto.randomUUID()
  const { port1, port2 } = new MessageChannel()
  const api = wrap<RunWorkerApi>(port1)
  let worker: Worker
  let state: 'direct' | 'cached' | 'listening' | 'gone' = 'direct'
  let tellGone: (() => void) | undefined
  const gone = new Promise<void>((resolve) => {
    tellGone = resolve
  })
  const end = () => {
    if (state === 'gone') return
    state = 'gone'
    worker.terminate()
    api[releaseProxy]()
    tellGone?.()
  }
  const begin = (url: string): Worker => {
    const next = new Worker(url, { type: 'module', name })
    // An error of the script itself: it could not be loaded or could not begin.
    next.addEventListener('error', () => (state === 'direct' ? beginCached() : end()))
    // Its only message says that it listens.
    const listening = () => {
      state = 'listening'
      next.postMessage(port2, [port2])
    }
    next.addEventListener('message', listening, { once: true })
    return next
  }
  const beginCached = () => {
    if (state !== 'direct') return
    state = 'cached'
    worker.terminate()
    worker = begin(runWorkerUrls.cached)
  }
  worker = begin(runWorkerUrls.direct)
  // Only a page that is kept for offline use has the other one at hand.
  if (navigator.serviceWorker?.controller) setTimeout(beginCached, patience)
  void outlive(api, name, end)
  return { api, gone, end }
}
