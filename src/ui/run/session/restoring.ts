import { batch } from 'solid-js'
import { emptyReport } from '#engine/runner/report/report-parts.ts'
import type { Report } from '#engine/runner/report/report.ts'
import type { RunStore, StoredRun } from '#storage/types.ts'
import { keptRun } from './kept-runs.ts'
import { noticeTexts } from './notice-texts.ts'
import { LOG_LIMIT, type Recording } from './recording.ts'
import type { SessionState } from './state.ts'

/**
 * The report of a kept run. An interrupted one left events but none (R20): it is made of them, and they are recorded, if that is
 * still wanted when they have been read.
 */
export async function readReport(
  stored: StoredRun,
  recording: Recording,
  runs: RunStore,
  isWanted: () => boolean,
): Promise<Report | undefined> {
  if (stored.report) {
    recording.leaveStored(stored.run)
    return stored.report
  }
  const [events, { fold }] = await Promise.all([runs.events?.(stored.run, LOG_LIMIT), import('#engine/runner/report/fold.ts')])
  if (!events || events.length === 0 || !isWanted()) return undefined
  recording.clear()
  recording.add(events)
  return settled(events.reduce(fold, emptyReport()))
}

/** Nothing is running any more in a run that was cut off. */
function settled(report: Report): Report {
  for (const { cases } of report.suites)
    for (const entry of cases)
      for (const { steps = [] } of [entry, ...(entry.rows ?? [])]) for (const step of steps) step.running = undefined
  return report
}

/**
 * Shows the results of a project's earlier runs: the newest, unless one has been started meanwhile, and in tree and step list the last
 * result of each case. `isOpen` tells whether it still is the project that is open.
 */
export async function restoreRuns(
  project: string,
  state: SessionState,
  recording: Recording,
  runs: RunStore,
  isOpen: () => boolean,
): Promise<void> {
  const current = state.nextTurn()
  const found = await runs.runs(project)
  if (!isOpen()) return
  state.setKept(found.map(keptRun))
  const newestLast = found.toSorted((a, b) => a.startedAt.localeCompare(b.startedAt))
  for (const run of newestLast) if (run.report) state.index().load(run.report)
  if (!current()) return state.draw('all')
  // One that has neither ended nor been cut off goes on in another tab: what it comes to is unknown here yet.
  const last = newestLast.findLast((run) => run.report ?? run.interrupted)
  if (last !== newestLast.at(-1)) state.setNotice(noticeTexts.elsewhere)
  if (!last) return state.draw('all')
  const report = await readReport(last, recording, runs, current)
  if (!current()) return
  batch(() => {
    if (report && !last.report) state.index().load(report)
    state.setReport(report)
    state.index().settle(new Set())
    state.setOptions(report?.environment ? { environment: report.environment.id } : {})
    if (!state.sayCutOff(noticeTexts.interrupted) && last.interrupted) state.setNotice(noticeTexts.interruptedUnknown)
    state.draw('all')
  })
}
