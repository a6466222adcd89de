import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { checks, judged, send, withCode } from '#engine/load/k6/testing/judged.ts'
import { readProject } from '#engine/project/format/read.ts'
import { projectOf, projectOfSteps } from '#engine/runner/testing/run-project.ts'
import { toHurl } from './hurl.ts'

// Each file and assert here was run by hurl 8.0.1, and its verdicts compared with those of the runner.
it('[X9] Hurl: checks become asserts where Hurl judges alike, and are listed where it has no counterpart', () => {
  const made = toHurl(projectOfSteps([send, checks(judged)], withCode))
  const text = made.files[0]?.text ?? ''
  expect(text.slice(text.indexOf('HTTP *')).split('\n')).toEqual([
    'HTTP *',
    '[Asserts]',
    '# Looks right',
    'status == 200',
    'status == "200"',
    'status == {{code}}',
    'status toString not matches /^(400|500)$/',
    'header "content-type" contains "json"',
    'header "x-nothing" exists',
    'header "x-total" matches /^\\d+$/',
    'cookie "session" == "two"',
    'duration < 800',
    'duration > {{code}}',
    'bytes count == 214',
    'body startsWith "{\\"items\\""',
    'body endsWith "}"',
    'jsonpath "$.items[-1].name" == "Bob"',
    'jsonpath "$.nothing" exists',
    'jsonpath "$.nothing" not exists',
    'jsonpath "$.none" == null',
    'jsonpath "$.items[0].price" isInteger',
    'jsonpath "$.items[0].price" >= 9',
    'jsonpath "$.items[0].price" <= 10',
    'jsonpath "$.items[0].price" <= 9',
    'jsonpath "$.items[0].price" >= 9.5',
    'jsonpath "$.items[1].tags" isEmpty',
    'jsonpath "$.empty" isEmpty',
    'jsonpath "$.uuid" isUuid',
    'jsonpath "$.count" < "x"',
    'variable "nobody" exists',
    '',
  ])
  expect(made.notExported).toHaveLength(14)
  expect(made.notExported).toContainEqual({
    where: 'Suite > Case > Read orders',
    what: "The check json $.items[*].id equals array [7,8] isn't exported: Hurl has no counterpart.",
  })
})

it('[X9] Hurl: the sample as one file, with token requests, captures and variables', () => {
  const read = readProject(readFileSync('examples/orders.aprj', 'utf8'))
  if (!read.ok) throw read.error
  const { files, notExported } = toHurl(read.value.project)
  expect(files.map(({ path }) => path)).toEqual(['Orders API.hurl', 'Demo.vars'])
  expect(files[0]?.text).toContain('[Captures]\naccess_token_endpoint: jsonpath "$.token_endpoint"')
  expect(files[0]?.text).toContain('HTTP *\n[Captures]\norder_id: jsonpath "$.id"\n[Asserts]\n# Created\nstatus == 201\n')
  expect(files[1]?.text).toContain('baseUrl=http://127.0.0.1:5419\n')
  expect(notExported.map(({ what }) => what)).toContainEqual(expect.stringContaining('--variable random_alphanumeric=…'))
  expect(toHurl(read.value.project, { split: true }).files.map(({ path }) => path)).toEqual([
    'Orders/Create then delete.hurl',
    'Orders/List with a page size.hurl',
    'Sign-in/Sign in and read orders.hurl',
    'Demo.vars',
  ])
})

it('[X9] Hurl: options, authorization and bodies; secrets are empty and listed', () => {
  const request = (name: string, more: object) => ({
    id: name,
    kind: 'send-request',
    name,
    url: '${base}/a b',
    method: 'POST',
    ...more,
  })
  const made = toHurl(
    projectOf({
      environments: [{ id: 'e', name: 'Live', variables: [{ name: 'key', value: { secret: 'live/key' } }] }],
      variables: [
        { name: 'host', value: 'x.test' },
        { name: 'base', value: 'https://${host}' },
      ],
      headers: [{ name: 'Authorization', value: 'Basic ann:${key}' }],
      suites: [
        {
          id: 's',
          name: 'S',
          variables: [{ name: 'tenant.id', value: '7' }],
          cases: [
            {
              id: 'c',
              name: 'C',
              steps: [
                { id: 'w', kind: 'wait', name: 'W', seconds: 1.5 },
                request('form', {
                  followRedirects: false,
                  body: { type: 'form', fields: [{ name: 'a#', value: '${tenant.id}' }] },
                  until: { checks: [{ source: 'status', is: 'equals', value: 200 }], every: 2, atMost: 9 },
                }),
                request('text', { body: { type: 'text', text: 'a "b"\n`c`\\' } }),
              ],
            },
          ],
        },
      ],
    }),
  )
  expect(made.files[0]?.text.split('\n').slice(5)).toEqual([
    '# form',
    'POST {{base}}/a%20b',
    '[Options]',
    'variable: tenant_id="7"',
    'delay: 1500ms',
    'retry: 5',
    'retry-interval: 2000ms',
    '[BasicAuth]',
    'ann: {{key}}',
    '[Form]',
    'a\\#: {{tenant_id}}',
    'HTTP *',
    '[Asserts]',
    'status == 200',
    '',
    '# text',
    'POST {{base}}/a%20b',
    'Content-Type: text/plain',
    '[Options]',
    'location: true',
    '[BasicAuth]',
    'ann: {{key}}',
    '`a "b"\\n\\u{60}c\\u{60}\\\\`',
    'HTTP *',
    '',
  ])
  expect(made.files[1]).toEqual({ path: 'Live.vars', text: 'host=x.test\nbase=https://x.test\nkey=\n' })
  expect(made.notExported).toEqual([
    { where: 'Live', what: 'Pass the value of "key" with --secret key=…: secrets are never exported.' },
  ])
})
