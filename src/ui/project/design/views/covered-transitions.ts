import type { ShownTest } from '#workers/design/shown-design.ts'

/** The numbers of the transitions that a test takes; an event that is rejected at its end takes none. */
export function takenBy(
  transitions: readonly { from: string; event: string; to: string }[],
  { events = [], path = [] }: Pick<ShownTest, 'events' | 'path'>,
): ReadonlySet<number> {
  const taken = new Set<number>()
  for (const [at, event] of events.entries()) {
    const [from, to] = [path[at], path[at + 1]]
    // With a guard the event is written with it: `pay [enough]`.
    const name = event.replace(/ \[.*\]$/, '')
    const found = transitions.findIndex(
      (one) => one.from === from && one.to === to && (one.event === event || one.event === name),
    )
    if (found >= 0) taken.add(found)
  }
  return taken
}
