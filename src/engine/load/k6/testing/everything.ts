import { projectOf } from '#engine/runner/testing/run-project.ts'

const bearer = [{ name: 'Authorization', value: 'Bearer ${access_token}' }]

/** A project with every kind of step that a script can have. */
export const everything = projectOf({
  name: 'Orders API',
  environments: [
    {
      id: 'e',
      name: 'Test',
      variables: [
        { name: 'idp', value: 'http://127.0.0.1:5418' },
        { name: 'baseUrl', value: 'http://127.0.0.1:5419' },
      ],
    },
  ],
  variables: [
    { name: 'region', value: 'eu' },
    { name: 'customer', value: '${region}-${random.hex(6)}' },
  ],
  dataSources: [
    { id: 'd', name: 'Users', kind: 'csv', file: 'users.csv' },
    { id: 'sizes', name: 'Sizes', kind: 'table', columns: ['size'], rows: [['1'], ['20']] },
  ],
  suites: [
    {
      id: 's',
      name: 'Before',
      cases: [
        {
          id: 'sign-in',
          name: 'Sign in',
          steps: [
            {
              id: 't',
              kind: 'oauth2',
              name: 'Get token',
              grantType: 'ClientCredentials',
              tokenEndpoint: '${idp}/token',
              clientId: 'orders-tests',
              clientSecret: { secret: 'get-token/client-secret' },
              secretTransport: 'basic',
              scope: 'orders:read orders:write',
              additionalParameters: [{ name: 'audience', value: 'orders' }],
              variableScope: 'Project',
            },
          ],
        },
      ],
    },
    {
      id: 'u',
      name: 'Orders',
      variables: [{ name: 'sku', value: 'A-1' }],
      cases: [
        {
          id: 'c',
          name: 'Create then read',
          onFailure: 'continue',
          variables: [{ name: 'note', value: "it's new" }],
          steps: [
            {
              id: 'r1',
              kind: 'send-request',
              name: 'Create order',
              method: 'POST',
              url: '${baseUrl}/orders',
              headers: bearer,
              body: { type: 'json', text: '{\n  "sku": "${sku}",\n  "note": "${note}",\n  "quantity": ${random.int(1,9)}\n}' },
            },
            {
              id: 'a1',
              kind: 'assertion',
              name: 'Created',
              checks: [
                { source: 'status', is: 'equals', value: 201 },
                { source: 'header', name: 'content-type', is: 'contains', value: 'json' },
                { source: 'json', path: '$.items[?@.price < 10]', not: true, is: 'exists' },
                { source: 'json', path: '$.state', is: 'one-of', value: ['open', 'paid'] },
                {
                  source: 'body',
                  is: 'matches-schema',
                  value: { type: 'object', required: ['id'], properties: { id: { type: 'string', minLength: 1 } } },
                },
              ],
            },
            {
              id: 'x1',
              kind: 'data-transfer',
              name: 'Keep id',
              transfers: [
                { source: 'json', path: '$.id', to: 'order_id' },
                { source: 'text', match: '"state":"(\\w+)"', to: 'state', scope: 'TestSuite', default: 'unknown' },
              ],
            },
            { id: 'w', kind: 'wait', name: 'Let it settle', seconds: 0.5 },
            {
              id: 'j',
              kind: 'jwt',
              name: 'Sign',
              algorithm: 'HS256',
              key: { form: 'symmetric', key: { secret: 'sign/key' } },
              claims: { sub: '${customer}' },
            },
            {
              id: 'r2',
              kind: 'send-request',
              name: 'Upload logo',
              method: 'PUT',
              url: '${baseUrl}/orders/${order_id}/logo',
              headers: [...bearer, { name: 'X-Signed', value: '${jwt}' }],
              body: {
                type: 'multipart',
                parts: [
                  { name: 'title', value: 'Logo of ${sku}' },
                  { name: 'file', file: 'logo.png', mediaType: 'image/png' },
                ],
              },
              timeout: 60,
              followRedirects: false,
            },
            {
              id: 'l',
              kind: 'loop-start',
              name: 'For each user',
              dataSource: 'd',
              mapping: [
                { column: 'id', variable: 'user', type: 'number' },
                { column: 'name', variable: 'userName' },
              ],
            },
            {
              id: 'l2',
              kind: 'loop-start',
              name: 'For each size',
              dataSource: 'sizes',
              mapping: [{ column: 'size', variable: 'size' }],
              onFailure: 'stop',
            },
            {
              id: 'r3',
              kind: 'send-request',
              name: 'List orders',
              url: '${baseUrl}/users/${user}/orders',
              query: [
                { name: 'size', value: '${size}' },
                { name: 'name', value: '${userName}' },
              ],
              headers: bearer,
            },
            {
              id: 'a3',
              kind: 'assertion',
              name: 'Listed',
              checks: [
                { source: 'json', path: '$.items', is: 'is-type', value: 'array' },
                { source: 'duration', is: 'less-than', value: 5000 },
              ],
            },
            { id: 'e2', kind: 'loop-end', name: 'Next size' },
            { id: 'e1', kind: 'loop-end', name: 'Next user' },
            {
              id: 'r4',
              kind: 'send-request',
              name: 'Wait for the order',
              url: '${baseUrl}/orders/${order_id}',
              headers: bearer,
              until: { checks: [{ source: 'json', path: '$.state', is: 'equals', value: 'open' }], every: 0.5, atMost: 10 },
            },
            { id: 'q', kind: 'sql', name: 'Clean up', connection: 'db', query: 'delete from orders' },
          ],
        },
      ],
    },
  ],
})
