import { dueUntil } from './curve.ts'
import type { LoadUser } from './load-user.ts'
import type { Execution } from './execution.ts'
import { Signals } from './signals.ts'

/** Milliseconds between two looks at the curve. */
const tick = 5

/** A user, and what ends its thinking. */
interface Worker {
  user: LoadUser
  thinking: AbortSignal
}

/**
 * The open model: an iteration starts when it is due, however many are still running. Where all users are, it waits for one, and its
 * wait is part of what is measured; what still waits at the end is dropped, and counted. Resolves when all are through.
 */
export async function byRate(execution: Execution, elapsed: () => number): Promise<void> {
  const { corners, total, mostUsers, over, shared, atWork } = execution
  const { clock } = shared.ports
  const { totals } = shared.measures
  const idle: Worker[] = []
  const waiting: number[] = []
  const all = new Set<Promise<void>>()
  const thinking = new Signals()
  let users = 0
  let begun = 0
  let last = 0

  const begin = (user: Worker, due: number): void => {
    shared.measures.atWork(++atWork.users)
    const iteration = iterate(user, due).finally(() => {
      atWork.users--
      all.delete(iteration)
    })
    all.add(iteration)
  }

  const iterate = async (worker: Worker, first: number): Promise<void> => {
    for (let due: number | undefined = first; due !== undefined; due = over.aborted ? undefined : waiting.shift()) {
      const late = Math.max(0, elapsed() - due)
      // A timer is never quite in time.
      if (late > 2 * tick) totals.late++
      const passed = await worker.user.iterate(late > 2 * tick ? late : 0)
      if (passed === undefined && execution.isUsedUp()) return execution.endUsedUp()
      if (passed === undefined) totals.cut++
      if (execution.think > 0) await clock.sleep(execution.think * 1000, worker.thinking).catch(() => undefined)
    }
    idle.push(worker)
  }

  while (!over.aborted) {
    const now = Math.min(elapsed(), total * 1000)
    const due = Math.floor(dueUntil(corners, now / 1000) + 1e-9)
    const more = due - begun
    for (let next = 1; next <= more; next++) {
      // They were due since the last look, one after the other.
      const moment = last + ((now - last) * next) / more
      const user = idle.pop() ?? (users < mostUsers ? { user: execution.user(++users), thinking: thinking.signal() } : undefined)
      if (user) begin(user, moment)
      else waiting.push(moment)
    }
    begun = due
    last = now
    if (now >= total * 1000) execution.end()
    else await clock.sleep(tick, over).catch(() => undefined)
  }
  totals.dropped += waiting.length
  waiting.length = 0
  thinking.abort()
  await Promise.all(all)
}
