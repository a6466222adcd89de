import { expect, it } from 'vitest'
import type { LoadReport } from '#engine/load/report.ts'
import type { LoadTest } from '#engine/project/load-test.ts'
import type { Case } from '#engine/project/format/schema.ts'
import { changeExecutor, forecastOf, unnamedHosts } from './load-forecast.ts'

const test = (more: Partial<LoadTest>): LoadTest => ({
  id: 'l',
  name: 'L',
  description: '',
  target: 'c',
  stages: [{ duration: 10, users: 4, rate: 4 }],
  thresholds: [],
  ...more,
})
const cases = [{ steps: [{ url: 'https://Other.test/a' }, { url: '${api}/b' }, { kind: 'wait' }] }] as unknown as Case[]
const measured = { iterations: 2, requests: 6, iteration: { avg: 500 } } as LoadReport['summary']

it('[T8] what a load test will come to is known of a rate, and of users by what they needed the last time', () => {
  expect(forecastOf(test({}), undefined, cases)).toBeUndefined()
  const rate = forecastOf(test({ executor: 'rate' }), undefined, cases)
  expect(rate).toEqual({ iterations: expect.any(Number), requests: (rate?.iterations ?? 0) * 2 })
  const users = forecastOf(test({}), measured, cases)
  const thinking = forecastOf(test({ think: 0.5 }), measured, cases)
  expect(users?.requests).toBe((users?.iterations ?? 0) * 3)
  expect(thinking?.iterations).toBe((users?.iterations ?? 0) / 2)
})

it('[T8] another executor keeps the numbers of the stages', () => {
  const draft = test({ stages: [{ duration: 10, users: 4 }] })
  changeExecutor(draft, 'rate')
  expect([draft.executor, draft.stages]).toEqual(['rate', [{ duration: 10, rate: 4 }]])
  changeExecutor(draft, 'users')
  expect([draft.executor, draft.stages]).toEqual([undefined, [{ duration: 10, users: 4 }]])
})

it('[T8] reports hosts in URLs that no variable contains', () => {
  expect(unnamedHosts(cases, [])).toEqual(['other.test'])
  expect(unnamedHosts(cases, ['other.test'])).toEqual([])
})
