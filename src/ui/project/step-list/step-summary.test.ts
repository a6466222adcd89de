import { describe, expect, it } from 'vitest'
import { sourceFacts } from '#engine/extractors/facts.ts'
import type { Step } from '#engine/project/format/schema.ts'
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
    ).toBe('1 check · status 200')
    const transfer = { source: 'json', path: '$.id', to: 'order_id', scope: 'TestCase' } as const
    expect(summaryText(summaryOf(step('data-transfer', { transfers: [transfer, transfer] })))).toBe('$.id → order_id +1')
  })

  it('[T6] references stand out', () => {
    expect(templateParts('${a}/x/${b}').map((part) => part.as)).toEqual(['variable', 'code', 'variable'])
  })

  it('[H8] of a text of many references the beginning is shown', () => {
    const line = summaryOf(step('send-request', { url: '${x}'.repeat(50_000) }))
    expect(line.length).toBeLessThan(300)
    expect(summaryText(line)).toMatch(/^GET (\$\{x\}){250}…$/)
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

  it('[T9] a failed check of any source with a path shows the path alone', () => {
    const needs = { key: 'path', language: 'JSONPath', root: '$', example: '$.id' } as const
    Object.assign(sourceFacts, { yaml: { title: 'yaml', reads: 'response', needs } })
    const subjectOf = (subject: string) => {
      const check = { index: 0, passed: false, subject, expected: 'equals number 1', actual: 'number 2' }
      const result = { id: 'x', kind: 'assertion', name: 'X', outcome: 'failed', checks: [check] } as const
      return summaryOf(step('assertion'), { ...result, checks: [check] }).at(-2)
    }
    expect(['yaml $.a b', 'xml /a', 'variable v'].map((subject) => subjectOf(subject)?.text)).toEqual(['$.a b', '/a', 'v'])
    expect(['header x-id', 'status'].map((subject) => subjectOf(subject)?.text)).toEqual(['header x-id', 'status'])
    Reflect.deleteProperty(sourceFacts, 'yaml')
  })
})
