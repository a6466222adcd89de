import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs'

/** What another program has of a database: nothing, a lock beside which it can be read, or one that keeps all others away. */
export type FileLock = 'none' | 'shared' | 'exclusive'

/** The bytes that SQLite locks (its file format, section 3 of "File Locking And Concurrency"). */
const pending = 0x40000000
const shared = pending + 2
const lastShared = shared + 509

/** How the journal of a transaction starts that is not at its end; one that is kept for the next time starts with zeros. */
const journalMagic = 'd9d505f920a163d7'

/**
 * The lock of another program on the file of a database. Its journal tells everywhere that a transaction has started to write,
 * or was cut short; Linux also tells of locks before that. Elsewhere they are not seen.
 */
export function lockOf(path: string): FileLock {
  if (beginsWith(`${path}-journal`, journalMagic)) return 'exclusive'
  const inode = statSync(path, { throwIfNoEntry: false })?.ino
  if (inode === undefined) return 'none'
  const held = locksOf(inode)
  if (held.some(({ kind, start }) => kind === 'WRITE' && (start === pending || start === shared))) return 'exclusive'
  return held.length > 0 ? 'shared' : 'none'
}

function beginsWith(path: string, magic: string): boolean {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return false
  const head = Buffer.alloc(magic.length / 2)
  const file = openSync(path, 'r')
  try {
    readSync(file, head)
  } finally {
    closeSync(file)
  }
  return head.toString('hex') === magic
}

/** Those of SQLite among the locks that the kernel lists: `1: POSIX ADVISORY WRITE 150 fe:00:106 1073741825 1073741825`. */
function locksOf(inode: number): { kind: string; start: number }[] {
  let list: string
  try {
    list = readFileSync('/proc/locks', 'utf8')
  } catch {
    // There is none but on Linux.
    return []
  }
  return list.split('\n').flatMap((line) => {
    const [kind = '', , file = '', from = ''] = line.trim().split(/\s+/).slice(3)
    const start = Number(from)
    return file.endsWith(`:${inode}`) && start >= pending && start <= lastShared ? [{ kind, start }] : []
  })
}
