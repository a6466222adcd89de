import { describe, expect, it } from 'vitest'
import type { Step } from '#engine/project/schema.ts'
import { newStep } from '#engine/project/new-step.ts'
import { templateParts } from '#engine/steps/summary.ts'
import { summaryOf, summaryText } from './step-summary.ts'

const step = <K extends Step['kind']>(kind: K, more: Partial<Extract<Step, { kind: K }>> = {}) =>
  ({ ...newStep(kind, 'x', 'X', { connection: 'k', dataSource: 'd' }), ...more }) as Step

describe('step summary', () => {
  it('[T3] says in one line what a step does', () => {
    expect(summaryText(summaryOf(step('oauth2')))).toBe('OAuth2 · Client Credentials → access_token')
    expect(summaryText(summaryOf(step('send-request', { method: 'POST', url: '${baseUrl}/orders' })))).toBe(
      'POST ${baseUrl}/orders',
    )
    expect(
      summaryText(summaryOf(step('assertion', { checks: [{ source: 'status', not: false, is: 'equals', value: 200 }] }))),
    ).toBe('1 check')
    const transfer = { source: 'json', path: '$.id', to: 'order_id', scope: 'TestCase' } as const
    expect(summaryText(summaryOf(step('data-transfer', { transfers: [transfer, transfer] })))).toBe('$.id → order_id +1')
  })

  it('[T6] references stand out', () => {
    expect(templateParts('${a}/x/${b}').map((part) => part.as)).toEqual(['variable', 'code', 'variable'])
  })

  it('[T9] a failed check says what was found', () => {
    const check = {
      index: 0,
      passed: false,
      subject: 'json $.state',
      expected: 'equals string "open"',
      actual: 'string "pending"',
    }
    const result = { id: 'x', kind: 'assertion', name: 'X', outcome: 'failed', checks: [check] } as const
    const line = summaryOf(step('assertion', { checks: [{ source: 'json', not: false, is: 'equals' }] }), {
      ...result,
      checks: [check],
    })
    expect(summaryText(line)).toBe('1 check · $.state is "pending", expected "open"')
  })
})
