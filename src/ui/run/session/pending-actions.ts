import { createSignal } from 'solid-js'
import type { RunEvent } from '#engine/runner/report/events.ts'
import { placeKey } from '#engine/runner/execute/place.ts'
import type { PendingAction } from './run-session-type.ts'

/** The logins of a run that wait for a user. */
export interface PendingActions {
  /** Reactive. */
  list(): PendingAction[]
  follow(event: RunEvent): void
  clear(): void
}

/** An empty list. */
export function createPendingActions(): PendingActions {
  const [list, setList] = createSignal<PendingAction[]>([])

  function follow(event: RunEvent): void {
    if (event.type === 'run-finished') setList([])
    if (event.type === 'step-finished') {
      const key = placeKey(event)
      setList((before) =>
        before.some((action) => placeKey(action) === key) ? before.filter((action) => placeKey(action) !== key) : before,
      )
    }
    if (event.type !== 'action-required') return
    const { action, kind, state, url, redirectUri, userCode, completeUrl, deadline, case: caseId, rows, step } = event
    if (state === 'done') {
      setList((before) => before.filter((other) => other.action !== action))
      return
    }
    const entry: PendingAction = {
      action,
      kind,
      state,
      url,
      ...(redirectUri === undefined ? {} : { redirectUri }),
      ...(userCode === undefined ? {} : { userCode }),
      ...(completeUrl === undefined ? {} : { completeUrl }),
      deadline,
      case: caseId,
      ...(rows === undefined ? {} : { rows }),
      step,
    }
    setList((before) =>
      before.some((other) => other.action === action)
        ? before.map((other) => (other.action === action ? entry : other))
        : [...before, entry],
    )
  }

  return { list, follow, clear: () => setList([]) }
}
