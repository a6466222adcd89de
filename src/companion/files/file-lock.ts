import { closeSync, fstatSync, openSync, readFileSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { cancelled } from '#engine/ports/http/http-texts.ts'

/** Milliseconds between two looks whether a lock is free, and between two signs of life of who holds it. */
const pace = { look: 50, life: 5_000 }
/** Milliseconds without a sign of life after which no one holds it any more: a machine that slept, or another one that is gone. */
const longestSilence = 60_000

/** Who holds a lock, as it is in its file. */
const own = (): string => `${process.pid} ${hostname()}`

/**
 * Does something while no other program, or no other part of this one, holds the lock of this file: a file beside what it
 * guards, there as long as it is held. Of a holder that was killed it is taken over. Where no such file can be made no one can
 * be waited for, and the work is done at once. Rejects with AssayError `cancelled`.
 */
export async function withFileLock<T>(path: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  let mine: number | undefined
  while ((mine = taken(path)) === undefined) {
    if (signal.aborted) throw cancelled()
    if (isLeft(path)) rmSync(path, { force: true })
    else await new Promise((resolve) => setTimeout(resolve, pace.look))
  }
  const life = setInterval(() => touch(path), pace.life)
  life.unref()
  try {
    if (signal.aborted) throw cancelled()
    return await work()
  } finally {
    clearInterval(life)
    // Not that of someone who took it over.
    if (statSync(path, { throwIfNoEntry: false })?.ino === mine) rmSync(path, { force: true })
  }
}

/** The number of its file, if it is this one's now; undefined where another holds it, 0 where it can't be had. */
function taken(path: string): number | undefined {
  try {
    const file = openSync(path, 'wx', 0o600)
    try {
      writeSync(file, own())
      return fstatSync(file).ino
    } finally {
      closeSync(file)
    }
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST' ? undefined : 0
  }
}

/** Whether no one holds it any more, though its file is there. */
function isLeft(path: string): boolean {
  try {
    const { mtimeMs } = statSync(path)
    const silence = Date.now() - mtimeMs
    const [id = '', host] = readFileSync(path, 'utf8').split(' ')
    // One that has just been made may not have its text yet.
    return silence > longestSilence || (host === hostname() && !isThere(Number(id)))
  } catch {
    return false
  }
}

function isThere(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

function touch(path: string): void {
  try {
    utimesSync(path, new Date(), new Date())
  } catch {
    // Someone has taken it over, or the folder is gone: the work goes on.
  }
}
