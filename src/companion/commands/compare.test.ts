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
  expect(printed).toBe(
    `New failures\n  S > broken > Is there  passed -> failed\n    status: expected equals number 200, actual number 500\n\nChanged responses\n  S > order > Read order    header x-total: present -> nothing\n  S > order > Read order    body $.id: number -> string\n  S > order > Read order    body $.name: string -> nothing\n  S > broken > Read broken  status: 200 -> 500\n\n1 new failure, 0 fixed, 0 still failing, 0 slower, 4 changed responses\n`,
  )
})

it('[X5] the other way round all is fixed; as JSON for programs', async () => {
  const { code, printed } = await compare(path('2.json'), path('1.json'), '--json')
  expect(code).toBe(0)
  expect(JSON.parse(printed)).toMatchObject({ newFailures: [], fixed: [{ case: 'broken' }], changed: { length: 4 } })
})

it('[X5] says which report can not be used', async () => {
  expect(await compare(path('1.json'))).toMatchObject({
    code: 2,
    said: expect.stringContaining('Name two reports: assay compare A.json B.json') as string,
  })
  expect(await compare(path('1.json'), path('none.json'))).toMatchObject({
    code: 2,
    said: expect.stringContaining("doesn't exist.") as string,
  })
  writeFileSync(path('junit.xml'), '<testsuites/>')
  expect(await compare(path('1.json'), path('junit.xml'))).toMatchObject({
    code: 2,
    said: expect.stringContaining("isn't a JSON report of assay run (--reporter json=PATH):") as string,
  })
  expect(await compare(path('p.aprj'), path('1.json'))).toMatchObject({
    code: 2,
    said: `${path('p.aprj')} is a project, not a report. Create a report: assay run ${path('p.aprj')} --reporter json=REPORT.json\nSee: assay compare --help\n`,
  })
  writeFileSync(path('load.json'), '{"format":"assay-load","version":1}')
  expect(await compare(path('1.json'), path('load.json'))).toMatchObject({
    code: 2,
    said: expect.stringContaining(
      'is a load test report. Compare it with the next load test: assay load FILE.aprj NAME --compare',
    ) as string,
  })
  expect(await compare(path('1.json'), path('other.json'))).toMatchObject({
    code: 2,
    said: expect.stringContaining('these are for "P" and "Q"') as string,
  })
})
