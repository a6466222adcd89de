import { expect, it } from 'vitest'
import type { RunEvent } from '#engine/runner/report/events.ts'
import { plan } from '#engine/runner/plan/plan.ts'
import { projectOfSteps } from '#engine/runner/testing/run-project.ts'
import { createLoginCount } from './login-count.ts'

const login = { kind: 'oauth2', grantType: 'AuthorizationCode' }

/** A loop with a login in it, also in a loop of its own, between two logins: ids are s1 to s7. */
const steps = [
  login,
  { kind: 'loop-start', dataSource: 'd' },
  { kind: 'loop-start', dataSource: 'd' },
  login,
  { kind: 'loop-end' },
  { kind: 'loop-end' },
  login,
]

it('[T4] a login in a loop may come again until its loop has ended', () => {
  const data = { dataSources: [{ id: 'd', name: 'rows', kind: 'csv', text: 'id\n1' }] }
  const planned = plan(projectOfSteps(steps, { project: data }))
  if (!planned.ok) throw planned.error
  const logins = createLoginCount(planned.value)
  const begins = (step: string, rows?: number[]) =>
    logins.see({ type: 'step-started', seq: 1, at: 1, case: 'c', step, ...(rows ? { rows } : {}) } as RunEvent)
  const ends = (step: string, rows?: number[]) =>
    logins.see({ type: 'step-finished', seq: 1, at: 1, case: 'c', step, ...(rows ? { rows } : {}) } as RunEvent)
  begins('s1')
  begins('s7')
  expect(logins.more()).toBe(true)
  begins('s2')
  begins('s3', [1])
  begins('s4', [1, 1])
  ends('s4', [1, 1])
  ends('s3', [1])
  expect(logins.more()).toBe(true)
  ends('s2')
  expect(logins.more()).toBe(false)
})
