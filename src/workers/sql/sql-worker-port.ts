import type { SqlWorker } from '../sql.worker.ts'
import { createWorkerClient, type WorkerClient } from '../worker-client.ts'
import { lazyWorkerTexts } from '../worker-texts.ts'
import { workerTexts } from '../texts.ts'

/** What the run worker tells the page: start the worker that carries databases, which answers at this port; or end it. */
export type SqlWish = { sql: MessagePort } | 'sql-end'

/** What the page says of that worker: it could not be loaded, or is gone. */
export interface SqlDied {
  sqlDied: string
}

const isDied = (data: unknown): data is SqlDied => typeof data === 'object' && data !== null && 'sqlDied' in data

/**
 * The run worker's way to the worker that carries databases. The page starts it: what it loads comes through the service worker,
 * so also offline. `tell` reaches the page, `scope` is where it answers.
 */
export function createSqlDoor(
  tell: (wish: SqlWish, transfer: Transferable[]) => void,
  scope: Pick<EventTarget, 'addEventListener'>,
): WorkerClient<SqlWorker> {
  let died: ((cause: unknown) => void) | undefined
  scope.addEventListener('message', (event) => {
    const data: unknown = 'data' in event ? event.data : undefined
    if (isDied(data)) died?.(data.sqlDied)
  })
  return createWorkerClient<SqlWorker>({
    start() {
      const { port1, port2 } = new MessageChannel()
      tell({ sql: port2 }, [port2])
      return {
        endpoint: port1,
        died: new Promise((resolve) => {
          died = resolve
        }),
        end() {
          port1.close()
          tell('sql-end', [])
        },
      }
    },
    gone: { text: lazyWorkerTexts.sqlWorkerDied, hint: workerTexts.tryAgain },
  })
}
