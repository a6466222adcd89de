import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { makeProfile, sweepProfiles } from './profile-folder.ts'

const below = mkdtempSync(join(tmpdir(), 'assay-sweep-'))
afterAll(() => rmSync(below, { recursive: true, force: true }))

/** The id of a process that has ended. */
const gone = (): number => spawnSync(process.execPath, ['-e', '']).pid

describe('[R44] what a killed run left behind', () => {
  it('is swept; the folders of those that live, and what is not ours, stay', () => {
    const left = join(below, `assay-login-${gone()}-x1`)
    const living = join(below, `assay-login-${process.ppid}-x2`)
    const other = join(below, 'assay-login-notes')
    for (const folder of [left, living, other]) mkdirSync(join(folder, 'profile'), { recursive: true })
    writeFileSync(join(left, 'profile', 'Cookies'), 'x')
    const own = makeProfile(below)
    sweepProfiles(below)
    expect([left, living, other, own].map((folder) => existsSync(folder))).toEqual([false, true, true, true])
  })
})
