import type { RunEvent } from '#engine/runner/report/events.ts'
import { fold } from '#engine/runner/report/fold.ts'
import type { Report } from '#engine/runner/report/report.ts'
import { emptyReport } from '#engine/runner/report/report-parts.ts'
import type { RunStore } from '#storage/types.ts'

/** What a run tells, stored and handed on. What can't be stored of it isn't a reason to stop it (R15). */
export interface ToldRun {
  /** Of everything received so far. */
  report: Report
  /** Stores that it starts; once, with its first events at the latest. */
  begin(): Promise<unknown>
  /** Takes what happened, in order; resolves when it is written. */
  tell(events: RunEvent[]): Promise<unknown> | undefined
  /** Stores what it came to. */
  finish(): Promise<unknown>
}

/** Makes it; `runs`: absent where nothing is stored. `begin` stores that it starts, `hear` receives each event. */
export function createToldRun(
  run: string,
  runs: Pick<RunStore, 'append' | 'finish'> | undefined,
  begin: () => Promise<void>,
  hear: (event: RunEvent) => void,
): ToldRun {
  const report = emptyReport()
  const dropped = (): undefined => undefined
  let begun: Promise<unknown> | undefined
  let isBegun = runs === undefined
  const beginOnce = (): Promise<unknown> =>
    (begun ??= isBegun
      ? Promise.resolve()
      : begin()
          .catch(dropped)
          .finally(() => (isBegun = true)))
  return {
    report,
    begin: beginOnce,
    tell(events) {
      for (const event of events) {
        fold(report, event)
        hear(event)
      }
      const written = runs?.append(run, events).catch(dropped)
      return isBegun ? written : Promise.all([beginOnce(), written])
    },
    async finish() {
      await beginOnce()
      await runs?.finish(run, report).catch(dropped)
    },
  }
}
