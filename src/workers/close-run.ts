import type { Counts, OutcomeName, RunEvent } from '#engine/runner/events.ts'
import { addCounts, emptyCounts } from '#engine/runner/outcomes.ts'
import { workerTexts } from './texts.ts'

interface OpenCase {
  case: string
  row?: number
  at: number
  counts: Counts
  /** Steps without an outcome, in order, with the time at which they began. */
  open: Map<string, number | undefined>
}

/** Follows a run's events so that it can be closed from outside when its worker can't do it any more. */
export interface RunFollower {
  see(events: RunEvent[]): void
  /** The events that end the run as cancelled: the running step, its case, the run. `now` in milliseconds since it began. */
  close(): RunEvent[]
  /** How many steps have begun, and how many were planned. */
  progress(): { step: number; total: number }
}

/** How a case or a run ended that was closed from outside. */
const endOf = ({ failed, broken }: Counts): OutcomeName => (failed > 0 ? 'failed' : broken > 0 ? 'broken' : 'cancelled')

const keyOf = (place: { case: string; row?: number | undefined }) => `${place.row ?? ''} ${place.case}`

/** Makes the follower of one run. Only what is open is kept, and how each finished case counts. */
export function followRun(monotonic: () => number = () => performance.now()): RunFollower {
  const cases = new Map<string, OpenCase>()
  const counts = emptyCounts()
  /** What finished cases have added to the counts: a case that is run again counts once. */
  const added = new Map<string, Counts>()
  let seq = 0
  let startedAt = monotonic()
  let begun = 0
  let total = 0
  let finished = false

  const seeStep = (event: Extract<RunEvent, { type: 'step-finished' }>) => {
    const open = cases.get(keyOf(event))
    open?.open.delete(event.step)
    if (open) open.counts[event.outcome]++
    counts[event.outcome]++
  }
  const seeOne = (event: RunEvent) => {
    seq = event.seq
    if (event.type === 'run-started') {
      startedAt = monotonic() - event.at
      total = event.total.steps
    } else if (event.type === 'case-started') {
      const row = event.row === undefined ? {} : { row: event.row }
      const before = added.get(keyOf({ case: event.case.id, row: event.row }))
      if (before) addCounts(counts, before, -1)
      const open = new Map(event.steps.map((step): [string, undefined] => [step.id, undefined]))
      cases.set(keyOf({ case: event.case.id, row: event.row }), {
        case: event.case.id,
        ...row,
        at: event.at,
        counts: emptyCounts(),
        open,
      })
    } else if (event.type === 'step-started') {
      begun++
      cases.get(keyOf(event))?.open.set(event.step, event.at)
    } else if (event.type === 'step-finished') seeStep(event)
    else if (event.type === 'case-finished') {
      cases.delete(keyOf(event))
      added.set(keyOf(event), event.counts)
    } else if (event.type === 'run-finished') finished = true
  }
  const closeCase = (open: OpenCase, at: number): RunEvent[] => {
    const row = open.row === undefined ? {} : { row: open.row }
    const steps = [...open.open].map(([step, begunAt]): RunEvent => {
      const outcome: OutcomeName = begunAt === undefined ? 'skipped' : 'cancelled'
      open.counts[outcome]++
      counts[outcome]++
      const message = begunAt === undefined ? {} : { message: workerTexts.stepStopped }
      const duration = begunAt === undefined ? 0 : at - begunAt
      return { type: 'step-finished', seq: ++seq, at, case: open.case, ...row, step, outcome, duration, ...message }
    })
    const outcome = endOf(open.counts)
    const duration = at - open.at
    return [...steps, { type: 'case-finished', seq: ++seq, at, case: open.case, ...row, outcome, duration, counts: open.counts }]
  }
  return {
    see(events) {
      // What `close` gave may come back with the others.
      for (const event of events) if (!finished) seeOne(event)
    },
    close() {
      if (finished) return []
      finished = true
      const at = Math.round(monotonic() - startedAt)
      const closing = [...cases.values()].flatMap((open) => closeCase(open, at))
      cases.clear()
      // Steps of cases that were not begun.
      counts.skipped += Math.max(0, total - Object.values(counts).reduce((sum, count) => sum + count, 0))
      const outcome = endOf(counts)
      return [...closing, { type: 'run-finished', seq: ++seq, at, outcome, duration: at, counts, reason: workerTexts.stopped }]
    },
    progress: () => ({ step: begun, total }),
  }
}
