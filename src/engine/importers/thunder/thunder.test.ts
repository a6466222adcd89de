import { expect, it } from 'vitest'
import { asSent, importFiles, importText } from '../testing/import-text.ts'

const requests = [
  {
    _id: 'r2',
    colId: 'c1',
    containerId: 'f1',
    name: 'Read',
    url: '{{url}}/orders/{id}?from=eur',
    method: 'GET',
    sortNum: 20000,
    headers: [
      { name: 'Accept', value: '*/*' },
      { name: 'X-Old', value: '1', isDisabled: true },
    ],
    params: [
      { name: 'from', value: 'eur', isPath: false },
      { name: 'to', value: 'btc', isPath: false, isDisabled: true },
      { name: 'id', value: '7', isPath: true },
    ],
    tests: [
      { type: 'res-code', custom: '', action: 'equal', value: '200' },
      { type: 'json-query', custom: 'json.items[0].id', action: 'equal', value: 'A-1' },
      { type: 'json-query', custom: 'json.items', action: 'count', value: '3' },
      { type: 'res-time', custom: '', action: '<=', value: '500' },
      { type: 'Content-Type', custom: '', action: 'contains', value: 'json' },
      { type: 'res-body', custom: '', action: 'notContains', value: 'error' },
      { type: 'json-query', custom: 'json.total', action: 'isType', value: 'number' },
      { type: 'custom-fun', custom: 'filter', action: 'equal', value: '1' },
    ],
  },
  {
    _id: 'r1',
    colId: 'c1',
    containerId: 'f1',
    name: 'Sign in',
    url: '{{url}}/login',
    method: 'POST',
    sortNum: 10000,
    headers: [],
    params: [],
    body: { type: 'json', raw: '{"user":"ann"}', form: [] },
    auth: { type: 'none' },
    tests: [{ type: 'set-env-var', custom: 'json.token', action: 'setto', value: '{{token}}' }],
  },
  {
    _id: 'r3',
    colId: 'c1',
    containerId: '',
    name: 'Upload',
    url: 'x.test/up',
    method: 'POST',
    sortNum: 5,
    headers: [],
    params: [],
    body: { type: 'formdata', form: [{ name: 'a', value: 'b' }], files: [{ name: 'f', value: 'pictures/a.png' }] },
    tests: [],
  },
]
const folders = [
  { _id: 'f1', name: 'Orders', containerId: '', sortNum: 1, settings: { headers: [{ name: 'X-Tenant', value: 'north' }] } },
]
const settings = { headers: [], auth: { type: 'bearer', bearer: '{{token}}' } }

const steps = [
  {
    name: 'Sign in',
    method: 'POST',
    url: '${url}/login',
    headers: [{ name: 'X-Tenant' }],
    body: { type: 'json', text: '{"user":"ann"}' },
  },
  { transfers: [{ source: 'json', path: '$.token', to: 'token' }] },
  {
    name: 'Read',
    url: '${url}/orders/7',
    query: [
      { name: 'from', value: 'eur' },
      { name: 'to', disabled: true },
    ],
    headers: [
      { name: 'X-Tenant' },
      { name: 'Accept' },
      { name: 'X-Old', disabled: true },
      { name: 'Authorization', value: 'Bearer ${token}' },
    ],
  },
  {
    checks: [
      { source: 'status', is: 'equals', value: 200 },
      { source: 'json', path: '$.items[0].id', is: 'equals', value: 'A-1' },
      { source: 'json', path: '$.items', is: 'has-length', value: 3 },
      { source: 'duration', is: 'at-most', value: 500 },
      { source: 'header', name: 'Content-Type', is: 'contains', value: 'json' },
      { source: 'text', is: 'contains', value: 'error', not: true },
      { source: 'json', path: '$.total', is: 'is-type', value: 'number' },
    ],
  },
]

it('[T4] an exported collection of Thunder Client becomes suites, requests in their order, checks and transfers', async () => {
  const exported = {
    client: 'Thunder Client',
    collectionName: 'Shop',
    dateExported: '2025-01-01',
    version: '1.2',
    folders,
    requests,
    settings,
  }
  const { value } = await importText('auto', 'thunder-collection_shop.json', JSON.stringify(exported))
  expect(value).toMatchObject({ kind: 'thunder', project: { name: 'Shop' } })
  const [own, orders] = value!.project.suites
  expect(own!.cases[0]!.steps).toMatchObject([
    {
      name: 'Upload',
      url: 'http://x.test/up',
      body: {
        type: 'multipart',
        parts: [
          { name: 'a', value: 'b' },
          { name: 'f', file: 'pictures/a.png' },
        ],
      },
    },
  ])
  expect(orders).toMatchObject({ name: 'Orders', cases: [{ name: 'Orders' }] })
  expect(asSent(value!.project).suites[1]!.cases[0]!.steps).toMatchObject(steps)
  expect(value!.leftOut.map(({ what }) => what).join('\n')).toMatch(/"pictures\/a.png"[\s\S]*"custom-fun equal"/)
})

it('[T4] the folder thunder-tests of a repository, in the form of now and of before, with its environments', async () => {
  const environment = { _id: 'e1', name: 'dev', default: false, data: [{ name: 'url', value: 'https://dev.test' }] }
  const now = await importFiles('auto', 'thunder-tests', {
    'collections/tc_col_shop.json': JSON.stringify({ _id: 'c1', colName: 'Shop', folders, requests, settings }),
    'environments/tc_env_dev.json': JSON.stringify(environment),
  })
  const before = await importFiles('auto', 'thunder-tests', {
    'thunderCollection.json': JSON.stringify([{ _id: 'c1', colName: 'Shop', folders, settings }]),
    'thunderclient.json': JSON.stringify(requests),
    'thunderEnvironment.json': JSON.stringify([environment]),
    'thunderActivity.json': '[]',
  })
  for (const { value } of [now, before]) {
    expect(asSent(value!.project).suites[1]!.cases[0]!.steps).toMatchObject(steps)
    expect(value!.project.environments).toMatchObject([{ name: 'dev', variables: [{ name: 'url', value: 'https://dev.test' }] }])
  }
})

it('[R8] rejects anything else with a message', async () => {
  const { error } = await importText('thunder', 'x.json', '{}')
  expect(error?.message).toBe('"x.json" can\'t be read as Thunder Client: it has no requests.')
})
