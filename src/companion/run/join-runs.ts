import type { NotBegun, OutcomeName, RunEnd, RunEvent } from '#engine/runner/report/events.ts'
import { addCounts, emptyCounts, worse } from '#engine/runner/report/outcomes.ts'
import { casesNotBegun } from '#engine/runner/run.ts'
import { nodeClock } from '#platform/node/clock.ts'
import type { RunPart } from './run-parts.ts'

/** The events of several runs as those of one. */
export interface JoinedRun {
  /** Takes the events of a part that starts now; `mask` hides secrets in the values of its row. */
  part(part: RunPart, mask: (text: string) => string): (event: RunEvent) => void
  /** Milliseconds since it began. */
  elapsed(): number
  /** The part has ended. */
  ended(part: RunPart, end: RunEnd): void
  /** The last event. `why`: what kept the parts that were not started from it. */
  finish(why?: { outcome: OutcomeName; reason: string }): RunEnd
}

type Start = Omit<Extract<RunEvent, { type: 'run-started' }>, 'type' | 'seq' | 'at' | 'total'>

/** Begins a run of several parts and emits its first event. Ids and names are those of the whole run. */
export function joinRuns(parts: readonly RunPart[], start: Start, emit: (event: RunEvent) => void): JoinedRun {
  const begun = nodeClock.monotonic()
  let seq = 0
  const elapsed = (): number => Math.round((nodeClock.monotonic() - begun) * 100) / 100
  const ends = new Map<RunPart, RunEnd>()
  const suites = new Set(parts.flatMap(({ plan, names }) => plan.suites.map(({ suite }) => names.suiteId(suite.id))))
  const total = { suites: suites.size, cases: 0, steps: 0 }
  for (const { plan } of parts) {
    total.cases += plan.total.cases
    total.steps += plan.total.steps
  }
  emit({ type: 'run-started', seq: ++seq, at: 0, ...start, total })
  return {
    elapsed,
    part({ names }, mask) {
      const offset = elapsed()
      return (event) => {
        if (event.type === 'run-started' || event.type === 'run-finished') return
        const place = { seq: ++seq, at: offset + event.at }
        if (event.type === 'run-cookies') {
          const { scope, id } = event
          const renamedId = id === undefined || scope === 'run' ? id : scope === 'case' ? names.caseId(id) : names.suiteId(id)
          return emit({ ...event, ...place, ...(renamedId === undefined ? {} : { id: renamedId }) })
        }
        if (event.type !== 'case-started') {
          const moved = { ...event, ...place, case: names.caseId(event.case) } as typeof event
          if (moved.type === 'exchanged') moved.exchange = { ...moved.exchange, at: offset + moved.exchange.at }
          if (moved.type === 'queried') moved.query = { ...moved.query, at: offset + moved.query.at }
          return emit(moved)
        }
        const { suite, case: one } = event
        emit({
          ...event,
          ...place,
          suite: { id: names.suiteId(suite.id), name: names.suite(suite.name) },
          case: { id: names.caseId(one.id), name: names.case(one.name, mask) },
        })
      }
    },
    ended: (part, end) => void ends.set(part, end),
    finish(why) {
      const counts = emptyCounts()
      const notBegun: NotBegun[] = []
      let outcome: OutcomeName = why?.outcome ?? 'skipped'
      let reason: string | undefined
      for (const part of parts) {
        const end = ends.get(part)
        if (end) {
          addCounts(counts, end.counts)
          outcome = worse(outcome, end.outcome)
          reason ??= end.reason
        } else counts.skipped += part.plan.total.steps
        notBegun.push(...renamed(end ? (end.notBegun ?? []) : casesNotBegun(part.plan), part))
      }
      reason ??= why?.reason
      const end: RunEnd = {
        outcome,
        duration: elapsed(),
        counts,
        ...(reason === undefined ? {} : { reason }),
        ...(notBegun.length === 0 ? {} : { notBegun }),
      }
      emit({ type: 'run-finished', seq: ++seq, at: elapsed(), ...end })
      return end
    },
  }
}

/** All cases of parts, as the whole run calls them. */
export const allNotBegun = (parts: readonly RunPart[]): NotBegun[] =>
  parts.flatMap((part) => renamed(casesNotBegun(part.plan), part))

/** Cases that were not started, as the whole run calls them. */
const renamed = (notBegun: readonly NotBegun[], { names }: RunPart): NotBegun[] =>
  notBegun.map(({ suite, cases }) => ({
    suite: { id: names.suiteId(suite.id), name: names.suite(suite.name) },
    cases: cases.map((one) => ({ ...one, id: names.caseId(one.id), name: names.case(one.name) })),
  }))
