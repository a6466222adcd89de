import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { armor, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { main } from '../main.ts'
import { seal } from '#engine/project/format/sealed.ts'
import { createTestHost } from '../testing/test-host.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-seal-'))
afterAll(() => rmSync(folder, { recursive: true }))

const path = join(folder, 'orders.aprj')
const values = { ASSAY_SECRET_A_ONE: 'value of a/one', ASSAY_SECRET_B_TWO: 'välue\u202eof b/two' }
const hasAge = spawnSync('age', ['--version']).status === 0
let identity = ''
let recipient = ''
beforeAll(async () => {
  identity = await generateX25519Identity()
  recipient = await identityToRecipient(identity)
})

/** A project with three secrets that sends two of them nowhere. */
function fresh(): void {
  const variables = ['a/one', 'b/two', 'c/three'].map((secret, index) => ({ name: `v${index}`, value: { secret } }))
  const checks = [
    { source: 'variable', name: 'v0', is: 'equals', value: 'value of a/one' },
    { source: 'variable', name: 'v1', is: 'has-length', value: 14 },
  ]
  const steps = [{ id: 'x', kind: 'assertion', name: 'Known', checks }]
  const suites = [{ id: 's', name: 'S', cases: [{ id: 'c', name: 'C', steps }] }]
  writeFileSync(path, JSON.stringify({ format: 'aprj', version: 1, id: 'p', name: 'P', variables, suites }))
}

async function assay(environment: Record<string, string>, ...args: string[]) {
  const host = createTestHost({ environment })
  const code = await main(args, host)
  return { code, said: host.said, printed: host.printed }
}

