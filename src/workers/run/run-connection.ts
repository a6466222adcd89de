import { usableLocks } from '#storage/web-locks.ts'
import { lifeLock } from './run-protocol.ts'
import { runWorkerUrls } from './run-worker-urls.ts'
import type { SqlWish } from '../sql/sql-worker-port.ts'
import type { StartedWorker } from '../worker-client.ts'

/**
 * Milliseconds that the direct address gets to answer: on a network that is there and responds to no one, it would not fail
 * either.
 */
const patience = 3_000

/**
 * Starts the run worker. It loads the engine; the page doesn't. Calls made before it is there wait for it. Where its direct
 * address can't be reached (offline, a newer version is published), it comes from the cached one. It has died when the lock
 * is free that it holds from `alive` on.
 */
export function startRunWorker(): StartedWorker {
  const name = crypto.randomUUID()
  const { port1, port2 } = new MessageChannel()
  let worker: Worker
  let state: 'direct' | 'cached' | 'listening' | 'gone' = 'direct'
  let tellDied: ((cause: unknown) => void) | undefined
  const died = new Promise<unknown>((resolve) => {
    tellDied = resolve
  })
  const outlive = async () => {
    const locks = await usableLocks()
    await locks?.request(lifeLock(name), () => tellDied?.(undefined))
  }
  /** Ends the worker that carries databases. */
  let endSql: (() => void) | undefined
  const carrySql = async (by: Worker, port: MessagePort) => {
    const { startSqlWorker } = await import('../sql/start-sql-worker.ts')
    endSql?.()
    if (state !== 'gone') endSql = startSqlWorker(port, (news) => by.postMessage(news))
  }
  const begin = (url: string): Worker => {
    const next = new Worker(url, { type: 'module', name })
    // An error of the script itself: it could not be loaded or could not start.
    next.addEventListener('error', ({ message }) => (state === 'direct' ? beginCached() : tellDied?.(message)))
    next.addEventListener('message', ({ data }: MessageEvent<'listening' | 'alive' | SqlWish>) => {
      if (data === 'sql-end') return endSql?.()
      if (typeof data === 'object') return void carrySql(next, data.sql)
      if (data === 'alive') return void outlive()
      state = 'listening'
      next.postMessage(port2, [port2])
    })
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
  return {
    endpoint: port1,
    died,
    end() {
      state = 'gone'
      worker.terminate()
      endSql?.()
      port1.close()
    },
  }
}
