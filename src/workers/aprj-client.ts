import { releaseProxy, wrap, type Remote } from 'comlink'
import { AssayError } from '#engine/base/errors.ts'
import type { Project } from '#engine/project/schema.ts'
import type { AprjWorkerApi, ReadFile } from './aprj-worker-api.ts'
import { workerTexts } from './texts.ts'

/** Reads and writes `.aprj` in a worker, so that a large file does not hold up the page (R3). */
export interface AprjClient {
  /** Rejects with AssayError `cancelled` when the signal aborts: the worker is ended, whatever it does. */
  read(bytes: Uint8Array, name: string, signal: AbortSignal): Promise<ReadFile>
  write(project: Project): Promise<string>
}

/** Makes the client; each file gets a worker, which is ended when it has answered. */
export function createAprjClient(): AprjClient {
  return {
    read: (bytes, name, signal) =>
      ask<ReadFile>(async (api) => await api.read(bytes), workerTexts.readingCancelled(name), signal),
    write: (project) => ask<string>((api) => api.write(project), ''),
  }
}

async function ask<T>(work: (api: Remote<AprjWorkerApi>) => Promise<T>, cancelled: string, signal?: AbortSignal): Promise<T> {
  const worker = new Worker(new URL('./aprj.worker.ts', import.meta.url), { type: 'module' })
  const api = wrap<AprjWorkerApi>(worker)
  try {
    const failed = new Promise<never>((_, reject) => {
      const cancel = () => reject(new AssayError('cancelled', cancelled))
      if (signal?.aborted) cancel()
      signal?.addEventListener('abort', cancel, { once: true })
      worker.addEventListener('error', (event) =>
        reject(new AssayError('internal', workerTexts.fileWorkerDied, { cause: event.message })),
      )
    })
    return await Promise.race([work(api), failed])
  } finally {
    api[releaseProxy]()
    worker.terminate()
  }
}
