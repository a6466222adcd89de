import type { RunEvent } from '#engine/runner/report/events.ts'
import { closingEvents } from '#engine/runner/report/closing-events.ts'
import { fold } from '#engine/runner/report/fold.ts'
import { emptyReport } from '#engine/runner/report/report-parts.ts'
import type { ReadBody } from '#engine/reporters/reporter.ts'
import type { Services } from '../../page/services.ts'
import { reportTexts } from './texts.ts'

/** The most events of a run that are read; a longer report would be of no use. */
const mostEvents = 500_000
/** Of a body no report shows more; a HAR file has it whole. */
const mostOfBody = 1_000_001
/** Of all bodies together. */
const mostOfBodies = 60_000_000

/** A kept run, as reporters get it. */
export interface ReadRun {
  events: RunEvent[]
  body: ReadBody
  /** Its last events are missing. */
  partial: boolean
}

/** Reads a kept run with its bodies, long ones `whole` or as far as reports show them; of one that was cut off the end is added as the runner would have told it. */
export async function readRun({ runs, client }: Pick<Services, 'runs' | 'client'>, run: string, whole = false): Promise<ReadRun> {
  const events = (await runs.events?.(run, mostEvents)) ?? []
  const [first] = events
  const last = events.at(-1)
  // A name is given when the events are long written.
  const name = (await runs.run(run))?.report?.name
  if (first?.type === 'run-started' && name !== undefined) events[0] = { ...first, name }
  if (!last) throw new Error(reportTexts.export.gone)
  if (last.type !== 'run-finished') {
    const report = events.reduce(fold, emptyReport())
    events.push(...closingEvents(report, { seq: last.seq, at: last.at, message: reportTexts.export.cutOff }))
  }
  const bodies = new Map<string, Uint8Array>()
  let left = mostOfBodies
  for (const event of events) {
    const body =
      event.type === 'exchanged' ? event.exchange.response?.body : event.type === 'queried' ? event.query.body : undefined
    const length = whole ? (body?.size ?? 0) : mostOfBody
    if (!body || body.dropped || body.size === 0 || left <= 0 || (whole && length > left)) continue
    // One after the other: a run may have tens of thousands.
    const bytes = await client.results.body(run, body.id, { start: 0, end: length })
    if (!bytes) continue
    left -= bytes.byteLength
    bodies.set(body.id, bytes)
  }
  return { events, body: (id) => bodies.get(id), partial: events.length >= mostEvents }
}
