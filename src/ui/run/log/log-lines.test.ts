import { expect, it } from 'vitest'
import type { RunEvent } from '#engine/runner/report/events.ts'
import { formatOffset } from '../format.ts'
import { createLogWriter, matchesFilter, writeLog } from './log-lines.ts'
import { eventsOfRun } from '../testing/events-of-run.ts'

const run = eventsOfRun({ run: 'r1', cases: { c1: ['passed', 'failed'] } })
const place = { case: 'c1', step: 'c1-1' }
const more: RunEvent[] = [
  {
    type: 'exchanged',
    seq: 50,
    at: 3,
    ...place,
    exchange: {
      id: 'x1',
      purpose: 'request',
      at: 3,
      duration: 34,
      request: { method: 'POST', url: 'http://a.test/orders', headers: [] },
      response: { status: 201, statusText: 'Created', headers: [] },
    },
  },
  {
    type: 'checked',
    seq: 51,
    at: 4,
    ...place,
    check: { index: 0, passed: false, subject: 'status', expected: 'equals 200', actual: '201' },
  },
  { type: 'variable-set', seq: 52, at: 5, ...place, name: 'access_token', scope: 'TestSuite', value: '‹access_token›' },
  { type: 'noted', seq: 53, at: 6, ...place, level: 'warning', text: 'The scope is smaller.' },
]

it('[P2] says every event in a line', () => {
  const writer = createLogWriter()
  const lines = [...run.slice(0, 3), ...more, ...run.slice(3)].map((event) => writer.line(event))
  expect(writeLog(lines, formatOffset)).toBe(
    `00:00.000 info    Run of Orders API (Demo, seed 7719): 1 suite, 1 case, 2 steps
00:00.001 info    Orders > Case c1
00:00.002 info    Orders > Case c1 > Step 1: Step 1 started
00:00.003 info    Orders > Case c1 > Step 1: POST http://a.test/orders -> 201 in 34 ms
00:00.004 error   Orders > Case c1 > Step 1: status: expected equals 200, got 201
00:00.005 info    Orders > Case c1 > Step 1: access_token = ‹access_token› (TestSuite)
00:00.006 warning Orders > Case c1 > Step 1: The scope is smaller.
00:00.003 info    Orders > Case c1 > Step 1: Step 1 passed in 1 ms
00:00.004 info    Orders > Case c1 > Step 2: Step 2 started
00:00.005 error   Orders > Case c1 > Step 2: Step 2 failed in 1 ms
00:00.006 error   Orders > Case c1 failed in 2 ms
00:00.007 error   Run failed in 8 ms: 1 passed, 1 failed
`,
  )
})

it('[P2] filters by level and text', () => {
  const line = { seq: 1, at: 0, level: 'warning' as const, text: 'The scope is smaller.', path: 'Orders > Get token' }
  expect(matchesFilter(line, { level: 'warning', text: 'SCOPE' })).toBe(true)
  expect(matchesFilter(line, { level: 'warning', text: 'get token' })).toBe(true)
  expect(matchesFilter(line, { level: 'error', text: '' })).toBe(false)
  expect(matchesFilter({ ...line, level: 'info' }, { level: 'warning', text: '' })).toBe(false)
})
