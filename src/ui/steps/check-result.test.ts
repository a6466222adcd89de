import { expect, it } from 'vitest'
import type { StepReport } from '#engine/runner/report/report.ts'
import { checkResult } from './check-result.ts'

const failed = { index: 1, passed: false, subject: 'status', expected: 'equals number 200', actual: 'number 502' }
const step = (more: Partial<StepReport>): StepReport => ({ id: 's', kind: 'assertion', name: 'S', ...more })
const found = (last: StepReport | undefined) => [0, 1, 2].map((index) => checkResult(last, index)?.passed)

it('knows of a kept result which checks held, though it keeps only those that did not', () => {
  expect(found(step({ outcome: 'passed', checked: 2 }))).toEqual([true, true, undefined])
  expect(found(step({ outcome: 'failed', checked: 3, checks: [failed] }))).toEqual([true, false, true])
  expect(checkResult(step({ outcome: 'failed', checked: 3, checks: [failed] }), 1)).toBe(failed)
  // A check that couldn't be judged isn't counted, and which one is unknown.
  expect(found(step({ outcome: 'broken', checked: 2, checks: [failed] }))).toEqual([undefined, false, undefined])
  expect(found(step({ running: true }))).toEqual([undefined, undefined, undefined])
  expect(found(undefined)).toEqual([undefined, undefined, undefined])
})
