import { liftLimits } from '#engine/base/work-limit.ts'
import { shortId } from '#engine/base/ids.ts'
import { importToRun } from '#engine/case-builder/first-run.ts'
import type { ImporterId } from '#engine/importers/facts.ts'
import type { Imported } from '#engine/importers/run-import.ts'
import type { ImportSource } from '#engine/importers/source.ts'
import { exposeApi } from './wire.ts'

/** Reads what other tools exported away from the page's thread: parsers, archives, large collections. */
const api = {
  /** In one go: aborting the signal ends the worker. Rejects with AssayError `import-unusable`. */
  async read(kind: ImporterId | 'auto', source: ImportSource, _signal: AbortSignal): Promise<Imported> {
    const read = await importToRun(kind, source, () => shortId((length) => crypto.getRandomValues(new Uint8Array(length))))
    if (!read.ok) throw read.error
    return read.value
  },
}

/** What the page can ask this worker. */
export type ImportWorker = typeof api

// The page can end this worker, whatever it does.
liftLimits()
exposeApi(api)
