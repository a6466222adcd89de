import { describe, expect, it } from 'vitest'
import { missingInputs } from './missing-inputs.ts'
import { projectOf } from '../testing/run-project.ts'

const get = (id: string, more: object = {}) => ({ id, kind: 'send-request', name: id, url: 'http://127.0.0.1/', ...more })
const keep = (id: string, to: string, more: object = {}) => ({
  id,
  kind: 'data-transfer',
  name: id,
  transfers: [{ source: 'json', path: '$.id', to, scope: 'TestCase' }],
  ...more,
})
const check = (id: string, more: object = {}) => ({
  id,
  kind: 'assertion',
  name: id,
  checks: [{ source: 'status', is: 'equals', value: 200 }],
  ...more,
})

const project = projectOf({
  variables: [
    { name: 'target', value: 'http://127.0.0.1/${order_id}' },
    { name: 'given', value: 'x' },
  ],
  suites: [
    {
      id: 's',
      name: 'S',
      cases: [
        {
          id: 'c',
          name: 'C',
          steps: [
            { id: 'token', kind: 'oauth2', name: 'token', grantType: 'ClientCredentials', variableName: 'access_token' },
            get('make', { url: 'http://127.0.0.1/${access_token}' }),
            check('made'),
            keep('old', 'order_id', { disabled: true }),
            keep('kept', 'order_id'),
            keep('given', 'given'),
            get('read', { url: '${target}' }),
            get('plain', { url: 'http://127.0.0.1/${given}${random.uuid}${nobody}' }),
            check('made-later', { step: 'make' }),
          ],
        },
      ],
    },
  ],
})

const missing = (step: string, ran: readonly string[] = []) =>
  missingInputs(project, { selection: { step: { case: 'c', step } } }, ({ id }) => ran.includes(id)).map((input) => [
    input.step.id,
    input.variable,
  ])

describe('what a step lacks that runs by itself', () => {
  it.each<[string, readonly [string, string | undefined][]]>([
    ['token', []],
    // The token is got first.
    ['make', []],
    ['made', [['make', undefined]]],
    ['kept', [['make', undefined]]],
    // Through a start value; a disabled step sets nothing.
    ['read', [['kept', 'order_id']]],
    // A start value is enough, a function isn't missing, and a variable that no step sets can't be run first.
    ['plain', []],
    ['made-later', [['make', undefined]]],
  ])('[H13] %s', (step, inputs) => {
    expect(missing(step)).toEqual(inputs)
  })

  it('[H13] what has run in this host is there', () => {
    expect(missing('read', ['kept'])).toEqual([])
    expect(missing('made', ['make'])).toEqual([])
    expect(missing('made', ['kept'])).toEqual([['make', undefined]])
  })
})
