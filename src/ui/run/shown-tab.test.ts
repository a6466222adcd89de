import { expect, test } from 'vitest'
import { sightOf, tabFor, wishFor } from './shown-tab.ts'

const step = (kind: string, more: object = {}) => ({ kind, outcome: 'passed', ...more }) as Parameters<typeof sightOf>[0]

test('[T7] after a request, and of what looks at one, the response is shown; of a token its exchange', () => {
  expect(tabFor(sightOf(step('send-request')))).toBe('response')
  expect(tabFor(sightOf(step('assertion', { outcome: 'failed' })))).toBe('response')
  expect(tabFor(sightOf(step('data-transfer')))).toBe('response')
  expect(tabFor(sightOf(step('sql')))).toBe('response')
  expect(tabFor(sightOf(step('oauth2')))).toBe('exchange')
  expect(tabFor(sightOf(undefined))).toBe('exchange')
})

test('[T7] what is explained is shown where the explanation stands', () => {
  expect(tabFor(sightOf(step('send-request', { outcome: 'broken', message: 'No answer came' })))).toBe('exchange')
  expect(tabFor(sightOf(step('assertion', { outcome: 'failed', hint: 'insufficient-scope' })))).toBe('exchange')
})

test('[T7] a tab that was chosen stays for steps of its sort; Variables and Log for all', () => {
  const exchange = wishFor('answer', 'exchange')
  expect(tabFor('answer', exchange)).toBe('exchange')
  const response = wishFor('messages', 'response', exchange)
  expect([tabFor('answer', response), tabFor('messages', response)]).toEqual(['exchange', 'response'])
  const log = wishFor('answer', 'log', response)
  expect([tabFor('answer', log), tabFor('messages', log)]).toEqual(['log', 'log'])
  expect(tabFor('messages', wishFor('answer', 'response', log))).toBe('response')
})
