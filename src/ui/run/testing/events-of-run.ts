import type { Counts, OutcomeName, RunEvent } from '#engine/runner/events.ts'

/** What a made-up run comes to. */
export interface MadeUpRun {
  run: string
  /** Outcomes of the steps by case id; steps are called `<case>-1`, `<case>-2` … */
  cases: Record<string, OutcomeName[]>
  /** Outcomes by row, in place of each case's own. */
  rows?: OutcomeName[][]
}

const order: OutcomeName[] = ['skipped', 'passed', 'cancelled', 'failed', 'broken']

/** The events of a made-up run of one suite `s1`, for tests of what is made of events. */
export function eventsOfRun(made: MadeUpRun): RunEvent[] {
  const events: RunEvent[] = []
  let at = 0
  const next = () => ({ seq: events.length, at: at++ })
  const all: { id: string; row?: number; outcomes: OutcomeName[] }[] = Object.entries(made.cases).flatMap(([id, outcomes]) =>
    made.rows ? made.rows.map((row, index) => ({ id, row: index + 1, outcomes: row })) : [{ id, outcomes }],
  )
  const total: Counts = { passed: 0, failed: 0, broken: 0, skipped: 0, cancelled: 0 }
  const steps = all.reduce((sum, { outcomes }) => sum + outcomes.length, 0)
  events.push({
    type: 'run-started',
    ...next(),
    run: made.run,
    project: { id: 'p1', name: 'Orders API' },
    environment: { id: 'e1', name: 'Demo' },
    startedAt: `2026-11-21T04:00:0${made.run.slice(-1)}Z`,
    seed: 7719,
    total: { suites: 1, cases: all.length, steps },
  })
  for (const { id, row, outcomes } of all) {
    const counts: Counts = { passed: 0, failed: 0, broken: 0, skipped: 0, cancelled: 0 }
    const rowOf = row === undefined ? {} : { row }
    events.push({
      type: 'case-started',
      ...next(),
      suite: { id: 's1', name: 'Orders' },
      case: { id, name: `Case ${id}` },
      ...rowOf,
      steps: outcomes.map((_, index) => ({ id: `${id}-${index + 1}`, kind: 'wait', name: `Step ${index + 1}` })),
    })
    outcomes.forEach((outcome, index) => {
      const place = { case: id, step: `${id}-${index + 1}`, ...rowOf }
      if (outcome !== 'skipped') events.push({ type: 'step-started', ...next(), ...place })
      counts[outcome]++
      total[outcome]++
      events.push({ type: 'step-finished', ...next(), ...place, outcome, duration: 1 })
    })
    const worst = outcomes.toSorted((a, b) => order.indexOf(b) - order.indexOf(a))[0] ?? 'skipped'
    events.push({ type: 'case-finished', ...next(), case: id, ...rowOf, outcome: worst, duration: outcomes.length, counts })
  }
  const worst = order.findLast((outcome) => total[outcome] > 0) ?? 'skipped'
  events.push({ type: 'run-finished', ...next(), outcome: worst, duration: at, counts: total })
  return events
}
