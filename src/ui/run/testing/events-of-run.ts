import type { Counts, OutcomeName, RunEvent } from '#engine/runner/report/events.ts'

/** What a made-up run comes to. */
export interface MadeUpRun {
  run: string
  /** Outcomes of the steps by case id; steps are called `<case>-1`, `<case>-2` … */
  cases: Record<string, OutcomeName[]>
  /** Kinds of the steps instead of `wait`. */
  kinds?: string[]
  /** Outcomes by row of a loop around all steps, instead of each case's own. */
  rows?: OutcomeName[][]
}

const order: OutcomeName[] = ['skipped', 'passed', 'cancelled', 'failed', 'broken']

/** The events of a made-up run of one suite `s1`, for tests of what is made of events. */
export function eventsOfRun(made: MadeUpRun): RunEvent[] {
  const events: RunEvent[] = []
  let at = 0
  const next = () => ({ seq: events.length, at: at++ })
  const total: Counts = { passed: 0, failed: 0, broken: 0, skipped: 0, cancelled: 0 }
  const all = Object.entries(made.cases)
  const steps = all.reduce((sum, [, outcomes]) => sum + outcomes.length, 0)
  const worstOf = (outcomes: OutcomeName[]) => outcomes.toSorted((a, b) => order.indexOf(b) - order.indexOf(a))[0] ?? 'skipped'
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
  for (const [id, ofCase] of all) {
    const counts: Counts = { passed: 0, failed: 0, broken: 0, skipped: 0, cancelled: 0 }
    const loop = `${id}-loop`
    const { rows } = made
    const inLoop = (rows?.[0] ?? ofCase).map((_, index) => ({
      id: `${id}-${index + 1}`,
      kind: made.kinds?.[index] ?? 'wait',
      name: `Step ${index + 1}`,
      ...(rows ? { loop } : {}),
    }))
    events.push({
      type: 'case-started',
      ...next(),
      suite: { id: 's1', name: 'Orders' },
      case: { id, name: `Case ${id}` },
      steps: rows ? [{ id: loop, kind: 'loop-start', name: 'For each' }, ...inLoop] : inLoop,
    })
    const runSteps = (outcomes: OutcomeName[], into: Counts, row?: number) =>
      outcomes.forEach((outcome, index) => {
        const place = { case: id, step: `${id}-${index + 1}`, ...(row === undefined ? {} : { rows: [row] }) }
        if (outcome !== 'skipped') events.push({ type: 'step-started', ...next(), ...place })
        into[outcome]++
        total[outcome]++
        events.push({ type: 'step-finished', ...next(), ...place, outcome, duration: 1 })
      })
    if (rows) {
      events.push({ type: 'step-started', ...next(), case: id, step: loop })
      rows.forEach((outcomes, index) => {
        const place = { case: id, step: loop, rows: [index + 1] }
        const ofRow: Counts = { passed: 0, failed: 0, broken: 0, skipped: 0, cancelled: 0 }
        events.push({ type: 'row-started', ...next(), ...place, values: { id: String(index + 1) } })
        runSteps(outcomes, ofRow, index + 1)
        events.push({ type: 'row-finished', ...next(), ...place, outcome: worstOf(outcomes), duration: 1, counts: ofRow })
        for (const name of order) counts[name] += ofRow[name]
      })
      counts.passed++
      total.passed++
      events.push({ type: 'step-finished', ...next(), case: id, step: loop, outcome: 'passed', duration: 1 })
    } else runSteps(ofCase, counts)
    const outcomes = rows ? rows.flat() : ofCase
    events.push({ type: 'case-finished', ...next(), case: id, outcome: worstOf(outcomes), duration: outcomes.length, counts })
  }
  const worst = order.findLast((outcome) => total[outcome] > 0) ?? 'skipped'
  events.push({ type: 'run-finished', ...next(), outcome: worst, duration: at, counts: total })
  return events
}
