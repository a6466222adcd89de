import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { makePrivateFolder, sweepPrivateFolders } from './private-folders.ts'

const below = mkdtempSync(join(tmpdir(), 'assay-sweep-'))
afterAll(() => rmSync(below, { recursive: true, force: true }))

/** The id of a process that has ended. */
const gone = (): number => spawnSync(process.execPath, ['-e', '']).pid

describe('[R44] what a killed run left behind', () => {
  it('is removed; folders of running processes and of other owners stay', async () => {
    const left = join(below, `assay-login-${gone()}-x1`)
    const living = join(below, `assay-login-${process.ppid}-x2`)
    const other = join(below, 'assay-login-notes')
    const opened = join(below, `assay-open-${gone()}-x3`)
    for (const folder of [left, living, other, opened]) mkdirSync(join(folder, 'profile'), { recursive: true })
    writeFileSync(join(left, 'profile', 'Cookies'), 'x')
    const own = makePrivateFolder('login', below)
    await sweepPrivateFolders(below)
    expect([left, opened, living, other, own].map((folder) => existsSync(folder))).toEqual([false, false, true, true, true])
    expect(statSync(own).mode & 0o777).toBe(0o700)
  })
})
