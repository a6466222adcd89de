import type { SqlDied } from './sql-worker-port.ts'

/** Starts the worker that carries databases; `port` is where the run worker asks it. Returns what ends it. */
export function startSqlWorker(port: MessagePort, tell: (news: SqlDied) => void): () => void {
  const worker = new Worker(new URL('../sql.worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('error', ({ message }) => tell({ sqlDied: message }), { once: true })
  worker.postMessage(port, [port])
  return () => worker.terminate()
}
