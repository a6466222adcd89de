import { expect, it } from 'vitest'
import { importFiles } from '../testing/import-text.ts'

const text = `@host = https://x.test
@token = abc-secret-1

# Signs in
# @name login
POST {{host}}/login HTTP/1.1
Content-Type: application/x-www-form-urlencoded

user=a
&pass=b%20c

### List
GET {{host}}/orders
    ?page=2
    &size={{$randomInt 1 10}}
Authorization: Bearer {{login.response.body.$.token}}

> {%
client.test("ok", function() {
  client.assert(response.status === 200, "no");
});
client.global.set("first", response.body[0].id);
%}

###
# @no-redirect
PUT {{host}}/orders/{{first}}
Authorization: Basic ann pa-ss
Content-Type: application/json

{"id": "{{$guid}}"}

### From a file
POST {{host}}/upload

< ./data.bin
`

it('requests become steps; answers of named ones are kept', async () => {
  const { value } = await importFiles('auto', 'api', {
    'orders.http': text,
    'http-client.env.json': '{"dev":{"region":"eu"}}',
    'http-client.private.env.json': '{"dev":{"pin":"pin-4711"}}',
  })
  expect(value).toMatchObject({
    kind: 'http',
    project: {
      suites: [
        {
          name: 'orders',
          variables: [
            { name: 'host', value: 'https://x.test' },
            { name: 'token', value: { secret: 'orders/token' } },
          ],
        },
      ],
    },
  })
  expect(value!.project.environments).toMatchObject([
    {
      name: 'dev',
      variables: [
        { name: 'region', value: 'eu' },
        { name: 'pin', value: { secret: 'dev/pin' } },
      ],
    },
  ])
  expect(value!.project.suites[0]!.cases[0]!.steps).toMatchObject([
    {
      name: 'login',
      description: 'Signs in',
      method: 'POST',
      body: {
        type: 'form',
        fields: [
          { name: 'user', value: 'a' },
          { name: 'pass', value: 'b c' },
        ],
      },
    },
    { transfers: [{ source: 'json', path: '$.token', to: 'login_token' }] },
    {
      name: 'List',
      query: [
        { name: 'page', value: '2' },
        { name: 'size', value: '${random.int(1,9)}' },
      ],
      headers: [{ value: 'Bearer ${login_token}' }],
    },
    { name: 'ok', checks: [{ source: 'status', is: 'equals', value: 200 }] },
    { transfers: [{ path: '$[0].id', to: 'first' }] },
    {
      name: 'PUT /orders/${first}',
      followRedirects: false,
      headers: [{ value: 'Basic ${basic_credentials}' }],
      body: { type: 'json', text: '{"id": "${uuid}"}' },
    },
    { name: 'From a file', body: { type: 'file', file: 'data.bin' } },
  ])
  expect([...value!.secrets.values()]).toContain(btoa('ann:pa-ss'))
})
