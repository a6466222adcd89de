import { AssayError } from '#engine/base/errors.ts'
import type { ImporterId } from '#engine/importers/facts.ts'
import type { Imported } from '#engine/importers/run-import.ts'
import type { ImportSource } from '#engine/importers/source.ts'
import type { ImportWorker } from './import.worker.ts'
import { workerRequestTexts } from './request-texts.ts'
import { workerTexts } from './texts.ts'
import { createWorkerClient, usualDeadline, usualWorker } from './worker-client.ts'

/**
 * Reads what another tool exported, in a worker of its own that ends with its answer. Rejects with AssayError:
 * `import-unusable` if it can't be read or takes more than a minute, `cancelled` when the signal aborts; the worker is ended
 * then, whatever it does.
 */
export async function readImport(kind: ImporterId | 'auto', source: ImportSource, signal: AbortSignal): Promise<Imported> {
  const worker = createWorkerClient<ImportWorker>({
    start: () => usualWorker(new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module' })),
    gone: { text: workerRequestTexts.importWorkerDied },
    // Nothing else is asked of it.
    grace: 0,
    deadline: {
      milliseconds: usualDeadline,
      error: (seconds) =>
        new AssayError('import-unusable', workerRequestTexts.importTooLong(source.name, seconds), {
          hint: workerRequestTexts.importTooLongHint,
        }),
    },
  })
  try {
    return await worker.api.read(kind, source, signal)
  } catch (thrown) {
    throw signal.aborted ? new AssayError('cancelled', workerTexts.readingCancelled(source.name)) : thrown
  } finally {
    worker.end()
  }
}
