import type { ReporterId } from '#engine/reporters/index.ts'
import type { RepeatedRun } from '#engine/reporters/repeat-command.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import { workerRequestTexts } from './request-texts.ts'
import type { ReportWorker } from './report.worker.ts'
import { workerTexts } from './texts.ts'
import { createWorkerClient, usualWorker } from './worker-client.ts'

/** Events that are passed together: more would hold up the page. */
const together = 500

/** One worker for all reports: what it gives may still be read from it. */
const { api } = createWorkerClient<ReportWorker>({
  start: () => usualWorker(new Worker(new URL('./report.worker.ts', import.meta.url), { type: 'module', name: 'report' })),
  gone: { text: workerRequestTexts.reportWorkerDied, hint: workerTexts.tryAgain },
})

/** Writes a report where the page does not wait for it. `body` gives the bytes of a body that an event names, if they are kept. */
export async function writeReport(
  format: ReporterId,
  repeat: Omit<RepeatedRun, 'seed'>,
  events: readonly RunEvent[],
  body: (id: string) => Uint8Array | undefined,
): Promise<Blob> {
  const id = await api.begin(format, repeat)
  for (let from = 0; from < events.length; from += together) {
    const some = events.slice(from, from + together)
    await api.add(
      id,
      some,
      some.flatMap((event) => bodiesOf(event, body)),
    )
  }
  return api.finish(id)
}

function bodiesOf(event: RunEvent, body: (id: string) => Uint8Array | undefined): [string, Uint8Array][] {
  const named =
    event.type === 'exchanged' ? event.exchange.response?.body : event.type === 'queried' ? event.query.body : undefined
  const bytes = named && body(named.id)
  return bytes ? [[named.id, bytes]] : []
}
