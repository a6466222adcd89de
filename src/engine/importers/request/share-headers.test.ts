import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { withInherited } from '#engine/project/headers-sent.ts'
import { headerKey } from '#engine/project/inherited-headers.ts'
import { problemsOf } from '#engine/project/problems/problems.ts'
import { readProject } from '#engine/project/format/read.ts'
import { writeProject } from '#engine/project/format/write.ts'
import { projectOf } from '#engine/runner/testing/run-project.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import type { Project } from '#engine/project/format/schema.ts'
import { fuzzRuns } from '../../../../e2e/fuzz-runs.ts'
import { shareHeaders } from './share-headers.ts'
import { importText } from '../testing/import-text.ts'

const on = (name: string, value: string) => ({ name, value, disabled: false })
const off = (name: string) => ({ name, value: '', disabled: true })
const shown = ({ suites, headers }: Project) => ({
  project: headers,
  suites: suites.map(({ name, headers: given, cases }) => [
    name,
    given,
    cases.map((one) => [one.name, one.headers, one.steps.filter(isSendRequestStep).map((step) => step.headers)]),
  ]),
})

it('authorization of a collection and of folders in folders stands where it is given; one request leaves it out, one has its own', async () => {
  const bearer = (token: string) => ({ type: 'bearer', bearer: [{ key: 'token', value: token }] })
  const request = (name: string, more: object = {}) => ({ name, request: { url: 'http://x.test/', ...more } })
  const collection = {
    info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    auth: bearer('{{token}}'),
    item: [
      request('Top'),
      {
        name: 'Orders',
        item: [
          request('List'),
          request('Health', { auth: { type: 'noauth' } }),
          { name: 'Admin', auth: bearer('{{admin}}'), item: [request('Delete'), request('Purge', { auth: bearer('{{root}}') })] },
        ],
      },
      { name: 'Open', auth: { type: 'noauth' }, item: [request('Ping'), request('Version')] },
      { name: 'Keyed', item: [request('Key', { auth: { type: 'apikey', apikey: { key: 'X-Key', value: '{{key}}' } } })] },
    ],
  }
  const { value } = await importText('auto', 'shop.json', JSON.stringify(collection))
  const token = on('Authorization', 'Bearer ${token}')
  expect(shown(value!.project)).toEqual({
    project: [token],
    suites: [
      ['Shop', undefined, [['Requests', undefined, [[]]]]],
      [
        'Orders',
        undefined,
        [
          ['Orders', undefined, [[], [off('Authorization')]]],
          ['Admin', [on('Authorization', 'Bearer ${admin}')], [[], [on('Authorization', 'Bearer ${root}')]]],
        ],
      ],
      ['Open', [off('Authorization')], [['Open', undefined, [[], []]]]],
      ['Keyed', [off('Authorization')], [['Keyed', undefined, [[on('X-Key', '${key}')]]]]],
    ],
  })
  const read = readProject(writeProject(value!.project))
  expect(read.ok && problemsOf(read.value.project)).toEqual([])
})

it('headers of folders come together; what no request sends is not kept', async () => {
  const header = (key: string, value: string) => ({ key, value, active: true, description: '' })
  const request = (name: string, headers: object[]) => ({
    v: '16',
    name,
    endpoint: 'http://x.test/',
    method: 'GET',
    params: [],
    headers,
    auth: { authType: 'inherit', authActive: true },
    body: { contentType: null, body: null },
  })
  const folder = (name: string, headers: object[], requests: object[], folders: object[] = []) => ({
    v: 10,
    name,
    headers,
    requests,
    folders,
    auth: { authType: 'inherit', authActive: true },
    variables: [],
  })
  const collection = folder(
    'Shop',
    [header('X-Tenant', 'a'), header('X-Unused', '1'), { ...header('X-Off', '5'), active: false }],
    [],
    [
      folder(
        'Orders',
        [header('X-Team', 'b')],
        [request('One', [header('x-unused', '2')]), request('Two', [header('x-unused', '3'), header('X-Team', 'c')])],
      ),
      folder('Carts', [header('X-Tenant', 'd')], [request('Three', [header('X-Unused', '4')])]),
    ],
  )
  const { value } = await importText('auto', 'shop.json', JSON.stringify(collection))
  expect(shown(value!.project)).toEqual({
    project: [on('X-Tenant', 'a'), { ...on('X-Off', '5'), disabled: true }],
    suites: [
      ['Orders', [on('X-Team', 'b')], [['Orders', undefined, [[on('x-unused', '2')], [on('x-unused', '3'), on('X-Team', 'c')]]]]],
      ['Carts', [on('X-Tenant', 'd')], [['Carts', undefined, [[on('X-Unused', '4')]]]]],
    ],
  })
})

it('whatever is given to whom, every request sends what it sent before', () => {
  const row = fc.record({ name: fc.constantFrom('A', 'a', 'B'), value: fc.constantFrom('1', '2'), disabled: fc.boolean() })
  const given = fc.uniqueArray(row, { maxLength: 3, selector: headerKey })
  const own = fc.array(fc.record({ name: fc.constantFrom('A', 'b'), value: fc.constantFrom('1', '2'), disabled: fc.boolean() }), {
    maxLength: 3,
  })
  const some = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 3 })
  const shape = fc.record({
    headers: given,
    suites: some(fc.record({ headers: given, cases: some(fc.record({ headers: given, steps: some(own) })) })),
  })
  const sent = (project: Project) =>
    project.suites.map(({ cases }) =>
      cases.map(({ steps }) =>
        steps
          .filter(isSendRequestStep)
          .map(({ headers }) =>
            ['a', 'b'].map((key) => headers.filter((one) => !one.disabled && headerKey(one) === key).map(({ value }) => value)),
          ),
      ),
    )
  fc.assert(
    fc.property(shape, ({ headers, suites }) => {
      let ids = 0
      const id = () => `i${++ids}`
      const project = projectOf({
        headers,
        suites: suites.map((suite) => ({
          id: id(),
          name: 'S',
          headers: suite.headers,
          cases: suite.cases.map((one) => ({
            id: id(),
            name: 'C',
            headers: one.headers,
            steps: one.steps.map((rows) => ({ id: id(), kind: 'send-request', name: 'R', url: 'x', headers: rows })),
          })),
        })),
      })
      const before = sent(project)
      shareHeaders(project)
      expect(sent(withInherited(project))).toEqual(before)
    }),
    { numRuns: fuzzRuns(600) },
  )
})
