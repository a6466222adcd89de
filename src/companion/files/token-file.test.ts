import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seal, unseal } from '#engine/project/format/sealed.ts'
import { startDemo, type Demo } from '../demo/index.ts'
import { main } from '../main.ts'
import { createTestHost } from '../testing/test-host.ts'

const sample = readFileSync(new URL('../../../examples/orders.aprj', import.meta.url), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'assay-tokens-'))
const [project, tokens] = [join(folder, 'orders.aprj'), join(folder, 'tokens.age')]
let demo: Demo

beforeAll(async () => {
  demo = await startDemo({ port: 0, appOrigin: 'http://127.0.0.1:5417' })
  writeFileSync(project, sample)
})
afterAll(async () => {
  await demo.close()
  rmSync(folder, { recursive: true })
})

/** Runs the first step's case with a token file; `why` is what the token steps said. */
async function run(environment: Record<string, string>, ...more: string[]) {
  const host = createTestHost({ environment })
  const args = ['--env', 'Demo', '--case', 'Create then delete', '--var', `idp=${demo.provider}`, '--var', `baseUrl=${demo.api}`]
  const code = await main(['run', project, ...args, '--token-file', tokens, '--reporter', 'events', ...more], host)
  const events = host.printed
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { type: string; text?: string })
  return { code, said: host.said, why: events.flatMap(({ type, text }) => (type === 'noted' ? [text] : [])) }
}
const secret = { ASSAY_PASSPHRASE: 'correct horse battery' }

describe('assay run --token-file', () => {
  it('[case 32, P4] a token is used again by the next run, and lies there sealed, for this user alone', async () => {
    const first = await run(secret)
    expect([first.code, first.said]).toEqual([0, ''])
    expect(first.why[0]).toMatch(/^requested a new token: none was cached/)
    const text = readFileSync(tokens, 'utf8')
    expect(text).toMatch(/^-----BEGIN AGE ENCRYPTED FILE-----\n[\w+/=\n]+-----END AGE ENCRYPTED FILE-----\n$/)
    if (process.platform !== 'win32') expect(statSync(tokens).mode & 0o777).toBe(0o600)
    const second = await run(secret)
    expect(second.code).toBe(0)
    expect(second.why[0]).toMatch(/^reused from the cache: valid for another .+, until \d{4}-/)
    // Nothing has changed, so nothing was written.
    expect(readFileSync(tokens, 'utf8')).toBe(text)
  })

  it('[R40] without the passphrase, with a wrong one or with a damaged file nothing is run, and the file stays as it is', async () => {
    const none = await run({})
    expect([none.code, none.said]).toEqual([
      2,
      expect.stringContaining('Set ASSAY_PASSPHRASE to a passphrase of your choice: --token-file stores tokens only sealed.'),
    ])
    const before = readFileSync(tokens, 'utf8')
    const wrong = await run({ ASSAY_PASSPHRASE: 'wrong' })
    expect([wrong.code, wrong.said]).toEqual([2, expect.stringContaining("can't be decrypted")])
    expect(readFileSync(tokens, 'utf8')).toBe(before)
    writeFileSync(tokens, 'no age file')
    expect((await run(secret)).code).toBe(2)
    rmSync(tokens)
  })

  it("[case 41] reports a file that can't be written, and the run doesn't pass", async () => {
    const host = createTestHost({ environment: secret })
    const args = [
      '--env',
      'Demo',
      '--case',
      'Create then delete',
      '--var',
      `idp=${demo.provider}`,
      '--var',
      `baseUrl=${demo.api}`,
    ]
    // Before the sign-in.
    expect(await main(['run', project, ...args, '--token-file', join(project, 'tokens.age')], host)).toBe(2)
    expect([host.said, host.printed]).toEqual([
      expect.stringContaining('its path contains a file where a folder is expected'),
      '',
    ])
    expect(await main(['run', project, '--token-file', project], host)).toBe(2)
  })

  it('[case 34, O14] runs side by side share a file: a refresh token is spent once, and none of them loses what another got', async () => {
    let got = 0
    const spent: string[] = []
    const server = createServer(async (request, response) => {
      spent.push(new URLSearchParams(await textOf(request)).get('refresh_token') ?? 'none')
      got += 1
      const token = { access_token: `access-token-${got}`, refresh_token: `refresh-token-${got}` }
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ ...token, token_type: 'Bearer', expires_in: 600 }))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const tokenEndpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`
    const login = { kind: 'oauth2', name: 'Token', grantType: 'ResourceOwnerPassword', tokenEndpoint, clientId: 'c' }
    const step = (id: string) => ({ ...login, id, username: 'u', password: { secret: 'p' } })
    const cases = ['a', 'b'].map((id) => ({ id, name: id, steps: [step(`step-${id}`)] }))
    const [file, kept] = [join(folder, 'shared.aprj'), join(folder, 'shared.age')]
    const suites = [{ id: 's', name: 'S', cases }]
    writeFileSync(file, JSON.stringify({ format: 'aprj', version: 1, id: 'shared', name: 'Shared', suites }))
    const runCommand = async (...more: string[]) => {
      const host = createTestHost({ environment: secret })
      const args = ['--secret', 'p=w', '--token-file', kept, '--reporter', 'events', ...more]
      expect([await main(['run', file, ...args], host), host.said]).toEqual([0, ''])
      return [...host.printed.matchAll(/"text":"(requested|refreshed|reused)/g)].map(([, why]) => why)
    }
    const passphrase = secret.ASSAY_PASSPHRASE
    const inFile = () => unseal(readFileSync(kept, 'utf8'), { passphrase })
    const refreshTokens = async () =>
      [...(await inFile())].map(([, text]) => (JSON.parse(text) as { refreshToken: string }).refreshToken)
    expect(await runCommand('--case', 'a')).toEqual(['requested'])
    // Its time is over, and a run that was killed has left its lock.
    const ended = [...(await inFile())].map(([name, text]) => [name, text.replace(/"expiresAt":\d+/, '"expiresAt":1')] as const)
    writeFileSync(kept, await seal(new Map(ended), { passphrase, work: 10 }))
    writeFileSync(`${kept}.lock`, `999999999 ${hostname()}`)
    const why = await Promise.all([runCommand('--case', 'a'), runCommand()])
    expect(why.flat().toSorted()).toEqual(['refreshed', 'requested', 'reused'])
    expect(spent.toSorted()).toEqual(['none', 'none', 'refresh-token-1'])
    expect((await refreshTokens()).toSorted()).toEqual(['refresh-token-2', 'refresh-token-3'])
    expect(readdirSync(folder).filter((name) => name.endsWith('.lock'))).toEqual([])
    server.close()
    server.closeAllConnections()
  })
})
