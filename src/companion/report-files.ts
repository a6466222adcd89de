import { closeSync, openSync, realpathSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import { reporters } from '#engine/reporters/index.ts'
import { multiplex, type Listener } from '#engine/reporters/multiplex.ts'
import type { ReadBody } from '#engine/reporters/reporter.ts'
import type { RunEvent } from '#engine/runner/events.ts'
import { UsageError, type Host } from './host.ts'
import { refusalOf } from './read-file.ts'
import type { ReportTarget } from './run-options.ts'
import { texts } from './texts.ts'

/** The reports of a run, while it goes on. */
export interface RunReports {
  onEvent(event: RunEvent): void
  /** Writes what is left and closes the files; false if something could not be written. */
  close(): boolean
}

/** A file that text is added to, in pieces that are worth a call. Throws what the file system throws. */
interface TextFile {
  write(text: string): void
  close(): void
}

const pieceSize = 32 * 1024

function openText(path: string): TextFile {
  const file = openSync(path, 'w')
  let waiting = ''
  const flush = (): void => {
    for (let left = Buffer.from(waiting); left.length > 0;) left = left.subarray(writeSync(file, left))
    waiting = ''
  }
  return {
    write(text) {
      waiting += text
      if (waiting.length >= pieceSize) flush()
    },
    close() {
      try {
        flush()
      } finally {
        closeSync(file)
      }
    },
  }
}

/** The file that a path leads to, however it is written; for one that is not there yet its full path. */
function fileOf(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return resolve(path)
  }
}

/** UsageError if a report would overwrite the project that is run, or another report. */
export function refuseOverwriting(targets: readonly ReportTarget[], project: string): void {
  const taken = new Set<string>()
  const projectFile = fileOf(project)
  for (const { path } of targets) {
    if (path === undefined) continue
    const file = fileOf(path)
    if (file === projectFile) throw new UsageError(texts.overProject(path), 'run')
    if (taken.has(file)) throw new UsageError(texts.samePath(path), 'run')
    taken.add(file)
  }
}

/**
 * Opens every report before the run begins: a path that can't be written is a UsageError then, not a lost report later. What
 * can't be written while the run goes on (a full disk) ends that report, is said once, and leaves the run and the others alone.
 */
export function openReports(targets: readonly ReportTarget[], host: Host, body: ReadBody = () => undefined): RunReports {
  const files: { path: string; file: TextFile }[] = []
  let complete = true
  const failed = (name: string, error: unknown): void => {
    complete = false
    host.say(`${texts.reportFailed(name, refusalOf(error))}\n`)
  }
  const listeners = targets.map(({ kind, path }): Listener => {
    if (path === undefined) return { name: kind, on: reporters[kind].create((text) => host.out.write(text), body) }
    try {
      const file = openText(path)
      files.push({ path, file })
      return { name: path, on: reporters[kind].create((text) => file.write(text), body) }
    } catch (error) {
      for (const { file } of files) file.close()
      throw new UsageError(texts.unwritable(path, refusalOf(error)), 'run')
    }
  })
  return {
    onEvent: multiplex(listeners, failed),
    close() {
      for (const { path, file } of files) {
        try {
          file.close()
        } catch (error) {
          if (complete) failed(path, error)
        }
      }
      return complete
    },
  }
}