describe('[P4, X6] assay seal and unseal', () => {
  it('seal what was found, run with it, list it, print it', async () => {
    fresh()
    expect(await assay(values, 'seal', path, '--recipient', recipient)).toEqual({
      code: 0,
      printed: '',
      said: `Sealed in ${path}: a/one, b/two\nNot sealed, no value: c/three\n`,
    })
    const text = readFileSync(path, 'utf8')
    expect(text).toContain('"-----BEGIN AGE ENCRYPTED FILE-----",\n')
    expect(text).not.toContain('of b/two')
    expect((await assay({}, 'check', path)).code).toBe(0)

    const opened = await assay({ ASSAY_IDENTITY: identity }, 'run', path)
    expect([opened.code, opened.printed]).toEqual([0, expect.stringContaining('Passed: 1 passed')])
    const closed = await assay({}, 'run', path)
    expect([closed.code, closed.printed]).toEqual([3, expect.stringContaining('ASSAY_PASSPHRASE or ASSAY_IDENTITY')])
    const wrong = await assay({ ASSAY_PASSPHRASE: 'guess' }, 'run', path)
    expect([wrong.code, wrong.printed]).toEqual([3, expect.stringContaining("The sealed secrets can't be decrypted")])

    const listed = await assay({ ASSAY_IDENTITY: identity, ASSAY_SECRET_B_TWO: 'x' }, 'secrets', path)
    expect(listed.said).toMatch(
      /a\/one {2}found: sealed in the file[\s\S]*b\/two {2}found: ASSAY_SECRET_B_TWO[\s\S]*c\/three {2}NOT FOUND/,
    )
    expect((await assay({}, 'secrets', path)).said).toContain(
      'Set ASSAY_PASSPHRASE or ASSAY_IDENTITY to decrypt the sealed secrets in this file.',
    )

    const key = join(folder, 'key.txt')
    writeFileSync(key, `# mine\n${identity}\n`)
    const printed = await assay({}, 'unseal', path, '--identity', key)
    expect(printed.code).toBe(0)
    expect(printed.printed).toMatch(/^[\n\x20-\x7e]*$/)
    expect(JSON.parse(printed.printed)).toEqual({ 'a/one': values.ASSAY_SECRET_A_ONE, 'b/two': values.ASSAY_SECRET_B_TWO })
    if (hasAge) expect(ageOpens(key)).toEqual(JSON.parse(printed.printed))
  })

  it('named secrets only, for a passphrase; what was sealed before is found again', async () => {
    fresh()
    const keys = { PASS: 'correct horse', ASSAY_PASSPHRASE: 'correct horse' }
    await assay({ ...values, ...keys }, 'seal', path, '--passphrase-env', 'PASS', '--secret', 'a/one')
    expect(JSON.parse((await assay(keys, 'unseal', path)).printed)).toEqual({ 'a/one': 'value of a/one' })
    const project = JSON.parse(readFileSync(path, 'utf8')) as { sealed: { text: string[] } }
    expect(Buffer.from(armor.decode(project.sealed.text.join('\n'))).toString('latin1')).toMatch(/^-> scrypt \S+ 18$/m)
    // What else opens it need not try as hard.
    const text = await seal(new Map([['a/one', 'value of a/one']]), { passphrase: keys.PASS, work: 10 })
    writeFileSync(path, JSON.stringify({ ...project, sealed: { ...project.sealed, text: text.split('\n') } }))
    const again = await assay({ ...keys, ASSAY_SECRET_C_THREE: 'three' }, 'seal', path, '--recipient', recipient)
    expect(again.said).toContain('a/one, c/three\n')
  })

  it('[R40] a wrong passphrase and a damaged text: one message, exit 2, nothing printed', async () => {
    fresh()
    await assay(values, 'seal', path, '--recipient', recipient)
    const wrong = await assay({ PASS: 'guess' }, 'unseal', path, '--passphrase-env', 'PASS')
    const key = join(folder, 'key.txt')
    writeFileSync(key, identity)
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text.replace(/(-----BEGIN AGE ENCRYPTED FILE-----",\s+")..../, '$1AAAA'))
    const damaged = await assay({}, 'unseal', path, '--identity', key)
    expect(wrong).toEqual({
      code: 2,
      printed: '',
      said: expect.stringContaining("The sealed secrets can't be decrypted") as string,
    })
    expect(damaged).toEqual(wrong)
  })

  it('says what is missing or makes no sense, and leaves the file as it is: exit 2', async () => {
    fresh()
    const before = readFileSync(path, 'utf8')
    const cases: [string[], string][] = [
      [['seal', path], 'Add --passphrase-env NAME, or one or more --recipient AGE1...'],
      [['seal', path, '--recipient', 'age1nobody'], "isn't an age recipient"],
      [
        ['seal', path, '--recipient', recipient, '--passphrase-env', 'PASS'],
        "Use either --passphrase-env or --recipient: a passphrase can't be combined with recipients.",
      ],
      [['seal', path, '--passphrase-env', 'PASS'], 'The environment variable PASS is empty or not set.'],
      [['seal', path, '--recipient', recipient, '--secret', 'd/four'], ': not used in this project.'],
      [
        ['seal', path, '--recipient', recipient, '--secret', 'c/three'],
        'Set a value for the secret "c/three". To see where Assay looks for it: assay secrets FILE.aprj',
      ],
      [['unseal', path, '--passphrase-env', 'PASS'], 'The environment variable PASS is empty or not set.'],
      [['unseal', path], 'Add --identity FILE or --passphrase-env NAME, or set ASSAY_PASSPHRASE or ASSAY_IDENTITY.'],
      [['unseal', path, '--identity', join(folder, 'gone.txt')], "doesn't exist."],
    ]
    for (const [args, said] of cases) {
      const found = await assay(values, ...args)
      expect([found.code, found.said]).toEqual([2, expect.stringContaining(said)])
    }
    expect((await assay({}, 'seal', path, '--recipient', recipient)).said).toContain(
      'has a value. To see where Assay looks for them: assay secrets',
    )
    expect((await assay({ ASSAY_IDENTITY: identity }, 'unseal', path)).said).toContain('has no sealed secrets.')
    expect(readFileSync(path, 'utf8')).toBe(before)
  })
})

/** What the age program opens of the project file. */
function ageOpens(key: string): unknown {
  const { sealed } = JSON.parse(readFileSync(path, 'utf8')) as { sealed: { text: string[] } }
  return JSON.parse(execFileSync('age', ['-d', '-i', key], { input: sealed.text.join('\n'), encoding: 'utf8' }))
}
