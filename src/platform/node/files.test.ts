import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNodeFiles } from './files.ts'

const outer = mkdtempSync(join(tmpdir(), 'assay-files-'))
const folder = join(outer, 'project')
const files = createNodeFiles(folder)

beforeAll(() => {
  mkdirSync(join(folder, 'data'), { recursive: true })
  writeFileSync(join(folder, 'data', 'a.bin'), Uint8Array.of(0, 255))
  writeFileSync(join(outer, 'private'), 'not for others')
  writeFileSync(join(folder, 'huge'), '')
  truncateSync(join(folder, 'huge'), 500_000_001)
  symlinkSync(join(folder, 'data', 'a.bin'), join(folder, 'inner'))
  symlinkSync(join(outer, 'private'), join(folder, 'outer'))
  symlinkSync(outer, join(folder, 'data', 'up'))
})
afterAll(() => rmSync(outer, { recursive: true }))

describe('[T7] files that requests send', () => {
  it.each(['data/a.bin', './data/a.bin', 'inner'])('%s is read', async (path) => {
    expect(new Uint8Array((await (await files.blob(path))?.arrayBuffer()) ?? [])).toEqual(Uint8Array.of(0, 255))
  })

  it('a large one is not read before it is sent', async () => {
    expect((await files.blob('huge'))?.size).toBe(500_000_001)
  })

  it.each(['gone', 'data/a.bin/more'])('%s is not there', async (path) => {
    expect(await files.blob(path)).toBeUndefined()
    expect(files.missingHint).toContain(folder)
  })

  it.skipIf(process.getuid === undefined)('one that may not be read says why', async () => {
    chmodSync(outer, 0o755)
    writeFileSync(join(folder, 'locked'), 'x', { mode: 0 })
    // To root nothing is locked.
    const isRoot = process.getuid?.() === 0
    if (isRoot) process.seteuid?.(65_534)
    try {
      await expect(files.blob('locked')).rejects.toMatchObject({
        code: 'body-file-unreadable',
        message: expect.stringContaining('EACCES'),
      })
    } finally {
      if (isRoot) process.seteuid?.(0)
    }
  })

  it.each([
    ['outer', 'it is a link to a file outside the project folder'],
    ['data/up/private', 'it is a link to a file outside the project folder'],
    ['data', "it isn't a regular file"],
  ])('%s is rejected: %s', async (path, why) => {
    await expect(files.blob(path)).rejects.toMatchObject({
      code: 'body-file-unreadable',
      message: expect.stringMatching(`^The file ${path} can't be read: .*${why}`),
    })
  })
})
