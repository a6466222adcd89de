import { batch } from 'solid-js'
import { emptyReport, fold } from '#engine/runner/fold.ts'
import type { RunStore } from '#storage/types.ts'
import { noticeTexts } from './notice-texts.ts'
import { LOG_LIMIT, type Recording } from './recording.ts'
import type { SessionState } from './state.ts'

/** Shows the results of a project's earlier runs: the newest, and of the others what it did not run. */
export async function restoreRuns(project: string, state: SessionState, recording: Recording, runs: RunStore): Promise<void> {
  const current = state.nextTurn()
  const found = await runs.runs(project)
  if (!current()) return
  const newestLast = found.toSorted((a, b) => a.startedAt.localeCompare(b.startedAt))
  for (const run of newestLast) if (run.report) state.index().load(run.report)
  const last = newestLast.at(-1)
  if (!last) return state.draw('all')
  recording.leaveStored(last.run)
  const events = last.report ? undefined : await runs.events?.(last.run, LOG_LIMIT)
  if (!current()) return
  batch(() => {
    const touched = new Set<string>()
    let report = last.report
    // An interrupted run left events but no report (R20).
    if (events) {
      recording.clear()
      for (const event of events) {
        report = fold(report ?? emptyReport(), event)
        state.index().follow(report, event, touched)
      }
      recording.add(events)
    }
    state.setReport(report)
    state.index().settle(touched)
    state.setOptions(report?.environment ? { environment: report.environment.id } : {})
    if (!state.sayCutOff(noticeTexts.interrupted) && last.interrupted) state.setNotice(noticeTexts.interruptedUnknown)
    state.draw('all')
  })
}
