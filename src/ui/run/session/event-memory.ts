import type { RunEvent } from '#engine/runner/report/events.ts'
import { placeKey, type Place } from '#engine/runner/execute/place.ts'

/** Events of a running run by step, bounded: the oldest steps go first, their events are in the run store. */
export interface EventMemory {
  add(event: RunEvent): void
  /** Undefined: not kept any more, ask the run store. */
  of(place: Place): RunEvent[] | undefined
  clear(): void
}

/** How heavy an event is, roughly in characters. */
function weight(event: RunEvent): number {
  if (event.type !== 'exchanged') return 200
  const { request, response } = event.exchange
  return 1500 + (request.body?.text.length ?? 0) + (response?.text?.length ?? 0)
}

/** A memory of at most about `limit` characters, whatever the length of the run (R45). */
export function createEventMemory(limit = 30_000_000): EventMemory {
  const steps = new Map<string, { events: RunEvent[]; weight: number; ended: boolean }>()
  /**
   * The keys of `steps` in their order, from `first` on. A map that loses its first entry repeatedly is slow to say which is
   * first.
   */
  let order: string[] = []
  let first = 0
  /** Steps that went while they were running: the result of them is not kept either. */
  const dropped = new Set<string>()
  let total = 0

  function add(event: RunEvent): void {
    if (!('step' in event)) return
    const key = placeKey(event)
    if (dropped.has(key)) {
      if (event.type !== 'step-started') return void (event.type === 'step-finished' && dropped.delete(key))
      dropped.delete(key)
    }
    let entry = steps.get(key)
    if (!entry) {
      steps.set(key, (entry = { events: [], weight: 0, ended: false }))
      order.push(key)
    }
    // A retried case starts its steps again.
    if (event.type === 'step-started') {
      total -= entry.weight
      entry.events = []
      entry.weight = 0
    }
    entry.ended = event.type === 'step-finished'
    entry.events.push(event)
    const cost = weight(event)
    entry.weight += cost
    total += cost
    while (total > limit && steps.size > 1) {
      const oldest = order[first]
      const gone = oldest === undefined || oldest === key ? undefined : steps.get(oldest)
      if (oldest === undefined || !gone) break
      steps.delete(oldest)
      if (!gone.ended) dropped.add(oldest)
      total -= gone.weight
      first += 1
    }
    if (first > 1_000 && first > order.length / 2) {
      order = order.slice(first)
      first = 0
    }
  }

  return {
    add,
    of: (place) => steps.get(placeKey(place))?.events,
    clear() {
      steps.clear()
      order = []
      first = 0
      dropped.clear()
      total = 0
    },
  }
}
