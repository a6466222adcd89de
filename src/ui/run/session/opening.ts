import { batch, untrack } from 'solid-js'
import { textOf } from '#engine/base/errors.ts'
import type { Report } from '#engine/runner/report/report.ts'
import type { RunStore } from '#storage/types.ts'
import type { Choosing } from './choosing.ts'
import { keptRun } from './kept-runs.ts'
import { noticeTexts } from './notice-texts.ts'
import { createRecording } from './recording.ts'
import { readReport } from './restoring.ts'
import type { SessionState } from './state.ts'

/** The list of kept runs, and the one of them that the panel shows. */
export interface Opening {
  /** Reads the list again. */
  refresh(): Promise<void>
  /** Shows a kept run; the newest one in its live state. */
  open(run: string): Promise<void>
  /** Shows a report from elsewhere; nothing of it is kept. */
  show(report: Report): void
  /** Back to the newest one. */
  close(): void
  /** Calls a run by another name, where it is shown too; an empty one takes the name away. */
  rename(run: string, name: string): Promise<void>
}

/** See {@link Opening}. */
export function createOpening(
  state: SessionState,
  { runs, choosing, project }: { runs: RunStore; choosing: Choosing; project(): string | undefined },
): Opening {
  /** The last request decides what is shown. */
  let asked = 0
  const close = () => {
    asked++
    if (!state.opened()) return
    batch(() => {
      state.setOpened(undefined)
      choosing.lookAt()
      state.draw([])
    })
  }
  const open = async (run: string) => {
    if (run === state.report()?.run) {
      if (!untrack(choosing.selected) && !untrack(state.opened)) choosing.lookAt()
      return close()
    }
    const own = ++asked
    const turn = state.turn()
    // Also a run that starts meanwhile, or another project, takes its place.
    const isCurrent = () => own === asked && turn()
    try {
      const stored = await runs.run(run)
      if (!isCurrent()) return
      const recording = createRecording(state, runs)
      const report = stored && (await readReport(stored, recording, runs, isCurrent))
      if (!isCurrent()) return
      batch(() => {
        if (!report) return state.setNotice(stored ? noticeTexts.nothingKept : noticeTexts.runGone)
        state.unsay()
        state.setOpened({ report, recording })
        choosing.lookAt()
        state.draw([])
      })
    } catch (thrown) {
      if (isCurrent()) state.setNotice(noticeTexts.open(textOf(thrown)))
    }
  }
  const show = (report: Report) => {
    asked++
    const recording = createRecording(state, runs)
    recording.leaveStored(report.run)
    batch(() => {
      state.unsay()
      state.setOpened({ report, recording })
      choosing.lookAt()
      state.draw([])
    })
  }
  const refresh = async () => {
    const of = project()
    if (of === undefined) return
    const found = await runs.runs(of)
    if (of === project()) state.setKept(found.map(keptRun))
  }
  const rename = async (run: string, name: string) => {
    await runs.rename(run, name)
    for (const report of [state.report(), untrack(state.opened)?.report])
      if (report?.run === run) report.name = name === '' ? undefined : name
    state.draw([])
    await refresh()
  }
  return { refresh, open, show, close, rename }
}
