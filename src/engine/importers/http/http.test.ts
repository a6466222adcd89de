import { expect, it } from 'vitest'
import { differing } from '#engine/exporters/http/to-http.ts'
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
      headers: [{ value: 'Basic ann:${basic_password}' }],
      body: { type: 'json', text: '{"id": "${uuid}"}' },
    },
    { name: 'From a file', body: { type: 'file', file: 'data.bin' } },
  ])
  expect([...value!.secrets.values()]).toContain('pa-ss')
})

const one = async (written: string) => {
  const { value } = await importFiles('http', 'a.http', { 'a.http': written })
  const steps = value?.project.suites[0]?.cases[0]?.steps ?? []
  return { steps, leftOut: (value?.leftOut ?? []).map(({ what }) => what) }
}

it('Digest is a user with a password, or an answer that stays as it is written', async () => {
  const file =
    'GET https://x.test/a\nAuthorization: Digest ann secret\n\n###\nGET https://x.test/b\nAuthorization: Digest username="ann", response="1:2"\n'
  const { value } = await importFiles('http', 'api', { 'a.http': file })
  const headers = value!.project.suites
    .flatMap(({ cases }) => cases.flatMap(({ steps }) => steps))
    .map((step) => ('headers' in step ? step.headers : []))
  expect(headers).toMatchObject([[{ value: 'Digest ann:${digest_password}' }], [{ value: 'Digest ${digest}' }]])
  expect([...value!.secrets.values()]).toEqual(['secret', 'username="ann", response="1:2"'])
})

it('a form that is written out with its boundaries becomes parts, its files by name', async () => {
  const { steps, leftOut } = await one(`POST https://x.test/upload
Content-Type: multipart/form-data; boundary=WebAppBoundary

--WebAppBoundary
Content-Disposition: form-data; name="element-name"
Content-Type: text/plain

Name of {{it}}
--WebAppBoundary
Content-Disposition: form-data; name="data"; filename="data.json"
Content-Type: application/json

< ./request-form-data.json
--WebAppBoundary--
`)
  expect(steps).toMatchObject([
    {
      headers: [],
      body: {
        type: 'multipart',
        parts: [
          { name: 'element-name', value: 'Name of ${it}' },
          { name: 'data', file: 'request-form-data.json', mediaType: 'application/json' },
        ],
      },
    },
  ])
  expect(leftOut[0]).toMatch(
    /^Place the file "\.\/request-form-data\.json" in the project's folder, or choose it in the step\. The source only contains its name\./,
  )
})

it('forms over several lines, cURL commands, versions of HTTP with notes; other protocols are left out by name', async () => {
  const { steps, leftOut } = await one(`### Form
POST https://x.test/form HTTP/2 (Prior Knowledge)
Content-Type: application/x-www-form-urlencoded

id = 999 &
value = a b

### Socket
WEBSOCKET ws://x.test/socket

###
# @name command
curl -X PUT https://x.test/curl \\
  -H "X-A: {{a}}"
`)
  expect(steps).toMatchObject([
    {
      url: 'https://x.test/form',
      body: {
        fields: [
          { name: 'id', value: '999' },
          { name: 'value', value: 'a b' },
        ],
      },
    },
    { name: 'command', method: 'PUT', url: 'https://x.test/curl', headers: [{ name: 'X-A', value: '${a}' }] },
  ])
  expect(leftOut[0]).toBe('Assay can\'t send "WEBSOCKET" requests.')
})

it('times keep their offset, letters their number; a custom format is reported', async () => {
  const { steps, leftOut } =
    await one(`GET https://x.test/{{$timestamp -3 d}}/{{$datetime iso8601 1 y}}/{{$datetime "YYYY-MM-DD"}}
A: {{$datetime "DD.MM" 2 h}}
B: {{$random.alphabetic(5)}} {{$random.hexadecimal(4)}}
`)
  expect(steps).toMatchObject([
    {
      url: 'https://x.test/${now.unix(-3d)}/${now.iso(+365d)}/${now.date}',
      headers: [
        { name: 'A', value: '${now.iso(+2h)}' },
        { name: 'B', value: "${random.regex('[a-z]{5}')} ${random.hex(4)}" },
      ],
    },
  ])
  expect(leftOut).toEqual(['The template "{{$datetime "DD.MM" 2 h}}" uses a custom date format. It was replaced by ISO 8601.'])
})

it("a schema isn't imported as an environment, and logins in an environment are reported", async () => {
  const { value } = await importFiles('auto', 'a', {
    'a.http': 'GET {{host}}/a\n',
    'http-client.env.json': JSON.stringify({
      $schema: 'https://x.test/schema.json',
      dev: { host: 'https://x.test', Security: { Auth: { main: { Type: 'OAuth2' } } } },
    }),
  })
  expect(value!.project.environments.map(({ name }) => name)).toEqual(['dev'])
  expect(value!.leftOut).toMatchObject([{ where: 'http-client.env.json > dev' }])
})

it('[R13] the last of several values of a variable counts, and the others are reported', async () => {
  const { value } = await importFiles('http', 'shop', {
    'shop.http':
      '@host = https://a.test\n@id = 1\n\n### One\nGET {{host}}/{{id}}\n\n### Two\n@host = https://b.test\n@id = 1\nGET {{host}}/{{id}}\n\n###\n@host = https://c.test\nGET {{host}}\n',
    'other.http': '@host = https://d.test\nGET {{host}}\n',
  })
  expect(value!.project.suites.map(({ variables }) => variables.map((one) => [one.name, one.value]))).toEqual([
    [['host', 'https://d.test']],
    [
      ['host', 'https://c.test'],
      ['id', '1'],
    ],
  ])
  // Both ways: what is written says so too.
  expect(differing(value!.project.suites)).toEqual(['host'])
  expect(differing(value!.project.suites.slice(1))).toEqual([])
  expect(value!.leftOut).toEqual([
    { where: 'shop.http', what: expect.stringMatching(/"host".*\(line 13\).* lines 1, 8 are ignored/) },
  ])
})
