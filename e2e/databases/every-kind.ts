/** The file of a project with a step of every kind, as it is opened before the database is made. */
export const everyKind = (echo: string, tokenEndpoint: string): string =>
  JSON.stringify({
    format: 'aprj',
    version: 1,
    id: 'every-kind',
    name: 'Every kind',
    environments: [
      {
        id: 'local',
        name: 'Local',
        variables: [
          { name: 'echo', value: echo },
          { name: 'password', value: { secret: 'local/password' } },
          { name: 'pin', value: '7391-in-clear' },
        ],
      },
      { id: 'other', name: 'Other', variables: [{ name: 'echo', value: `${echo}/other` }] },
    ],
    variables: [{ name: 'greeting', value: 'Hello' }],
    dataSources: [{ id: 'rows', name: 'Rows', kind: 'table', columns: ['sku'], rows: [['a'], ['b']] }],
    connections: [{ id: 'db', name: 'Orders', driver: 'sqlite', file: 'orders.db' }],
    suites: [
      {
        id: 's1',
        name: 'Suite one',
        cases: [
          {
            id: 'kinds',
            name: 'All of them',
            tags: ['smoke'],
            steps: [
              {
                id: 'token',
                kind: 'oauth2',
                name: 'Get token',
                grantType: 'ClientCredentials',
                tokenEndpoint,
                clientId: 'client',
                clientSecret: { secret: 'local/password' },
              },
              {
                id: 'send',
                kind: 'send-request',
                name: 'Send greeting',
                method: 'POST',
                url: '${echo}/orders?say=${greeting}',
                headers: [
                  { name: 'Authorization', value: 'Bearer ${access_token}' },
                  { name: 'X-Password', value: '${password}' },
                ],
                body: { type: 'json', text: ['{ "quantity": 2 }'] },
              },
              {
                id: 'check',
                kind: 'assertion',
                name: 'Was heard',
                checks: [{ source: 'status', is: 'equals', value: 200 }],
              },
              {
                id: 'keep',
                kind: 'data-transfer',
                name: 'Keep order',
                transfers: [{ source: 'json', path: '$.order', to: 'order' }],
              },
              {
                id: 'sign',
                kind: 'jwt',
                name: 'Sign',
                algorithm: 'HS256',
                key: { form: 'symmetric', algorithm: 'HS256', key: { secret: 'sign/key' } },
                claims: { sub: 'me' },
              },
              { id: 'pause', kind: 'wait', name: 'Pause', seconds: 0 },
            ],
          },
          {
            id: 'upload',
            name: 'Uploads',
            steps: [
              {
                id: 'post',
                kind: 'send-request',
                name: 'Upload',
                method: 'POST',
                url: '${echo}/upload',
                body: { type: 'file', file: 'shots/picture.png', mediaType: 'image/png' },
              },
            ],
          },
          {
            id: 'fails',
            name: 'Fails',
            steps: [
              { id: 'ask', kind: 'send-request', name: 'Ask', method: 'GET', url: '${echo}/fails' },
              { id: 'no', kind: 'assertion', name: 'Not so', checks: [{ source: 'status', is: 'equals', value: 404 }] },
            ],
          },
        ],
      },
      {
        id: 's2',
        name: 'Suite two',
        cases: [
          { id: 'long', name: 'Takes long', steps: [{ id: 'wait', kind: 'wait', name: 'Long wait', seconds: 3600 }] },
          {
            id: 'later',
            name: 'For later',
            steps: [
              { id: 'loop', kind: 'loop-start', name: 'For each row', dataSource: 'rows', disabled: true },
              { id: 'query', kind: 'sql', name: 'Ask database', connection: 'db', query: ['select 1'], disabled: true },
              { id: 'end', kind: 'loop-end', name: 'Next row', disabled: true },
            ],
          },
        ],
      },
    ],
  })
