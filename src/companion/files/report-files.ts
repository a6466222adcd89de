import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { reporterEntry } from '#engine/reporters/index.ts'
import { multiplex, type Listener } from '#engine/reporters/multiplex.ts'
import { reportOf } from '#engine/reporters/report-of.ts'
import type { ReadBody, Surroundings } from '#engine/reporters/reporter.ts'
import type { NotBegun, RunEvent } from '#engine/runner/report/events.ts'
import { emptyCounts } from '#engine/runner/report/outcomes.ts'
import { UsageError, type Host } from '../host.ts'
import { refusalOf } from './read-file.ts'
import type { ReportTarget } from '../options/run-options.ts'
import { openDocument, openFolder, openTextFile, type TextFile } from './text-files.ts'
import { programTexts as texts } from '../texts.ts'

/** The input of reports besides their events. */
export interface ReportNeeds {
  /** The cases of the run, for what a report says until the run has ended. */
  notBegun: () => NotBegun[]
  /** Reads what was kept of bodies; absent: nothing was. */
  body?: ReadBody | undefined
  surroundings?: Surroundings | undefined
}

/** The open reports of a run. */
export interface RunReports {
  onEvent(event: RunEvent): void
  /** Writes what is left and closes the files; false if something could not be written. */
  close(): boolean
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
export function refuseOverwriting(targets: readonly Pick<ReportTarget, 'path'>[], projects: readonly string[]): void {
  const taken = new Set<string>()
  const projectFiles = new Set(projects.map(fileOf))
  for (const { path } of targets) {
    if (path === undefined) continue
    const file = fileOf(path)
    if (projectFiles.has(file)) throw new UsageError(texts.overProject(path))
    if (taken.has(file)) throw new UsageError(texts.samePath(path))
    taken.add(file)
  }
}

/**
 * Opens every report before the run starts: a path that can't be written is a UsageError then, not a lost report later. What
 * can't be written while the run goes on (a full disk) ends that report, is said once, and leaves the run and the others alone.
 * From its first event on a document says of the run that it has not ended, until it has: a run that is killed leaves neither
 * half a report nor that of an earlier run.
 */
export async function openReports(
  targets: readonly ReportTarget[],
  host: Host,
  { notBegun, body = () => undefined, surroundings = {} }: ReportNeeds,
): Promise<RunReports> {
  const files: { path: string; file: TextFile }[] = []
  let complete = true
  const failed = (name: string, error: unknown): void => {
    complete = false
    host.say(`${texts.reportFailed(name, refusalOf(error))}\n`)
  }
  const loaded = await Promise.all(
    targets.map(async ({ kind, path }) => ({ kind, path, ...reporterEntry(kind), reporter: await reporterEntry(kind).load() })),
  )
  const listeners = loaded.map(({ kind, path, reporter, folder, isDocument }): Listener => {
    if (path === undefined) {
      const { paint } = host.out
      return {
        name: kind,
        on: reporter.create((text) => host.out.write(text), body, { ...surroundings, ...(paint && { paint }) }),
      }
    }
    try {
      if (folder !== undefined)
        return { name: path, on: reporter.create(ignored, body, { ...surroundings, file: openFolder(path) }) }
      if (!isDocument) {
        const file = openTextFile(path)
        files.push({ path, file })
        return { name: path, on: reporter.create((text) => file.write(text), body, surroundings) }
      }
      const file = openDocument(path)
      files.push({ path, file })
      const on = reporter.create((text) => file.write(text), body, surroundings)
      return {
        name: path,
        on: (event) => {
          if (event.type === 'run-started') file.precede(reportOf(reporter, [event, unfinished(event, notBegun())], surroundings))
          on(event)
        },
      }
    } catch (error) {
      for (const { file } of files) file.close()
      throw new UsageError(texts.unwritable(path, refusalOf(error)))
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

const ignored = (): void => {}

/** The end of a run of which nothing more is known than that it has started. */
const unfinished = ({ seq, at, total }: Extract<RunEvent, { type: 'run-started' }>, notBegun: NotBegun[]): RunEvent => ({
  type: 'run-finished',
  seq: seq + 1,
  at,
  outcome: 'broken',
  duration: 0,
  counts: { ...emptyCounts(), skipped: total.steps },
  reason: texts.notEnded,
  notBegun,
})

/** Whether standard output lost a report, which is said. A reader that went away (`assay run … | head`) wanted no more. */
export function isLost({ out: { failed }, say }: Pick<Host, 'out' | 'say'>): boolean {
  if (failed === undefined || (failed as NodeJS.ErrnoException).code === 'EPIPE') return false
  say(`${texts.reportFailed(texts.standardOutput, refusalOf(failed))}\n`)
  return true
}
