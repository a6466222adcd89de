import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
    expect(first.why[0]).toMatch(/^got new because no token was cached/)
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
    expect([none.code, none.said]).toEqual([2, expect.stringContaining('--token-file needs ASSAY_PASSPHRASE')])
    const before = readFileSync(tokens, 'utf8')
    const wrong = await run({ ASSAY_PASSPHRASE: 'wrong' })
    expect([wrong.code, wrong.said]).toEqual([2, expect.stringContaining("can't be opened")])
    expect(readFileSync(tokens, 'utf8')).toBe(before)
    writeFileSync(tokens, 'no age file')
    expect((await run(secret)).code).toBe(2)
    rmSync(tokens)
  })

  it('[case 41] what can not be written is said, and the run does not count as passed', async () => {
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
    // Before anybody signs in.
    expect(await main(['run', project, ...args, '--token-file', join(project, 'tokens.age')], host)).toBe(2)
    expect([host.said, host.printed]).toEqual([expect.stringContaining('a part of its path is a file, not a folder'), ''])
    expect(await main(['run', project, '--token-file', project], host)).toBe(2)
  })
})
