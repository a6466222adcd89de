import { expect, it } from 'vitest'
import { readApi } from '#engine/api/api.ts'
import { projectOfSteps } from '#engine/runner/testing/run-project.ts'
import { usesOf } from './api-uses.ts'

const api = readApi({
  openapi: '3.1.0',
  servers: [{ url: 'https://api.test/v1' }],
  paths: {
    '/orders': { get: { operationId: 'list' } },
    '/orders/{id}': { get: { operationId: 'one' }, delete: { operationId: 'drop' } },
  },
})

it('finds the operations that requests of a case ask for, and those that its checks name', () => {
  const steps = [
    { kind: 'send-request', url: '${baseUrl}/orders/${id}?a=${b}' },
    { kind: 'send-request', method: 'POST', url: '${baseUrl}/orders' },
    { kind: 'assertion', checks: [{ source: 'response', is: 'conforms-to-api', operation: 'drop' }] },
    { kind: 'assertion', checks: [{ source: 'response', is: 'conforms-to-api', api: 'other', operation: 'list' }] },
  ]
  const cases = projectOfSteps(steps).suites[0]?.cases ?? []
  expect(usesOf(api, 'mine', cases)).toEqual([{ case: 'c', name: 'Case', operations: ['one', 'drop'] }])
})
