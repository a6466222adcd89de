import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseLoadReport } from '#engine/load/report.ts'
import { main } from '../main.ts'
import { createTestHost, type TestHost } from '../testing/test-host.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-load-'))
const file = join(folder, 'load.aprj')
let asked = 0
const server = createServer((_request, response) => {
  asked++
  response.end('{}')
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const steps = [{ id: 'get', kind: 'send-request', name: 'Get', method: 'GET', url: `http://127.0.0.1:${port}/` }]
  const suites = [{ id: 's', name: 'Suite', cases: [{ id: 'c', name: 'Case', steps }] }]
  const threshold = { metric: 'requests.count', is: 'less-than', value: 1 }
  const stages = [
    { duration: 0, users: 2 },
    { duration: 0.2, users: 2 },
  ]
  const loadTests = [{ id: 'l', name: 'Few', target: 'c', stages, thresholds: [threshold] }]
  writeFileSync(file, JSON.stringify({ format: 'aprj', version: 1, id: 'p', name: 'P', suites, loadTests }))
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

async function loadAt(host: TestHost, ...args: string[]): Promise<{ code: number; said: string; printed: string }> {
  const code = await main(['load', file, ...args], host)
  return { code, said: host.said, printed: host.printed }
}

const load = (...args: string[]) => loadAt(createTestHost(), ...args)

it('[T8] a threshold that is not met is exit 1, in every report', async () => {
  const [json, junit, html] = ['json', 'junit', 'html'].map((kind) => join(folder, 'reports', kind)) as [string, string, string]
  const reporters = [`json=${json}`, `junit=${junit}`, `html=${html}`].flatMap((one) => ['--reporter', one])
  const { code, printed } = await load('Few', ...reporters)
  expect(code).toBe(1)
  expect(printed).toMatch(/^Failed, 1 of 1 threshold not met: /)
  const report = parseLoadReport(readFileSync(json, 'utf8'))
  expect(report).toMatchObject({ outcome: 'failed', test: { name: 'Few' }, summary: { users: 2, failedIterations: 0 } })
  expect(readFileSync(junit, 'utf8')).toContain('<failure message="requests.count was ')
  expect(readFileSync(html, 'utf8')).toContain('not met')
})

it('[T8] every connection that the server resets is counted, in every report, and breaks its step', async () => {
  let requests = 0
  let resets = 0
  const resetting = createServer((sent, response) => {
    if (++requests % 10 > 0) return void response.end('{}')
    resets++
    sent.socket.resetAndDestroy()
  })
  await new Promise<void>((resolve) => resetting.listen(0, '127.0.0.1', resolve))
  const { port } = resetting.address() as AddressInfo
  const path = join(folder, 'resets.aprj')
  const steps = [{ id: 'get', kind: 'send-request', name: 'Get', method: 'GET', url: `http://127.0.0.1:${port}/` }]
  const thresholds = [{ metric: 'resets.count', is: 'at-most', value: 0 }]
  const stages = [
    { duration: 0, users: 2 },
    { duration: 0.3, users: 2 },
  ]
  const loadTests = [{ id: 'l', name: 'Resets', target: 'c', stages, thresholds }]
  const suites = [{ id: 's', name: 'Suite', cases: [{ id: 'c', name: 'Case', steps }] }]
  writeFileSync(path, JSON.stringify({ format: 'aprj', version: 1, id: 'p', name: 'P', suites, loadTests }))
  const [json, junit, html] = ['json', 'junit', 'html'].map((kind) => join(folder, 'resets', kind)) as [string, string, string]
  const host = createTestHost()
  try {
    const reporters = ['list', `json=${json}`, `junit=${junit}`, `html=${html}`].flatMap((one) => ['--reporter', one])
    expect(await main(['load', path, 'Resets', ...reporters], host)).toBe(1)
  } finally {
    resetting.closeAllConnections()
    resetting.close()
  }
  expect(resets).toBeGreaterThan(0)
  const report = parseLoadReport(readFileSync(json, 'utf8'))
  expect(report?.summary).toMatchObject({ requests, resets, failedRequests: resets, failedIterations: resets })
  expect(report?.errors).toEqual([
    expect.objectContaining({ count: resets, text: expect.stringContaining('closed the connection') }),
  ])
  const said = `${resets.toLocaleString('en')} connection${resets === 1 ? '' : 's'} reset`
  for (const text of [host.printed, readFileSync(junit, 'utf8'), readFileSync(html, 'utf8')]) expect(text).toContain(said)
})

it('[T8] a case without a load test is loaded as the options say: exit 0; beside an earlier report', async () => {
  const json = join(folder, 'earlier.json')
  expect((await load('Case', '--users', '1', '--duration', '0.1', '--quiet', '--reporter', `json=${json}`)).code).toBe(0)
  const { printed } = await load('Case', '--users', '1', '--duration', '0.1', '--compare', json)
  expect(printed).toContain('compared with the earlier run')
})

it('[T8] reports a full disk, and still writes the other reports: exit 2', async () => {
  const short = ['Case', '--users', '1', '--duration', '0.1', '--reporter', 'list']
  const { code, said, printed } = await load(...short, '--reporter', 'json=/dev/full', '--reporter', 'html=/dev/full/no')
  expect([code, said]).toEqual([2, expect.stringContaining("can't be written")])
  expect(printed).toBe('')
  const full = await load(...short, '--reporter', 'json=/dev/full')
  expect([full.code, full.said]).toEqual([2, expect.stringContaining('The report /dev/full is incomplete: the disk is full.')])
  expect(full.printed).toMatch(/^Passed/)
  const failed = Object.assign(new Error('write ENOSPC'), { code: 'ENOSPC' })
  const lost = await loadAt(createTestHost({ out: { write: () => {}, failed, flush: () => Promise.resolve() } }), ...short)
  expect([lost.code, lost.said]).toEqual([2, expect.stringContaining('standard output is incomplete: the disk is full.')])
})

it('[T8] reports errors before anything is sent: exit 2', async () => {
  const before = asked
  const unwritable = join(file, 'report.json')
  for (const [args, text] of [
    [['Nothing'], 'The project has no load test "Nothing". Available: "Few".'],
    [['Case'], "isn't a load test"],
    [['Few', '--users', '0'], '--users "0": expected a number above 0.'],
    [['Few', '--export', 'jmeter', 'x'], 'Use --export k6 OUT.js: "'],
    [['Few', '--reporter', `json=${unwritable}`], unwritable],
    [['Few', '--compare', file], "isn't a load test report. Write one with --reporter json=PATH."],
    [['Few', '--env', 'Production'], 'The project has no environment "Production".'],
    [['Few', '--reporter', `json=${file}`], 'would overwrite the project'],
  ] as const) {
    const { code, said } = await load(...args)
    expect([code, said]).toEqual([2, expect.stringContaining(text)])
    expect(said).toMatch(/\nSee: assay load --help\n$/)
  }
  expect(asked).toBe(before)
})

it('[T8] a script for k6 is written, and nothing is sent', async () => {
  const script = join(folder, 'few.js')
  const before = asked
  expect((await load('Few', '--export', 'k6', script)).code).toBe(0)
  expect(existsSync(script)).toBe(true)
  expect(asked).toBe(before)
})
