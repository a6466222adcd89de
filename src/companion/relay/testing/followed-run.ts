import { createRedactor } from '#engine/base/secrets/redactor.ts'
import { memoryBodies, memoryLocks, memoryTokens } from '#engine/ports/testing/index.ts'
import type { RunEvent } from '#engine/runner/report/events.ts'
import { createRunMemory } from '#engine/runner/execute/run-memory.ts'
import type { AskedRun } from '#relay/calls.ts'
import { followRun, type WholeRunParts } from '#relay/follow-run.ts'

/** A run of a project's file that a companion runs, and what the page has been told of it. */
export function followedRun(session: Pick<WholeRunParts['session'], 'call' | 'visit'>, file: Uint8Array) {
  const events: RunEvent[] = []
  const stop = new AbortController()
  let wake = (): void => {}
  const asked: AskedRun = { run: 'r', options: { seed: 1 }, secrets: [], redirectUri: '' }
  const done = followRun(asked, file, {
    session,
    tokens: memoryTokens(),
    locks: memoryLocks(),
    bodies: memoryBodies(),
    memory: createRunMemory(),
    redactor: createRedactor(),
    tell: async (some) => {
      events.push(...some)
      wake()
    },
    signal: stop.signal,
  })
  done.catch(() => undefined)
  return {
    events,
    done,
    stop: () => stop.abort(),
    /** Resolves when the page has received that a step has started. */
    async started(step: string): Promise<void> {
      while (!events.some((event) => event.type === 'step-started' && event.step === step))
        await new Promise<void>((resolve) => (wake = resolve))
    },
  }
}
