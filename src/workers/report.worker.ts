import { reporterEntry, type ReporterId } from '#engine/reporters/index.ts'
import { repeatCommand, type RepeatedRun } from '#engine/reporters/repeat-command.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import { exposeApi } from './wire.ts'

/** Reports that are being written: what each receives, and its result. */
const writing = new Map<string, { on(event: RunEvent): void; bodies: Map<string, Uint8Array>; pieces: string[] }>()

const api = {
  /** Starts a report; `repeat` is the run that its command repeats, but for its seed. Gives what the other calls name it by. */
  async begin(format: ReporterId, repeat: Omit<RepeatedRun, 'seed'>): Promise<string> {
    const { wants, load } = reporterEntry(format)
    const reporter = await load()
    const page = wants.page ? (await import('virtual:report-page')).default : undefined
    const bodies = new Map<string, Uint8Array>()
    const pieces: string[] = []
    const command = (seed: number) => repeatCommand({ ...repeat, seed })
    const on = reporter.create(
      (text) => pieces.push(text),
      (body) => bodies.get(body),
      { command, page },
    )
    const id = crypto.randomUUID()
    writing.set(id, { on, bodies, pieces })
    return id
  },
  /** The next events, with the bodies that they name. */
  add(id: string, events: readonly RunEvent[], bodies: readonly (readonly [id: string, bytes: Uint8Array])[]): void {
    const report = writing.get(id)
    for (const [body, bytes] of bodies) report?.bodies.set(body, bytes)
    for (const event of events) report?.on(event)
  },
  /** The report. */
  finish(id: string): Blob {
    const pieces = writing.get(id)?.pieces ?? []
    writing.delete(id)
    return new Blob(pieces, { type: 'application/octet-stream' })
  },
}

/** What the page can ask this worker. */
export type ReportWorker = typeof api

exposeApi(api)
