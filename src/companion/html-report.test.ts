import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import page from 'virtual:report-page'
import { main } from './main.ts'
import { createTestHost } from './testing/test-host.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-html-'))
/** Says everything again that it is told: in its status line, headers and body, plain, encoded and in base64. */
const echo = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk: Buffer) => (text += chunk.toString()))
  request.on('end', () => {
    const secret = request.headers['x-secret'] ?? ''
    response.writeHead(request.url?.startsWith('/bad') ? 500 : 200, {
      'content-type': 'application/json',
      'x-echo': String(secret),
      'x-echo-encoded': encodeURIComponent(String(secret)),
    })
    const base64 = Buffer.from(String(secret)).toString('base64')
    response.end(JSON.stringify({ secret, base64, text, url: request.url, token: secret }))
  })
})
let api = ''

beforeAll(async () => {
  await once(echo.listen(0, '127.0.0.1'), 'listening')
  api = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`
})
afterAll(() => {
  echo.close()
  rmSync(folder, { recursive: true })
})

const secrets = { one: 's3cret "quoted" <canary> é-1', two: 'another-canary-2222' }

/** A project in which the secrets come along every way, and some steps fail and break over them. */
const project = () => ({
  format: 'aprj',
  version: 1,
  id: 'p',
  name: 'Canary',
  environments: [
    {
      id: 'e',
      name: 'Local',
      variables: [
        { name: 'one', value: { secret: 'one' } },
        { name: 'two', value: { secret: 'two' } },
      ],
    },
  ],
  suites: [
    {
      id: 's',
      name: 'S',
      cases: [
        {
          id: 'c',
          name: 'C',
          onFailure: 'continue',
          steps: [
            {
              id: 'r',
              kind: 'send-request',
              name: 'Tells',
              method: 'POST',
              url: `${api}/a?q=\${two}`,
              headers: [{ name: 'X-Secret', value: '${two}' }],
              body: { type: 'json', text: '{ "a": "${one}", "b": "${two}" }' },
            },
            {
              id: 'a',
              kind: 'assertion',
              name: 'Finds',
              checks: [
                { source: 'json', path: '$.secret', is: 'equals', value: 'something else' },
                { source: 'json', path: '$.token', is: 'equals', value: '${two}' },
                { source: 'header', name: 'x-echo', is: 'equals', value: 'no' },
              ],
            },
            {
              id: 't',
              kind: 'data-transfer',
              name: 'Keeps',
              transfers: [{ source: 'json', path: '$.base64', to: 'kept', scope: 'TestCase' }],
            },
            { id: 'b', kind: 'send-request', name: 'Breaks', url: '${two}://${one}/' },
          ],
        },
      ],
    },
  ],
})

it('[R41] no secret stands in an HTML report, in whatever form it came back, nor in the command that it tells', async () => {
  const file = join(folder, 'canary.aprj')
  const report = join(folder, 'report.html')
  writeFileSync(file, JSON.stringify(project()))
  const given = Object.entries(secrets).flatMap(([id, value]) => ['--secret', `${id}=${value}`])
  const host = createTestHost()
  await main(['run', file, ...given, '--var', `other=${secrets.two}`, '--case', 'C', '--reporter', `html=${report}`], host)
  expect(host.said).toBe("--var other: the project doesn't use ${other}.\n")
  const html = readFileSync(report, 'utf8')
  // It is the report of that run, with what was sent and what came back.
  expect(html).toContain('X-Secret')
  expect(html).toContain('‹two›')
  expect(html).toContain('--case C --var other=…')
  for (const value of Object.values(secrets)) {
    const json = JSON.stringify(value).slice(1, -1)
    for (const form of [
      value,
      json,
      JSON.stringify(json).slice(1, -1),
      json.replaceAll('<', '\\u003c'),
      encodeURIComponent(value),
      Buffer.from(value).toString('base64'),
    ])
      expect(html.includes(form), form).toBe(false)
  }
})

it('[P5] the page in the report is the one that the build made, under its own hash', async () => {
  const file = join(folder, 'page.aprj')
  const report = join(folder, 'page.html')
  writeFileSync(file, JSON.stringify(project()))
  await main(['run', file, '--secret', 'one=1111', '--secret', 'two=2222', '--reporter', `html=${report}`], createTestHost())
  const html = readFileSync(report, 'utf8')
  expect(html).toContain(`<script>${page.script}</script>`)
  expect(html).toContain(`<style>${page.style}</style>`)
  expect(html).toContain(`script-src '${page.scriptHash}'; style-src '${page.styleHash}'`)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(page.script))
  expect(page.scriptHash).toBe(`sha256-${Buffer.from(digest).toString('base64')}`)
  // Nothing in it reaches out, or makes code of text.
  expect(page.script).not.toMatch(/\bfetch\(|XMLHttpRequest|\beval\(|new Function\b|WebSocket/)
  expect(page.style).not.toMatch(/url\((?!["']?data:)|@import/)
})
