import { expect, test } from 'vitest'
import type { PickedValue } from '#engine/steps/picked-value.ts'
import { newStep } from './new-step.ts'
import { addPickedCheck, keepPicked } from './picked.ts'
import type { Step } from './format/schema.ts'

const none = { connection: '', dataSource: '' }
const step = (kind: Step['kind'], id: string, more: object = {}): Step => ({ ...newStep(kind, id, id, none), ...more }) as Step
const picked = (text: string, path = '$.state', kind: PickedValue['kind'] = 'string'): PickedValue => ({ path, kind, text })
const at = (request: string, looking?: string) => ({ request, looking, newId: () => 'made' })
const checkOf = (value: PickedValue) => {
  const steps = [step('send-request', 'a')]
  addPickedCheck(steps, at('a'), value)
  return (steps[1] as Extract<Step, { kind: 'assertion' }>).checks[0]
}

test('[T9] a picked value is checked for what it is, in the assertion that follows its request', () => {
  const steps = [step('send-request', 'a'), step('data-transfer', 'b'), step('assertion', 'c'), step('send-request', 'd')]
  expect(addPickedCheck(steps, at('a'), picked('"open"'))).toEqual({ step: 'c', index: 0 })
  expect(steps[2]).toMatchObject({ checks: [{ source: 'json', path: '$.state', is: 'equals', value: 'open' }] })
  // Behind the next request stands what looks at that one: another assertion is made.
  expect(addPickedCheck(steps, at('d'), picked('"open"'))).toEqual({ step: 'made', index: 0 })
  expect(steps.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'made'])
})

test('[T9] the assertion that is looked at gets it, one that names another request does not', () => {
  const steps = [step('send-request', 'a'), step('assertion', 'b'), step('assertion', 'c', { step: 'a' })]
  expect(addPickedCheck(steps, at('a', 'c'), picked('1', '$.n', 'number'))).toEqual({ step: 'c', index: 0 })
  const other = [step('send-request', 'x'), step('send-request', 'a'), step('assertion', 'b', { step: 'x' })]
  expect(addPickedCheck(other, at('a'), picked('1', '$.n', 'number'))?.step).toBe('made')
  expect(addPickedCheck(other, at('gone'), picked('1'))).toBeUndefined()
})

test('[T9] an answer that nothing checks gets a check of success, behind its request', () => {
  const steps = [step('send-request', 'a'), step('send-request', 'b')]
  expect(addPickedCheck(steps, at('a'))).toEqual({ step: 'made', index: 0 })
  expect(steps.map(({ id }) => id)).toEqual(['a', 'made', 'b'])
  expect(steps[1]).toMatchObject({ checks: [{ source: 'status', is: 'between', value: [200, 299] }] })
})

test('[T9] a value that differs in each response is checked for its format', () => {
  expect(checkOf(picked('"03922294-b53b-4c7a-93fe-10ccf417766a"'))).toMatchObject({ is: 'is-uuid' })
  expect(checkOf(picked('"2026-11-22T15:44:26.779Z"'))).toMatchObject({ is: 'is-iso-date' })
  expect(checkOf(picked('[1]', '$.items', 'array'))).toMatchObject({ is: 'is-type', value: 'array' })
  expect(checkOf(picked('12345678901234567890', '$.n', 'number'))).toMatchObject({ is: 'exists' })
  expect(checkOf(picked('"Bearer ‹access_token›"'))).toMatchObject({ is: 'exists' })
  expect(checkOf(picked('null', '$.n', 'null'))).toMatchObject({ is: 'equals', value: null })
})

test('[T9] a picked value is kept in a variable that is named as it is, once', () => {
  const steps = [step('send-request', 'a'), step('assertion', 'b')]
  expect(keepPicked(steps, at('a'), picked('"7"', '$.items[0].id'))).toEqual({ step: 'made', index: 0 })
  expect(keepPicked(steps, at('a'), picked('"8"', '$.id'))).toEqual({ step: 'made', index: 1 })
  expect(steps[1]).toMatchObject({
    kind: 'data-transfer',
    transfers: [
      { source: 'json', path: '$.items[0].id', to: 'id' },
      { source: 'json', path: '$.id', to: 'id_2' },
    ],
  })
})
