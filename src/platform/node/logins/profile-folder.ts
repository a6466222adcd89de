import { existsSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const form = /^assay-login-(\d+)-/

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Somebody else's process lives too.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether a folder is this account's own: in a shared folder anybody can make one of that name. */
function isOwn(folder: string): boolean {
  try {
    const about = lstatSync(folder)
    return about.isDirectory() && (process.getuid === undefined || about.uid === process.getuid())
  } catch {
    return false
  }
}

/** Removes the folder, also where a browser that is just ending still writes into it. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

/** Removes what browsers left behind whose program was killed. What can't be removed now is left for the next time. */
export function sweepProfiles(below = tmpdir()): void {
  for (const name of existsSync(below) ? readdirSync(below) : []) {
    const pid = Number(form.exec(name)?.[1])
    const folder = join(below, name)
    if (!(pid > 0) || pid === process.pid || isAlive(pid) || !isOwn(folder)) continue
    try {
      removeFolder(folder)
    } catch {
      continue
    }
  }
}

/** A fresh folder for everything that one browser writes; named after this process, so that a later one knows whose it was. */
export const makeProfile = (below = tmpdir()): string => mkdtempSync(join(below, `assay-login-${process.pid}-`))
