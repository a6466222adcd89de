import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { installInGit } from '../files/install-in-git.ts'
import { main } from '../main.ts'
import { createTestHost } from '../testing/test-host.ts'

const sample = readFileSync(new URL('../../../examples/orders.aprj', import.meta.url), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'assay merge '))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

async function assay(...args: string[]) {
  const host = createTestHost()
  return { code: await main(args, host), said: host.said, printed: host.printed }
}

const renamed = (name: string) => sample.replace('"name": "Create then delete"', `"name": "${name}"`)
const base = file('base.aprj', sample)

describe('assay merge', () => {
  it('[X10] merges without a question, to standard output or to a file', async () => {
    const [ours, theirs] = [
      file('ours.aprj', renamed('A')),
      file('theirs.aprj', sample.replace('"List with a page size"', '"B"')),
    ]
    const expected = renamed('A').replace('"List with a page size"', '"B"')
    expect(await assay('merge', base, ours, theirs)).toEqual({ code: 0, said: '', printed: expected })
    expect(await assay('merge', base, ours, theirs, '-o', ours)).toEqual({ code: 0, said: '', printed: '' })
    expect(readFileSync(ours, 'utf8')).toBe(expected)
  })

  it('[X10] writes conflicts into the file; check and run name them and stop', async () => {
    const [ours, theirs, out] = [file('a.aprj', renamed('A')), file('b.aprj', renamed('B')), join(folder, 'out.aprj')]
    const merged = await assay('merge', base, ours, theirs, '-o', out)
    const conflict = 'Orders > A > name: ours "A", theirs "B"'
    expect([merged.code, merged.said]).toEqual([1, expect.stringContaining(conflict)])
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({ conflicts: [{ kind: 'value', ours: 'A', theirs: 'B' }] })
    for (const command of ['check', 'run', 'load']) {
      const { code, said } = await assay(command, out, ...(command === 'load' ? ['Peak'] : []))
      expect([code, said]).toEqual([2, expect.stringContaining(conflict)])
    }
    expect((await assay('merge', base, out, theirs)).code).toBe(2)
  })

  it('[X10] writes nothing if a file cannot be used', async () => {
    const [broken, other] = [file('broken.aprj', '{'), file('other.aprj', sample.replace(/"id": "[^"]*"/, '"id": "another"'))]
    for (const theirs of [broken, other]) {
      const { code, said, printed } = await assay('merge', base, base, theirs)
      expect([code, printed]).toEqual([2, ''])
      expect(said).not.toBe('')
    }
    expect((await assay('merge', base, base)).said).toContain('Name three files')
  })

  it('[X10] --install sets git up once, in a folder with spaces', () => {
    const top = mkdtempSync(join(folder, 'a repository '))
    expect(() => installInGit(folder, folder)).toThrow('Run assay merge --install in a git repository.')
    spawnSync('git', ['init', '-q'], { cwd: top })
    writeFileSync(join(top, '.gitattributes'), '*.png binary')
    expect(installInGit(top, "/opt/it's")).toHaveLength(4)
    const again = installInGit(top, "/opt/it's")
    expect(again.filter((line) => line.startsWith('Already set'))).toHaveLength(4)
    expect(readFileSync(join(top, '.gitattributes'), 'utf8')).toBe('*.png binary\n*.aprj merge=aprj diff=aprj\n')
    const { stdout } = spawnSync('git', ['config', '--get', 'merge.aprj.driver'], { cwd: top, encoding: 'utf8' })
    expect(stdout).toContain(`'/opt/it'\\''s/bin/assay.js' merge %O %A %B -o %A`)
  })
})

describe('assay diff', () => {
  it('[X10] lists changes by name with likely secrets masked, also for git', async () => {
    const before = sample.replace('"variables": [', '"variables": [\n{ "name": "apiKey", "value": "s3cr3t-before" },')
    const after = before.replace('s3cr3t-before', 's3cr3t-after').replace('"Create then delete"', '"Create"')
    const [a, b] = [file('x.aprj', before), file('y.aprj', after)]
    const { printed, code } = await assay('diff', a, b)
    expect(code).toBe(0)
    expect(printed).toContain('  ~ Orders > Create > name: "Create then delete" -> "Create"\n')
    expect(printed).not.toContain('s3cr3t')
    const forGit = await assay('diff', 'tests/x.aprj', a, 'abc', '100644', b, 'def', '100644')
    expect(forGit.printed).toBe(`tests/x.aprj\n${printed}`)
    const json = JSON.parse((await assay('diff', a, b, '--json')).printed) as unknown[]
    expect(json).toContainEqual({
      what: 'changed',
      path: 'Orders > Create > name',
      before: '"Create then delete"',
      after: '"Create"',
    })
    expect((await assay('diff', a, a)).printed).toBe('No changes.\n')
  })
})
