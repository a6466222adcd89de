import type { RunEvent } from '#engine/runner/report/events.ts'
import { stepsOfRow } from '#engine/runner/report/report-parts.ts'
import { placeKey } from '#engine/runner/execute/place.ts'
import { isOwn } from '#engine/runner/execute/progress.ts'
import type { CaseReport, Report, RowReport, StepReport } from '#engine/runner/report/report.ts'
import type { RunStore } from '#storage/types.ts'
import { rowOfLoop, rowsOfLoop } from './report-places.ts'
import type { Recording } from './recording.ts'
import type { ConversationPart, GroupPlace, StepPlace } from './run-session-type.ts'
import type { SessionState } from './state.ts'

/** A step of a group, where it was gone through. */
interface Visited {
  place: StepPlace
  step: StepReport
  entry: CaseReport
}

/** The steps of a case, or of a row of it, as they were gone through: those of a loop in each of its listed rows. */
function* visited(entry: CaseReport, row?: RowReport): Generator<Visited> {
  for (const step of row ? stepsOfRow(entry, row) : entry.steps) {
    if (step.loop === row?.loop || isOwn(step))
      yield { place: { case: entry.id, step: step.id, ...(row ? { rows: row.rows } : {}) }, step, entry }
    for (const inner of rowsOfLoop(entry, row, step.id)) yield* visited(entry, inner)
  }
}

function* inGroup(report: Report, group: GroupPlace): Generator<Visited> {
  for (const suite of report.suites) {
    if (group.suite !== undefined && suite.id !== group.suite) continue
    for (const entry of suite.cases) {
      if (group.case !== undefined && entry.id !== group.case) continue
      if (!group.rows) yield* visited(entry)
      else {
        const row = rowOfLoop(entry, group.rows, group.loop ?? '')
        if (row) yield* visited(entry, row)
      }
    }
  }
}

/** Events by step, read a part of the run at a time: what lies together is read once. */
function createReader(run: string, recording: Recording | undefined, runs: RunStore) {
  let read = new Map<string, RunEvent[]>()
  return async (place: StepPlace): Promise<RunEvent[]> => {
    const kept = recording?.of(place)
    if (kept) return kept
    if (!runs.partEvents) return runs.stepEvents(run, place)
    const key = placeKey(place)
    if (!read.has(key)) {
      read = new Map()
      for (const event of await runs.partEvents(run, place)) {
        if (!('step' in event)) continue
        const known = read.get(placeKey(event))
        if (known) known.push(event)
        else read.set(placeKey(event), [event])
      }
    }
    return read.get(key) ?? []
  }
}

const isWrong = ({ outcome }: StepReport) => outcome === 'failed' || outcome === 'broken' || outcome === 'cancelled'

/** See `RunDetails.conversation`. */
export async function conversationOf(
  group: GroupPlace,
  limit: number,
  state: SessionState,
  recording: Recording,
  runs: RunStore,
): Promise<{ parts: ConversationPart[]; more: boolean }> {
  const report = state.shown()
  const parts: ConversationPart[] = []
  if (!report) return { parts, more: false }
  const eventsOf = createReader(report.run, report === state.report() ? recording : undefined, runs)
  let count = 0
  for (const { place, step, entry } of inGroup(report, group)) {
    if (step.outcome === 'skipped' || (step.outcome === undefined && !step.running)) continue
    if (count >= limit) return { parts, more: true }
    const exchanges = (await eventsOf(place)).flatMap((event) => (event.type === 'exchanged' ? [event.exchange] : []))
    if (exchanges.length === 0 && !isWrong(step)) continue
    parts.push({ place, step, caseName: entry.name, exchanges })
    count += Math.max(1, exchanges.length)
  }
  return { parts, more: false }
}
