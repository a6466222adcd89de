import { expect, it } from 'vitest'
import { projectOf } from '../testing/run-project.ts'
import { neededValues } from './missing-values.ts'
import { plan } from './plan.ts'

const get = (id: string, more: object = {}) => ({ id, kind: 'send-request', name: id, url: 'http://127.0.0.1/', ...more })
const one = (id: string, steps: object[], more: object = {}) => ({ id, name: id, steps, ...more })

function needed(cases: object[], more: object = {}, options: object = {}) {
  const planned = plan(projectOf({ suites: [{ id: 's', name: 'S', cases }], ...more }), options)
  if (!planned.ok) throw planned.error
  return neededValues(planned.value)
}

it('[R38] variables that nothing gives are named once with all that use them, also behind start values', () => {
  const found = needed(
    [
      one('c1', [get('a', { url: '${base}/${token}/${now.iso}' }), get('b', { headers: [{ name: 'X', value: '${token}' }] })]),
      one('c2', [
        get('c', { url: '${kept}${row_id}${given}' }),
        get('d', { query: [{ name: 'q', value: '${off}', disabled: true }], description: '${prose}' }),
        { id: 't', kind: 'data-transfer', name: 't', transfers: [{ source: 'json', path: '$', to: 'kept', scope: 'TestCase' }] },
      ]),
      one('c3', [get('e', { url: '${base}${kept}' })]),
    ],
    { variables: [{ name: 'base', value: 'http://${host}' }] },
    { variables: { given: 'x', row_id: '1' } },
  )
  expect(found.variables).toEqual([
    { name: 'token', usedBy: ['S > c1 > a', 'S > c1 > b'] },
    { name: 'host', usedBy: ['S > c1 > a', 'S > c3 > e'] },
    { name: 'kept', usedBy: ['S > c3 > e'] },
  ])
})

it('[R38] a step that is run only if the variable is there does not need it; its value is needed where that is asked', () => {
  const is = (name: string, more: object) => ({ onlyIf: [{ source: 'variable', name, ...more }] })
  const found = needed([
    one('c1', [get('a', { url: '${x}', ...is('x', { is: 'exists' }) }), get('b', is('stage', { is: 'equals', value: 'test' }))]),
    one('c2', [get('c', is('env.name', { is: 'equals', value: 'test' }))]),
  ])
  expect(found.variables).toEqual([{ name: 'stage', usedBy: ['S > c1 > b'] }])
})

it('[R38] secrets are needed by fields, by variables that are used, and by connections; those of other parts are not', () => {
  const secret = (id: string) => ({ secret: id })
  const connection = { id: 'k', name: 'K', driver: 'postgres', host: 'h', port: 5432, database: 'd', user: 'u' }
  const found = needed(
    [
      one('c1', [
        {
          id: 'o',
          kind: 'oauth2',
          name: 'o',
          grantType: 'ClientCredentials',
          tokenEndpoint: 'http://127.0.0.1/',
          clientId: 'a',
          clientSecret: secret('o/secret'),
        },
        get('a', { url: '${key}${access_token}' }),
      ]),
      one('c2', [{ id: 'q', kind: 'sql', name: 'q', connection: 'k', query: 'select 1' }]),
    ],
    {
      environments: [
        {
          id: 'e',
          name: 'E',
          variables: [
            { name: 'key', value: secret('e/key') },
            { name: 'other', value: secret('e/other') },
          ],
        },
      ],
      connections: [{ ...connection, password: secret('k/password') }],
    },
    { environment: 'e' },
  )
  expect(found).toEqual({
    variables: [],
    secrets: [
      { name: 'o/secret', usedBy: ['S > c1 > o'] },
      { name: 'e/key', usedBy: ['S > c1 > a'] },
      { name: 'k/password', usedBy: ['S > c2 > q'] },
    ],
  })
})
