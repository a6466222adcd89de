import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDemo, type Demo } from '../demo/index.ts'
import { certificatesFinding, folderFinding, nodeFinding, portFinding } from '../doctor/machine.ts'
import { main } from '../main.ts'
import { createTestHost } from '../testing/test-host.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-doctor-'))
let demo: Demo
/** One whose clock is wrong. */
let late: Server

beforeAll(async () => {
  demo = await startDemo({ port: 0, appOrigin: 'http://127.0.0.1:5417' })
  late = createServer((_, answer) => {
    answer.sendDate = false
    answer.setHeader('date', new Date(Date.now() - 300_000).toUTCString()).end('{}')
  })
  await new Promise<void>((done) => late.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  late.close()
  await demo.close()
  rmSync(folder, { recursive: true })
})

const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

async function doctor(...args: string[]) {
  const host = createTestHost({ environment: { CHROME_PATH: process.execPath } })
  return { code: await main(['doctor', ...args], host), said: host.said, printed: host.printed }
}

describe('assay doctor', () => {
  it('says what the machine has; a real provider is found, and its clock compared', async () => {
    const { code, printed } = await doctor(`${demo.provider}/.well-known/openid-configuration`)
    expect(printed).toContain(`Node.js         ok       ${process.version}\n`)
    expect(printed).toContain(`Browser         ok       ${process.execPath}\n`)
    expect(printed).toMatch(/^URL +ok +http:\S+ responded with 200 in \d+ ms$/m)
    expect(printed).toMatch(/^Clock +ok +matches the server$/m)
    expect(printed).toContain(`OpenID provider ${demo.provider}, tokens at ${demo.provider}/token`)
    expect(code).toBe(0)
  })

  it('a clock that is five minutes ahead lacks, with what to do', async () => {
    const { code, printed } = await doctor(addressOf(late))
    expect(printed).toMatch(/^Clock +LACKS +(299|300|301)(\.\d)? s ahead of the server/m)
    expect(printed).toContain("Synchronize this machine's or the server's clock (NTP).")
    expect(code).toBe(1)
  })

  it('[13] goes through the proxy of the environment, and says so', async () => {
    const host = createTestHost({ environment: { CHROME_PATH: process.execPath, HTTP_PROXY: addressOf(late) } })
    await main(['doctor', 'http://api.example.test/'], host)
    expect(host.printed).toMatch(/^URL +ok +http:\S+ responded with 200 in \d+ ms, through the proxy http:\/\/127\.0\.0\.1:\d+$/m)
  })

  it("a URL that doesn't respond, and an invalid one", async () => {
    const gone = createServer()
    await new Promise<void>((done) => gone.listen(0, '127.0.0.1', done))
    const address = addressOf(gone)
    await new Promise((done) => gone.close(done))
    const { code, printed } = await doctor(address)
    expect(printed).toMatch(/^URL +LACKS .* can't be reached: connection refused at 127\.0\.0\.1:\d+ \(ECONNREFUSED\)\.$/m)
    expect(code).toBe(1)
    expect(await doctor('id.example.org')).toMatchObject({
      code: 2,
      said: expect.stringContaining('" isn\'t a URL. Start it with https:// or http://.'),
    })
  })

  it("a port in use, an old Node.js, and a path that isn't a folder", async () => {
    const { port } = late.address() as AddressInfo
    expect(await portFinding(port)).toMatchObject({ state: 'warning' })
    expect(nodeFinding('v18.20.0')).toMatchObject({ state: 'lacks' })
    expect(nodeFinding('v22.12.0').state).toBe('ok')
    expect(folderFinding(join(folder, 'none')).state).toBe('lacks')
  })

  it('certificates that are not checked, not there, or none', () => {
    const of = (environment: Record<string, string>) => certificatesFinding({ environment }, Date.now())
    expect(of({}).state).toBe('ok')
    expect(of({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toMatchObject({
      state: 'lacks',
      text: expect.stringContaining(
        'NODE_TLS_REJECT_UNAUTHORIZED=0: certificates are not verified, so attackers on the network can read tokens.',
      ),
    })
    expect(of({ NODE_EXTRA_CA_CERTS: join(folder, 'none.pem') }).state).toBe('lacks')
    writeFileSync(join(folder, 'empty.pem'), 'no certificate')
    expect(of({ NODE_EXTRA_CA_CERTS: join(folder, 'empty.pem') }).text).toContain('contains no certificate.')
  })
})
