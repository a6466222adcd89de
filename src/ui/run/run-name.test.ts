import { expect, it } from 'vitest'
import { capital } from '#engine/base/capital.ts'
import { formatClock } from './format.ts'
import { runInList, runName, scopeText } from './run-name.ts'

it('[H12] names a run by its time, with the date if it was another day', () => {
  const at = new Date(2026, 10, 22, 2, 44, 31).getTime()
  expect(formatClock(at, new Date(2026, 10, 22, 23, 0).getTime())).toBe('02:44')
  expect(formatClock(at, new Date(2026, 10, 23, 0, 1).getTime())).toBe('2026-11-22 02:44')
  expect(formatClock(at, new Date(2026, 10, 22, 23, 0).getTime(), 'second')).toBe('02:44:31')
  expect(runInList('2020-01-02T12:00:07Z')).toMatch(/^run of 2020-01-02 \d\d:\d\d:07$/)
  expect(runName('2020-01-01T00:00:00Z', true)).toBe('this run')
  expect(capital(runName('2020-01-02T12:00:00Z', false))).toMatch(/^Run of 2020-01-02 \d\d:\d\d$/)
})

it('[H12] says what of the project a run was of', () => {
  expect(scopeText({ cases: 1, suite: 'Orders', case: 'Create', step: 'Get token' })).toBe('Create › Get token')
  expect(scopeText({ cases: 1, suite: 'Orders', case: 'Create' })).toBe('Create')
  expect(scopeText({ cases: 4, suite: 'Orders' })).toBe('Orders · 4 cases')
  expect(scopeText({ cases: 12 })).toBe('12 cases')
})
