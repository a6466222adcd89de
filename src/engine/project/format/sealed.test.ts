import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { armor, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, describe, expect, it } from 'vitest'
import { seal, unseal } from './sealed.ts'

const values = new Map([
  ['get-token/client-secret', 'hunter2-ü-\u0000-"quoted"'],
  ['__proto__', 'plain data'],
])
const cantOpen = {
  code: 'sealed-unusable',
  message: "The sealed secrets can't be decrypted: the passphrase or identity is wrong, or the text is damaged.",
}

const folder = mkdtempSync(join(tmpdir(), 'assay-sealed-'))
afterAll(() => rmSync(folder, { recursive: true }))
const hasAge = spawnSync('age', ['--version']).status === 0

/** A passphrase that is quickly tried: what is meant for people takes two seconds and 256 MB each time, and is tried with `assay seal`. */
const quickly = (passphrase: string) => ({ passphrase, work: 10 })

describe('[P4, X6] sealed secrets', () => {
  it('are opened by the passphrase', async () => {
    const text = await seal(values, quickly('correct horse'))
    expect(text).toMatch(/^-----BEGIN AGE ENCRYPTED FILE-----\n[\s\S]+\n-----END AGE ENCRYPTED FILE-----$/)
    expect(await unseal(text, { passphrase: 'correct horse' })).toEqual(values)
  })

  it('are opened by the identity of each recipient, from a file with comments', async () => {
    const identities = [await generateX25519Identity(), await generateX25519Identity()]
    const recipients = await Promise.all(identities.map(identityToRecipient))
    const text = await seal(values, { recipients })
    for (const identity of identities)
      expect(await unseal(text, { identity: `# created: today\r\n${identity}\n`, passphrase: 'not asked' })).toEqual(values)
  })

  it('[R40] a wrong passphrase, a wrong identity, no key, damaged and foreign text: one message', async () => {
    const identity = await generateX25519Identity()
    const text = await seal(values, { recipients: [await identityToRecipient(identity)] })
    const lines = text.split('\n')
    const middle = lines[3] ?? ''
    const damaged = text.replace(middle, `${middle.startsWith('A') ? 'B' : 'A'}${middle.slice(1)}`)
    const other = await sealedJson('[1]', identity)
    const number = await sealedJson('{"a": 1}', identity)
    const wrong: [string, Parameters<typeof unseal>[1]][] = [
      [await seal(values, quickly('right')), { passphrase: 'wrong' }],
      [text, { identity: await generateX25519Identity() }],
      [text, { identity: 'AGE-SECRET-KEY-1NONE' }],
      [text, {}],
      [damaged, { identity }],
      [lines.slice(0, -3).join('\n'), { identity }],
      ['', { identity }],
      ['-----BEGIN PGP MESSAGE-----\n', { identity }],
      [other, { identity }],
      [number, { identity }],
    ]
    for (const [sealed, keys] of wrong) await expect(unseal(sealed, keys)).rejects.toMatchObject(cantOpen)
  })

  it('[R40] an absurd work factor is rejected at once', async () => {
    const text = await seal(values, quickly('right'))
    const plain = Buffer.from(armor.decode(text)).toString('latin1')
    const absurd = armor.encode(Buffer.from(plain.replace(/(-> scrypt \S+ )\d+/, '$130'), 'latin1'))
    const began = process.cpuUsage()
    await expect(unseal(absurd, { passphrase: 'right' })).rejects.toMatchObject(cantOpen)
    expect(process.cpuUsage(began).user).toBeLessThan(500_000)
  })

  it('names an invalid recipient and an empty list of recipients', async () => {
    await expect(seal(values, { recipients: ['ssh-rsa AAAA'] })).rejects.toMatchObject({
      message: '"ssh-rsa AAAA" isn\'t an age recipient.',
    })
    await expect(seal(values, { recipients: [] })).rejects.toMatchObject({ code: 'sealed-unusable' })
    await expect(seal(values, { passphrase: '' })).rejects.toMatchObject({ code: 'sealed-unusable' })
  })

  it.skipIf(!hasAge)('the age program opens them, and what it seals is opened', async () => {
    const key = join(folder, 'key.txt')
    execFileSync('age-keygen', ['-o', key], { stdio: 'ignore' })
    const identity = readFileSync(key, 'utf8')
    const recipient = execFileSync('age-keygen', ['-y', key], { encoding: 'utf8' }).trim()
    const sealed = await seal(values, { recipients: [recipient] })
    const opened = execFileSync('age', ['-d', '-i', key], { input: sealed, encoding: 'utf8' })
    expect(new Map(Object.entries(JSON.parse(opened) as object))).toEqual(values)
    writeFileSync(join(folder, 'secrets.json'), '{"a/b": "from age"}')
    const theirs = execFileSync('age', ['-a', '-r', recipient, join(folder, 'secrets.json')], { encoding: 'utf8' })
    expect(await unseal(theirs, { identity })).toEqual(new Map([['a/b', 'from age']]))
  })
})

async function sealedJson(json: string, identity: string): Promise<string> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(await identityToRecipient(identity))
  return armor.encode(await encrypter.encrypt(json))
}
