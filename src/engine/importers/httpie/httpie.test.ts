import { expect, it } from 'vitest'
import { asSent, importFiles, importText } from '../testing/import-text.ts'

const meta = (contentType: string) => ({ format: 'httpie', version: '1.0.0', contentType, source: 'HTTPie Desktop 2025.2.0' })

const editors = {
  file: { name: '' },
  text: { value: '', format: 'application/json' },
  form: { isMultipart: false, fields: [] },
  graphql: { query: '', variables: '' },
}

const request = (name: string, more: object) => ({
  name,
  method: 'GET',
  url: '{{host}}/orders',
  headers: [],
  queryParams: [],
  pathParams: [],
  auth: { type: 'inherited' },
  body: { type: 'none', ...editors },
  ...more,
})

const bearer = { type: 'bearer', target: 'headers', credentials: { username: '', password: '{{token}}' } }

const workspace = {
  meta: meta('workspace'),
  entry: {
    name: 'Shop',
    collections: [
      {
        name: 'Orders',
        auth: bearer,
        requests: [
          request('List', {
            queryParams: [
              { name: 'q', value: 'a b', enabled: true },
              { name: 'off', value: '1', enabled: false },
            ],
          }),
          request('Read', {
            url: 'x.test/orders/:id/:part?deep=1',
            pathParams: [
              { name: 'id', value: '7', enabled: true },
              { name: 'part', value: '', enabled: true },
            ],
            auth: { type: 'apiKey', target: 'params', credentials: { username: 'key', password: 'key-4711' } },
          }),
          request('Create', {
            method: 'POST',
            auth: { type: 'none' },
            headers: [{ name: 'X-A', value: '{{a}}', enabled: true }],
            body: { type: 'text', ...editors, text: { value: '{"name":"{{name}}"}', format: 'application/json' } },
          }),
        ],
      },
      {
        name: 'Files',
        auth: { type: 'basic', credentials: { username: 'ann', password: 'Pa-4711x' } },
        requests: [
          request('Upload', {
            method: 'POST',
            body: {
              type: 'form',
              ...editors,
              form: {
                isMultipart: true,
                fields: [
                  { name: 'note', value: 'n', type: 'text', enabled: true },
                  { name: 'scan', type: 'file', file: { name: 'scan.png' }, enabled: true },
                ],
              },
            },
          }),
          request('Send', {
            method: 'PUT',
            body: {
              type: 'form',
              ...editors,
              form: { isMultipart: false, fields: [{ name: 'a', value: '1', type: 'text', enabled: true }] },
            },
          }),
          request('Ask', {
            method: 'POST',
            body: { type: 'graphql', ...editors, graphql: { query: '{ me }', variables: '{}' } },
          }),
        ],
      },
    ],
    environments: [
      { name: 'Defaults', isDefault: true, variables: [{ name: 'host', value: 'https://x.test', isSecret: false }] },
      {
        name: 'Staging',
        isDefault: false,
        variables: [
          { name: 'host', value: 'https://staging.test', isSecret: false },
          { name: 'token', value: '', isSecret: true },
        ],
      },
    ],
    drafts: [request('Try', { url: 'https://x.test/try' })],
  },
}

it('a workspace becomes suites, with authorization that its requests inherit, and environments', async () => {
  const { value } = await importText('auto', 'shop.json', JSON.stringify(workspace))
  expect(value).toMatchObject({ kind: 'httpie', project: { name: 'Shop' } })
  const { suites, variables, environments } = asSent(value!.project)
  expect(suites.map(({ name }) => name)).toEqual(['Orders', 'Files', 'Drafts'])
  expect(suites[0]!.cases[0]!.steps).toMatchObject([
    {
      name: 'List',
      url: '${host}/orders',
      query: [
        { name: 'q', value: 'a b' },
        { name: 'off', disabled: true },
      ],
      headers: [{ name: 'Authorization', value: 'Bearer ${token}' }],
    },
    {
      url: 'http://x.test/orders/7/${part}',
      query: [
        { name: 'deep', value: '1' },
        { name: 'key', value: '${api_key}' },
      ],
      headers: [],
    },
    { method: 'POST', headers: [{ name: 'X-A', value: '${a}' }], body: { type: 'json', text: '{"name":"${name}"}' } },
  ])
  expect(suites[1]!.cases[0]!.steps).toMatchObject([
    {
      headers: [{ value: 'Basic ann:${basic_password}' }],
      body: {
        type: 'multipart',
        parts: [
          { name: 'note', value: 'n' },
          { name: 'scan', file: 'scan.png' },
        ],
      },
    },
    { body: { type: 'form', fields: [{ name: 'a', value: '1' }] } },
    { body: { type: 'graphql', query: '{ me }', variables: '{}' } },
  ])
  expect(variables[0]).toMatchObject({ name: 'host', value: 'https://x.test' })
  expect(environments).toMatchObject([{ name: 'Staging', variables: [{}, { value: { secret: 'staging/token' } }] }])
  expect([...value!.secrets.values()]).toEqual(['key-4711', 'Pa-4711x'])
  expect(value!.leftOut.map(({ what }) => what)).toEqual([
    expect.stringContaining('Enter the secret "token"'),
    expect.stringContaining('Place the file "scan.png"'),
    ...['part', 'a', 'name'].map(
      (name) =>
        expect.stringContaining(
          `Set the project variable "${name}". Steps use it, but the source doesn't contain a value.`,
        ) as string,
    ),
  ])
})

it('a collection, a request and an environment come over from files of their own', async () => {
  const [orders] = workspace.entry.collections
  const { value } = await importFiles('auto', 'exports', {
    'a.json': JSON.stringify({ meta: meta('collection'), entry: orders }),
    'b.json': JSON.stringify({ meta: meta('environment'), entry: workspace.entry.environments[1] }),
    'c.json': JSON.stringify({ meta: meta('request'), entry: workspace.entry.drafts[0] }),
  })
  expect(value!.project).toMatchObject({
    suites: [{ name: 'Orders' }, { name: 'Try', cases: [{ steps: [{ url: 'https://x.test/try' }] }] }],
    environments: [{ name: 'Staging' }],
  })
  const alone = await importText('auto', 'a.json', JSON.stringify({ meta: meta('collection'), entry: orders }))
  expect(alone.value!.project).toMatchObject({ name: 'Orders', suites: [{ name: 'Orders', cases: [{ steps: [{}, {}, {}] }] }] })
})
