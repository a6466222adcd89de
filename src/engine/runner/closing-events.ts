import type { Counts, OutcomeName, RunEvent } from './events.ts'
import type { EventBody } from './event-stream.ts'
import { addCounts, emptyCounts, outcomes, worse } from './outcomes.ts'
import type { CaseReport, Report } from './report.ts'
import { texts } from './texts.ts'

/** From where the events of a run that was cut short go on. */
export interface Cut {
  /** Number of the last event that came. */
  seq: number
  /** Now, in milliseconds since the run began. */
  at: number
  /** Why the step that was running has ended, in words. */
  message: string
}

/**
 * The events that end a run whose runner is gone, by the runner's rules: the step that was running is cancelled, those after
 * it are skipped, and their cases and the run are cancelled at best. None if the run has ended. `notBegun` is left out: a report doesn't
 * know the cases that were not begun, only their number of steps.
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
  bodies.push({ type: 'run-finished', outcome: endOf(counts), duration: cut.at, counts, reason: texts.stopped })
  return bodies.map((body, index) => Object.assign({ type: body.type, seq: cut.seq + index + 1, at: cut.at }, body) as RunEvent)
}

/** How a case or a run that was cut short ended: the worst of its steps, cancelled at best. */
const endOf = (counts: Counts): OutcomeName =>
  worse(outcomes.findLast((outcome) => counts[outcome] > 0) ?? 'cancelled', 'cancelled')

function closeCase(one: CaseReport, { at, message }: Cut, bodies: EventBody[]): Counts {
  const counts = emptyCounts()
  for (const step of one.steps) {
    if (step.outcome === undefined) {
      const place = { case: one.id, step: step.id }
      const begun = step.running ? step.startedAt : undefined
      bodies.push(
        begun === undefined
          ? { type: 'step-finished', ...place, outcome: 'skipped', duration: 0 }
          : { type: 'step-finished', ...place, outcome: 'cancelled', duration: at - begun, message },
      )
      counts[begun === undefined ? 'skipped' : 'cancelled']++
    } else counts[step.outcome]++
  }
  bodies.push({ type: 'case-finished', case: one.id, outcome: endOf(counts), duration: at - one.startedAt, counts })
  return counts
}
