import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { main } from '../main.ts'
import { createTestHost } from '../testing/test-host.ts'

const sample = readFileSync(new URL('../../../examples/orders.aprj', import.meta.url), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'assay-fmt-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

async function fmt(...args: string[]) {
  const host = createTestHost()
  return { code: await main(['fmt', ...args], host), said: host.said, printed: host.printed }
}

describe('assay fmt', () => {
  const other = `\uFEFF${JSON.stringify(JSON.parse(sample)).replace('"tags":["smoke"]', '"description":"","tags":["smoke"]')}\r\n`

  it('[P3] writes a file in the one form, and leaves one alone that has it', async () => {
    const [changed, same] = [file('changed.aprj', other), file('same.aprj', sample)]
    expect(await fmt(changed, same)).toEqual({ code: 0, said: '', printed: `${changed}\n` })
    expect(readFileSync(changed, 'utf8')).toBe(sample)
    expect(await fmt(changed, same)).toEqual({ code: 0, said: '', printed: '' })
  })

  it('[P3] --check writes nothing, and says by its exit code that it would', async () => {
    const [changed, same] = [file('other.aprj', other), file('ready.aprj', sample)]
    expect(await fmt('--check', changed, same)).toEqual({ code: 1, said: '', printed: `${changed}\n` })
    expect(readFileSync(changed, 'utf8')).toBe(other)
    expect((await fmt('--check', same)).code).toBe(0)
  })

  it('[R4] a file that can not be read stays as it is, and the others are written', async () => {
    const broken = file('broken.aprj', '{"format":"aprj","version":1,')
    const changed = file('beside.aprj', other)
    const { code, said } = await fmt(broken, changed)
    expect(code).toBe(2)
    expect(said).toContain(`Can't use ${broken}:`)
    expect(readFileSync(broken, 'utf8')).toBe('{"format":"aprj","version":1,')
    expect(readFileSync(changed, 'utf8')).toBe(sample)
    expect((await fmt()).said).toContain('Name a file: assay fmt FILE.aprj')
  })
})
