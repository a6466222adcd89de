import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a folder is for: the profile of a login browser, the page that opens the app with its pairing code, or the file by which agents find a companion. */
type Purpose = 'login' | 'open' | 'agents'

const form = /^assay-(?:login|open|agents)-(\d+)-/

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Someone else's process lives too.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether a folder is this account's own: in a shared folder any account can create one with that name. */
function isOwn(folder: string): boolean {
  try {
    const about = lstatSync(folder)
    return about.isDirectory() && (process.getuid === undefined || about.uid === process.getuid())
  } catch {
    return false
  }
}

const retries = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }

/** Removes the folder, also where a browser that is just ending still writes into it. */
export const removeFolder = (folder: string): void => rmSync(folder, retries)

/**
 * Removes the private folders of processes that were killed: a login browser's profile contains the user's session. Looks without
 * waiting, and never fails: what can't be removed now is left for the next start.
 */
export async function sweepPrivateFolders(below = tmpdir()): Promise<void> {
  const names = await readdir(below).catch(() => [])
  for (const name of names) {
    const pid = Number(form.exec(name)?.[1])
    const folder = join(below, name)
    if (!(pid > 0) || pid === process.pid || isAlive(pid) || !isOwn(folder)) continue
    await rm(folder, retries).catch(() => undefined)
  }
}

/** A fresh folder that only this account may open; named after this process, so that a later one knows whose it was. */
export const makePrivateFolder = (purpose: Purpose, below = tmpdir()): string =>
  mkdtempSync(join(below, `assay-${purpose}-${process.pid}-`))

/** Folders for a purpose of other processes of this account that go on; none where nothing can be read. */
export function livePrivateFolders(purpose: Purpose, below = tmpdir()): string[] {
  try {
    return readdirSync(below)
      .filter((name) => name.startsWith(`assay-${purpose}-`) && isAlive(Number(form.exec(name)?.[1] ?? 0)))
      .map((name) => join(below, name))
      .filter(isOwn)
  } catch {
    return []
  }
}
