import { createRoot } from 'solid-js'
import { expect, it } from 'vitest'
import type { RunEvent } from '#engine/runner/report/events.ts'
import { fold } from '#engine/runner/report/fold.ts'
import { emptyReport } from '#engine/runner/report/report-parts.ts'
import type { RunStore } from '#storage/types.ts'
import { eventsOfRun } from '../testing/events-of-run.ts'
import { conversationOf } from './conversation.ts'
import { createRecording } from './recording.ts'
import type { GroupPlace } from './run-session-type.ts'
import { createSessionState } from './state.ts'

/** A made-up run in which every step but skipped ones sends something before it ends. */
function withExchanges(events: RunEvent[]): RunEvent[] {
  return events.flatMap((event): RunEvent[] => {
    if (event.type !== 'step-finished' || event.outcome === 'skipped' || !event.step.includes('-1')) return [event]
    const { case: id, step, rows, seq } = event
    const sent = { method: 'GET', url: `http://api.test/${step}`, headers: [] }
    const exchange = { id: `x${seq}`, purpose: 'request' as const, at: 0, duration: 1, request: sent }
    return [{ type: 'exchanged', seq, at: 0, case: id, step, ...(rows ? { rows } : {}), exchange }, event]
  })
}

const read = async (events: RunEvent[], group: GroupPlace, limit = 200) => {
  const state = createRoot(() => createSessionState())
  state.setReport(events.reduce(fold, emptyReport()))
  let reads = 0
  const partEvents: RunStore['partEvents'] = async (_, { case: id, rows }) => {
    reads++
    return events.filter((event) => 'case' in event && event.case === id && (rows !== undefined) === 'rows' in event)
  }
  const runs = { partEvents } as RunStore
  const { parts, more } = await conversationOf(group, limit, state, createRecording(state, runs), runs)
  return { more, reads, told: parts.map(({ place, exchanges }) => [place.case, place.step, place.rows?.[0], exchanges.length]) }
}

it('[H12] tells what all steps of a case or a suite sent, in order, and which did not pass; each case is read once', async () => {
  const events = withExchanges(
    eventsOfRun({ run: 'r1', cases: { c1: ['passed', 'passed', 'failed'], c2: ['passed', 'skipped'] } }),
  )
  expect(await read(events, { suite: 's1', case: 'c1' })).toEqual({
    more: false,
    reads: 1,
    told: [
      ['c1', 'c1-1', undefined, 1],
      ['c1', 'c1-3', undefined, 0],
    ],
  })
  const suite = await read(events, { suite: 's1' })
  expect(suite.told.map(([id, step]) => `${id} ${step}`)).toEqual(['c1 c1-1', 'c1 c1-3', 'c2 c2-1'])
  expect(suite.reads).toBe(2)
  expect(await read(events, { suite: 's1' }, 1)).toMatchObject({ more: true, told: [['c1', 'c1-1', undefined, 1]] })
})

it('[H12] lists steps of a loop for each row; for one row only its own', async () => {
  const events = withExchanges(eventsOfRun({ run: 'r1', cases: { c1: ['passed'] }, rows: [['passed'], ['failed'], ['passed']] }))
  expect((await read(events, { suite: 's1', case: 'c1' })).told.map(([, , row]) => row)).toEqual([1, 2, 3])
  expect((await read(events, { suite: 's1', case: 'c1', rows: [2], loop: 'c1-loop' })).told).toEqual([['c1', 'c1-1', 2, 1]])
})
