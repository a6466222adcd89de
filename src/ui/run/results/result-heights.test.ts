import { expect, it } from 'vitest'
import { stepHeight } from './result-heights.ts'

it('[T9] gives failed checks and messages their room', () => {
  const check = { index: 0, passed: false, subject: 'status', expected: 'equals 200', actual: '201' }
  const step = { id: 'a', kind: 'assertion', name: 'A', outcome: 'failed' as const }
  expect(stepHeight({ ...step, checks: [check] })).toBe(26 + 18 + 38)
  expect(stepHeight({ ...step, checks: [check, check] })).toBe(26 + 2 * (18 + 57))
  expect(stepHeight({ ...step, outcome: 'broken', message: 'Nobody answers.' })).toBe(26 + 18 + 19)
  expect(stepHeight({ ...step, outcome: 'passed' })).toBe(26)
})
