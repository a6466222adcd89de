import { batch, createSignal } from 'solid-js'
import { liveCounts, progressOf } from '#engine/runner/execute/progress.ts'
import type { Counts } from '#engine/runner/report/events.ts'
import type { Report } from '#engine/runner/report/report.ts'
import type { RunOptions } from '#engine/runner/plan/selection.ts'
import { createKeyedSignals } from './keyed-signals.ts'
import { keptRun, type KeptRun } from './kept-runs.ts'
import type { Recording } from './recording.ts'
import { createRunIndex } from './run-index.ts'

/** A kept run that was opened. */
export interface OpenedRun {
  report: Report
  recording: Recording
}

/** What the parts of the session share: the newest run and the one that is shown, what is known of each step, and what of it is drawn when. */
export type SessionState = ReturnType<typeof createSessionState>

/** Runs that are listed: more are not kept. */
const LISTED = 20

const noCounts: Counts = { passed: 0, failed: 0, broken: 0, skipped: 0, cancelled: 0 }

/** Creates the state of a session; must be called inside a Solid root. */
export function createSessionState() {
  const signals = createKeyedSignals()
  const [version, setVersion] = createSignal(0)
  const [running, setRunning] = createSignal(false)
  const [notice, setNotice] = createSignal<string>()
  const [interrupted, setInterrupted] = createSignal<{ step: number; total: number }>()
  const [opened, setOpened] = createSignal<OpenedRun>()
  const [kept, setKept] = createSignal<readonly KeptRun[]>([])
  let index = createRunIndex()
  let report: Report | undefined
  let isFresh = false
  let options: RunOptions = {}
  let turns = 0
  const turn = () => {
    const own = turns
    return () => own === turns
  }
  return {
    running,
    setRunning,
    notice,
    setNotice,
    interrupted,
    version,
    track: signals.track,
    index: () => index,
    /** The report of the newest run as it is now; for what is drawn, read `version` with it. */
    report: () => report,
    setReport: (next: Report | undefined) => void (report = next),
    /** A kept run that someone opened: the panel shows it instead of the newest one. Reactive. */
    opened,
    setOpened,
    /** The report that the panel shows. */
    shown: () => opened()?.report ?? report,
    /** The runs that are kept, newest first. Reactive. */
    kept,
    /** A run of which nothing changed stays the same object: what is drawn of it stays, with a menu that is open at it. */
    setKept: (found: readonly KeptRun[]) =>
      setKept((before) => found.map((one) => before.find((known) => JSON.stringify(known) === JSON.stringify(one)) ?? one)),
    /** Puts the newest run at the top of the list, as it is now. */
    keep: () => {
      if (!report?.run) return
      const newest = keptRun({ ...report, report })
      setKept((before) => [newest, ...before.filter(({ run }) => run !== newest.run)].slice(0, LISTED))
    },
    /** The newest run started in this page, not before it was loaded. */
    isFresh: () => isFresh,
    setFresh: (next: boolean) => void (isFresh = next),
    /** Of the run that is shown. */
    counts: () => {
      const shown = opened()?.report ?? report
      return shown ? liveCounts(shown) : noCounts
    },
    /** How the newest run was started. */
    options: () => options,
    setOptions: (next: RunOptions) => void (options = next),
    /** Each start and each restore is a turn. Tells whether this one still goes on: what belongs to an older one is late and ignored. */
    turn,
    nextTurn: () => {
      turns++
      return turn()
    },
    /** Notifies the readers of these keys, and the run panel, of a change. */
    draw: (touched: Iterable<string> | 'all') =>
      batch(() => {
        if (touched === 'all') signals.touchAll()
        else for (const key of touched) signals.touch(key)
        setVersion((before) => before + 1)
      }),
    /** If the run has no end, says so with the step at which it was cut off (R20). */
    sayCutOff: (text: (step: number, total: number) => string): boolean => {
      if (!report || report.outcome) return false
      const place = progressOf(report)
      setInterrupted(place)
      setNotice(text(place.step, place.total))
      return true
    },
    unsay: () => {
      setNotice(undefined)
      setInterrupted(undefined)
    },
    /** Another project: nothing is known of it yet. */
    forget: () => {
      index = createRunIndex()
      report = undefined
      isFresh = false
      setOpened(undefined)
      setKept([])
    },
  }
}
