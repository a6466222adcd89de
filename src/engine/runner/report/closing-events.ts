import type { ErrorCode } from '#engine/base/errors.ts'
import type { Counts, OutcomeName, RunEvent } from './events.ts'
import type { EventBody } from './event-stream.ts'
import { addCounts, outcomes, worse } from './outcomes.ts'
import { isOwn, runningRows } from '../execute/progress.ts'
import type { CaseReport, Report, RowReport, StepReport } from './report.ts'
import { runnerTexts as texts } from '../texts.ts'

/** The state from which the events of an interrupted run continue. */
export interface Cut {
  /** Number of the last event that came. */
  seq: number
  /** Now, in milliseconds since the run started. */
  at: number
  /** Why the step that was running has ended, in words. */
  message: string
  /** It was not stopped by a user: it and the run are broken, by this. */
  broken?: { code: ErrorCode; hint?: string }
}

/**
 * The events that end a run whose runner is gone, by the runner's rules: the step that was running is cancelled, those after it
 * are skipped, and their cases and the run are cancelled at best; or broken, if no one stopped it. None if the run has ended.
 * `notBegun` is omitted: a report doesn't know the cases that were not started, only their number of steps.
 */
export function closingEvents(report: Report, cut: Cut): RunEvent[] {
  if (report.outcome !== undefined) return []
  const bodies: EventBody[] = []
  const counts = { ...report.counts }
  let begun = 0
  for (const { cases } of report.suites) {
    for (const one of cases) {
      begun += one.steps.length
      if (one.outcome === undefined) addCounts(counts, closeCase(one, cut, bodies))
    }
  }
  counts.skipped += Math.max(0, report.total.steps - begun)
  bodies.push({ type: 'run-finished', outcome: endOf(counts, cut), duration: cut.at, counts, reason: reasonOf(cut) })
  return bodies.map((body, index) => Object.assign({ type: body.type, seq: cut.seq + index + 1, at: cut.at }, body) as RunEvent)
}

/** The outcome of an interrupted case or run: the worst of its steps, at best cancelled or broken. */
const endOf = (counts: Counts, { broken }: Cut): OutcomeName =>
  worse(outcomes.findLast((outcome) => counts[outcome] > 0) ?? 'cancelled', broken ? 'broken' : 'cancelled')

const reasonOf = ({ broken, message }: Cut): string => (broken ? message : texts.stopped)

function closeCase(one: CaseReport, cut: Cut, bodies: EventBody[]): Counts {
  const counts = closePart(one.id, one, runningRows(one), cut, bodies)
  bodies.push({ type: 'case-finished', case: one.id, outcome: endOf(counts, cut), duration: cut.at - one.startedAt, counts })
  return counts
}

/** Closes a case or a row: first the row that goes on in it, then its own steps. */
function closePart(
  id: string,
  part: CaseReport | RowReport,
  [inner, ...deeper]: RowReport[],
  cut: Cut,
  bodies: EventBody[],
): Counts {
  // So far of the rows that have ended in it.
  const counts = { ...part.counts }
  const closed = new Set<string>()
  if (inner) {
    const ofRow = closePart(id, inner, deeper, cut, bodies)
    const place = { case: id, rows: inner.rows, step: inner.loop }
    bodies.push({ type: 'row-finished', ...place, outcome: endOf(ofRow, cut), duration: cut.at - inner.startedAt, counts: ofRow })
    addCounts(counts, ofRow)
    for (const step of inner.steps ?? []) closed.add(step.id)
  }
  const rows = 'rows' in part && 'loop' in part ? { rows: part.rows } : {}
  for (const step of part.steps ?? []) {
    if (isOwn(step) && step.outcome) counts[step.outcome]++
    else if (step.outcome === undefined && !closed.has(step.id)) {
      const end = endOfStep(step, cut)
      bodies.push({ type: 'step-finished', case: id, ...rows, step: step.id, ...end })
      counts[end.outcome]++
    }
  }
  return counts
}

function endOfStep({ running, startedAt }: StepReport, cut: Cut) {
  const { at, message, broken } = cut
  const begun = running ? startedAt : undefined
  if (begun === undefined) return { outcome: 'skipped', duration: 0, message: reasonOf(cut) } as const
  if (broken) return { outcome: 'broken', duration: at - begun, message, ...broken } as const
  return { outcome: 'cancelled', duration: at - begun, message } as const
}
