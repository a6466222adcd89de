import { describe, expect, test } from 'vitest'
import { newStep } from '#engine/project/new-step.ts'
import type { AnyStep } from './schemas.ts'
import { endOfGroup, ownersOf, withNested } from './nested-steps.ts'

type More<K extends AnyStep['kind']> = Partial<Extract<AnyStep, { kind: K }>>
const step = <K extends AnyStep['kind']>(kind: K, id: string, more: More<K> = {}): AnyStep =>
  ({ ...newStep(kind, id, id, { connection: 'k', dataSource: 'd' }), ...more }) as AnyStep
const status = { source: 'status', not: false, is: 'equals', value: 200 } as const
const check = (id: string, more: More<'assertion'> = {}) => step('assertion', id, { checks: [status], ...more })
const keep = (id: string, more: More<'data-transfer'> = {}) =>
  step('data-transfer', id, { transfers: [{ source: 'json', path: '$.id', to: 'order', scope: 'TestCase' }], ...more })
const ofVariable = (id: string, name: string) => check(id, { checks: [{ source: 'variable', name, not: false, is: 'exists' }] })
const request = (id: string, more: More<'send-request'> = {}) => step('send-request', id, more)

/** Each nested step with its owner: `a<r`. */
const nested = (steps: AnyStep[], ungrouped?: ReadonlySet<string>) =>
  ownersOf(steps, ungrouped).flatMap((owner, index) => (owner < 0 ? [] : [`${steps[index]?.id}<${steps[owner]?.id}`]))

describe('nested steps', () => {
  test('[T9] checks and transfers that directly follow a request are nested under it', () => {
    expect(nested([request('r'), check('a'), keep('x'), check('b'), request('s'), check('c')])).toEqual([
      'a<r',
      'x<r',
      'b<r',
      'c<s',
    ])
    expect(nested([step('sql', 'q'), check('a')])).toEqual(['a<q'])
  })

  test('[T9] what comes between ends the group', () => {
    expect(nested([request('r'), step('wait', 'w'), check('a')])).toEqual([])
    expect(nested([request('r'), step('loop-start', 'l'), check('a'), step('loop-end', 'm'), check('b')])).toEqual([])
    expect(nested([check('a'), request('r')])).toEqual([])
  })

  test('[T9] a step that looks at another response is not nested, nor what follows it', () => {
    expect(nested([request('r'), request('s'), check('a', { step: 'r' }), check('b')])).toEqual([])
    expect(nested([request('r'), request('s'), check('a', { step: 's' })])).toEqual(['a<s'])
    expect(nested([request('r'), step('oauth2', 't'), check('a')])).toEqual([])
  })

  test('[T9] of steps that only look at variables those are nested that look at ones of the group', () => {
    expect(nested([step('oauth2', 't'), ofVariable('a', 'access_token.scope')])).toEqual(['a<t'])
    expect(nested([request('r'), keep('x'), ofVariable('a', 'order'), ofVariable('b', 'other')])).toEqual(['x<r', 'a<r'])
    expect(nested([request('r'), check('a', { checks: [] })])).toEqual(['a<r'])
  })

  test('[T9] a disabled request keeps what is disabled with it; what runs looks at an earlier response', () => {
    const off = { disabled: true }
    expect(nested([request('r'), request('s', off), check('a', off), keep('x', off)])).toEqual(['a<s', 'x<s'])
    expect(nested([request('r'), request('s', off), check('a')])).toEqual([])
    expect(nested([request('r'), check('a', off), check('b')])).toEqual(['a<r', 'b<r'])
  })

  test('[T9] nothing is nested under what is ungrouped', () => {
    expect(nested([request('r'), check('a'), request('s'), check('b')], new Set(['r']))).toEqual(['b<s'])
  })

  test('[T11] a group is treated as one', () => {
    const steps = [request('r'), check('a'), keep('x'), request('s'), check('b')]
    const owners = ownersOf(steps)
    expect(withNested(steps, owners, ['r'])).toEqual(['r', 'a', 'x'])
    expect(withNested(steps, owners, ['b', 'x'])).toEqual(['x', 'b'])
    expect([0, 1, 2, 3, 4].map((index) => endOfGroup(owners, index))).toEqual([3, 3, 3, 5, 5])
  })
})
