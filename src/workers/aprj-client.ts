import { AssayError } from '#engine/base/errors.ts'
import type { Project } from '#engine/project/format/schema.ts'
import type { SealKeys, SealTo } from '#engine/project/format/sealed.ts'
import type { NamedConflict } from '#engine/merge/describe.ts'
import type { KeptVersion } from '#storage/types.ts'
import type { AprjWorker, MergePreview, ReadFile } from './aprj.worker.ts'
import { workerTexts } from './texts.ts'
import { createWorkerClient, usualDeadline, usualWorker, type WorkerClient } from './worker-client.ts'

/** Reads and writes `.aprj` in a worker, so that a large file does not hold up the page (R3). */
export interface AprjClient {
  /** Rejects with AssayError `cancelled` when the signal aborts: the worker is ended, whatever it does. */
  read(bytes: Uint8Array, name: string, signal: AbortSignal): Promise<ReadFile>
  write(project: Project): Promise<string>
  /** What a merge of `theirs` would make of `ours`. */
  merge(versions: readonly KeptVersion[], ours: Project, theirs: Project): Promise<MergePreview>
  conflicts(project: Project): Promise<NamedConflict[]>
  /** Seals secrets for a passphrase or for recipients; rejects as `engine/project/format/sealed.ts` says. */
  seal(values: ReadonlyMap<string, string>, to: SealTo): Promise<string>
  /** Opens them; the signal cancels. */
  unseal(text: string, keys: SealKeys, signal: AbortSignal): Promise<Map<string, string>>
}

/** Creates the client; each file gets a worker, which is ended when it has answered. */
export function createAprjClient(): AprjClient {
  const once = async <T>(ask: (api: WorkerClient<AprjWorker>['api']) => Promise<T>): Promise<T> => {
    const worker = createWorkerClient<AprjWorker>({
      start: () => usualWorker(new Worker(new URL('./aprj.worker.ts', import.meta.url), { type: 'module' })),
      gone: { text: workerTexts.fileWorkerDied },
      // Nothing else is asked of it.
      grace: 0,
      deadline: {
        milliseconds: usualDeadline,
        error: (seconds) =>
          new AssayError('file-too-large', workerTexts.fileTooLong(seconds), { hint: workerTexts.fileTooLongHint }),
      },
    })
    try {
      return await ask(worker.api)
    } finally {
      worker.end()
    }
  }
  return {
    async read(bytes, name, signal) {
      try {
        return await once((api) => api.read(bytes, signal))
      } catch (thrown) {
        throw signal.aborted ? new AssayError('cancelled', workerTexts.readingCancelled(name)) : thrown
      }
    },
    write: (project) => once((api) => api.write(project)),
    merge: (versions, ours, theirs) => once((api) => api.merge(versions, ours, theirs)),
    conflicts: (project) => once((api) => api.conflicts(project)),
    seal: (values, to) => once((api) => api.seal(values, to)),
    unseal: (text, keys, signal) => once((api) => api.unseal(text, keys, signal)),
  }
}
