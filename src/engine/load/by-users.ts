import { levelAt } from './curve.ts'
import type { Execution } from './execution.ts'

/** Milliseconds between two looks at the curve. */
const tick = 50

/**
 * The closed model: as many users as the curve says, each starts again as soon as it finishes. One who is too many leaves after
 * the iteration that it is in. Resolves when all have left.
 */
export async function byUsers(execution: Execution, elapsed: () => number): Promise<void> {
  const { corners, total, mostUsers, over, shared, atWork } = execution
  const { clock } = shared.ports
  const all = new Set<Promise<void>>()
  const staying: AbortController[] = []
  let number = 0

  const join = (): void => {
    const leaving = new AbortController()
    staying.push(leaving)
    const life = live(execution, ++number, leaving.signal).finally(() => {
      atWork.users--
      all.delete(life)
      if (staying.includes(leaving)) staying.splice(staying.indexOf(leaving), 1)
    })
    shared.measures.atWork(++atWork.users)
    all.add(life)
  }

  while (!over.aborted) {
    const now = elapsed() / 1000
    if (now >= total) execution.end()
    else {
      const wanted = Math.min(mostUsers, Math.round(levelAt(corners, now)))
      while (staying.length > wanted) staying.pop()?.abort()
      while (staying.length < wanted) join()
      await clock.sleep(Math.min(tick, Math.max(1, total * 1000 - elapsed())), over).catch(() => undefined)
    }
  }
  for (const leaving of staying) leaving.abort()
  await Promise.all(all)
}

/** One user, until it is to leave. */
async function live(execution: Execution, number: number, leaving: AbortSignal): Promise<void> {
  const user = execution.user(number)
  const { measures, ports } = execution.shared
  while (!leaving.aborted) {
    const passed = await user.iterate(0)
    if (passed === undefined && execution.isUsedUp()) return execution.endUsedUp()
    if (passed === undefined) measures.totals.cut++
    if (execution.think > 0) await ports.clock.sleep(execution.think * 1000, leaving).catch(() => undefined)
  }
}
