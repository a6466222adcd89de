import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { main } from '../main.ts'
import { createTestHost } from '../testing/test-host.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-compare-'))
const path = (name: string) => join(folder, name)
/** An API whose next version forgets a field and a header, and fails at one place. */
let version = 1
const api = createServer((request, response) => {
  const isNew = version === 2
  response.writeHead(isNew && request.url === '/broken' ? 500 : 200, {
    'content-type': 'application/json',
    ...(isNew ? {} : { 'x-total': '2' }),
  })
  response.end(JSON.stringify(isNew ? { id: '7' } : { id: 7, name: 'a' }))
})
let base = ''

beforeAll(async () => {
  await once(api.listen(0, '127.0.0.1'), 'listening')
  base = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
  const steps = (url: string) => [
    { id: `r${url}`, kind: 'send-request', name: `Read ${url}`, url: `${base}/${url}` },
    { id: `a${url}`, kind: 'assertion', name: 'Is there', checks: [{ source: 'status', is: 'equals', value: 200 }] },
  ]
  const cases = ['order', 'broken'].map((url) => ({ id: url, name: url, steps: steps(url) }))
  const project = { format: 'aprj', version: 1, id: 'p', name: 'P', suites: [{ id: 's', name: 'S', cases }] }
  writeFileSync(path('p.aprj'), JSON.stringify(project))
  for (version of [1, 2])
    await main(['run', path('p.aprj'), '--quiet', '--reporter', `json=${path(`${version}.json`)}`], createTestHost())
  writeFileSync(path('other.json'), JSON.stringify({ ...report('1.json'), project: { id: 'q', name: 'Q' } }))
})
afterAll(() => {
  api.close()
  rmSync(folder, { recursive: true })
})

const report = (name: string) => JSON.parse(readFileSync(path(name), 'utf8')) as Record<string, unknown>

async function compare(...args: string[]) {
  const host = createTestHost()
  return { code: await main(['compare', ...args], host), said: host.said, printed: host.printed }
}

it('[X5] compares two real runs: new failures end with 1, and what an API changed is named', async () => {
  const { code, printed } = await compare(path('1.json'), path('2.json'))
  expect(code).toBe(1)
  expect(printed).toBe(`New failures
  S > broken > Is there  passed -> failed
    status: expected equals number 200, actual number 500

Changed answers
  S > order > Read order    header x-total: present -> nothing
  S > order > Read order    body $.id: number -> string
  S > order > Read order    body $.name: string -> nothing
  S > broken > Read broken  status: 200 -> 500

1 new failure, 0 fixed, 0 still failing, 0 slower, 4 changes of answers
`)
})

it('[X5] the other way round all is fixed; as JSON for programs', async () => {
  const { code, printed } = await compare(path('2.json'), path('1.json'), '--json')
  expect(code).toBe(0)
  expect(JSON.parse(printed)).toMatchObject({ newFailures: [], fixed: [{ case: 'broken' }], changed: { length: 4 } })
})

it('[X5] says which report can not be used', async () => {
  expect(await compare(path('1.json'))).toMatchObject({ code: 2, said: expect.stringContaining('needs two') as string })
  expect(await compare(path('1.json'), path('none.json'))).toMatchObject({
    code: 2,
    said: expect.stringContaining('There is no file') as string,
  })
  writeFileSync(path('junit.xml'), '<testsuites/>')
  expect(await compare(path('1.json'), path('junit.xml'))).toMatchObject({
    code: 2,
    said: expect.stringContaining('is not a JSON report') as string,
  })
  expect(await compare(path('p.aprj'), path('1.json'))).toMatchObject({
    code: 2,
    said: `${path('p.aprj')} is a project, not the report of a run. A run writes one: assay run ${path('p.aprj')} --reporter json=REPORT.json
See: assay compare --help
`,
  })
  writeFileSync(path('load.json'), '{"format":"assay-load","version":1}')
  expect(await compare(path('1.json'), path('load.json'))).toMatchObject({
    code: 2,
    said: expect.stringContaining('is the report of a load test') as string,
  })
  expect(await compare(path('1.json'), path('other.json'))).toMatchObject({
    code: 2,
    said: expect.stringContaining('two projects, "P" and "Q"') as string,
  })
})
