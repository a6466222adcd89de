import * as v from 'valibot'
import { expect, it } from 'vitest'
import { toHttp } from '#engine/exporters/http/to-http.ts'
import { emptyCase } from '#engine/project/empty.ts'
import { sendRequestSchema } from '#engine/steps/send-request/schema.ts'
import { importText } from '../testing/import-text.ts'

const text = `@host = https://x.test

### Create
POST {{host}}/orders?a=b%20c
X-Key: {{key}}
Content-Type: application/json

{"id": "{{$guid}}", "n": {{$randomInt 1 10}}}

### Form
# @no-redirect
PUT {{host}}/form
Content-Type: application/x-www-form-urlencoded

a=1&b=x%26y
`

it('what was exported as .http is imported as the same requests', async () => {
  const { project } = (await importText('http', 'a.http', text)).value!
  const [suite] = project.suites
  const out = toHttp(suite!.cases, { variables: [...project.variables, ...suite!.variables], environment: [] })
  expect(out).toContain('@host = https://x.test')
  const back = (await importText('http', 'a.http', out)).value!.project
  const plain = (one: typeof project) =>
    one.suites.flatMap(({ cases }) => cases.flatMap(({ steps }) => steps.map((step) => ({ ...step, id: '' }))))
  expect(plain(back)).toEqual(plain(project))
})

it('secrets are named, their values are not there', async () => {
  const { project } = (await importText('curl', 'a.sh', "curl https://x.test -H 'Authorization: Bearer topsecret-0815'")).value!
  expect(toHttp(project.suites[0]!.cases, { variables: project.variables, environment: [] })).toBe(
    '# @bearer_token is a secret: enter it here\n@bearer_token =\n\n### GET /\n# @no-redirect\nGET https://x.test\nAuthorization: Bearer {{bearer_token}}\n',
  )
})

it('a query by its name, names with quotes and an address with a fragment are written as they are sent', () => {
  const step = (fields: object) => v.parse(sendRequestSchema, { id: 's', kind: 'send-request', name: 'S', ...fields })
  const on = (name: string, value: string) => ({ name, value })
  const steps = [
    step({
      url: 'https://x.test/#b',
      query: [on('a', '1')],
      body: { type: 'graphql', query: 'query Q { a }', operationName: 'Q' },
    }),
    step({ url: 'https://x.test', onlyIf: [{ source: 'json', path: '$.items', not: true, is: 'is-empty' }] }),
    step({ url: 'https://x.test', body: { type: 'multipart', parts: [{ name: 'a"b', file: 'c"d.txt' }] } }),
  ]
  const text = toHttp([{ ...emptyCase('c', 'C'), steps }], { variables: [], environment: [] })
  expect(text).toContain('https://x.test/?a=1#b\n')
  expect(text).toContain('# Only if $.items not is empty\n')
  expect(text).toContain('"operationName": "Q"')
  expect(text).toContain('name="a%22b"; filename="c%22d.txt"')
})

it('[X8] keys that would be sent unsigned are left out, and those that VS Code signs with come back', async () => {
  const send = (id: string, value: string) =>
    v.parse(sendRequestSchema, {
      id,
      kind: 'send-request',
      name: id,
      url: 'https://x.test',
      headers: [{ name: 'Authorization', value }],
    })
  const aws = 'AWS ${key} ${secret} region:eu-west-1 service:s3'
  const steps = [
    send('aws', aws),
    send('oauth', 'OAuth oauth_consumer_key="k", consumer_secret="${secret}"'),
    send('ntlm', 'NTLM ann:${secret}'),
  ]
  const exported = toHttp([{ ...emptyCase('c', 'C'), steps }], { variables: [], environment: [] })
  expect(exported.match(/\{\{secret\}\}/g)).toHaveLength(1)
  expect(exported).toMatch(/# Unsigned: .*\nGET https:\/\/x\.test\n\n### ntlm\n# Without credentials/)
  const back = (await importText('http', 'a.http', exported)).value!.project
  expect(JSON.stringify(back)).toContain(aws)
})
