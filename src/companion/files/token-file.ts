import { createHash } from 'node:crypto'
import { accessSync, constants, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Locks, StoredToken, TokenKey, TokenStore } from '#engine/ports/index.ts'
import { createLocalLocks } from '#engine/ports/local-locks.ts'
import { seal, unseal } from '#engine/project/format/sealed.ts'
import { UsageError, type Host } from '../host.ts'
import { withFileLock } from './file-lock.ts'
import { refusalOf, unreadable } from './read-file.ts'
import { makeFolderOf } from './text-files.ts'
import { programTexts as texts } from '../texts.ts'
import { writeDocument } from './write-document.ts'

/** The tokens of a project in a file that is sealed with `ASSAY_PASSPHRASE`, and that runs of several programs may share. */
export interface TokenFile {
  tokens: TokenStore
  /** Which other runs with this file keep to. */
  locks: Locks
  /** Writes what has changed; UsageError if that can't be done. */
  save(): Promise<void>
}

/** As a power of two: a quarter of what age takes, since each run opens the file and seals it again. */
const work = 16

/** No one but this user may read it, though it is sealed. */
const mode = 0o600

/** As the file was when it was last read or written. */
function stateOf(path: string): string {
  try {
    const { ino, size, mtimeMs } = statSync(path)
    return `${ino} ${size} ${mtimeMs}`
  } catch {
    // It is not there, or can't be: who reads it says why.
    return ''
  }
}

/**
 * Opens a token file, which need not be there yet. Tokens are kept as in a browser: by environment and step, as long as the settings that
 * they were got with are the same. What another program writes meanwhile is seen. A token that can be refreshed is written at once: providers take a
 * refresh token once, and the next program needs the new one; all others at the end. UsageError without a passphrase, if it does not open the file, or if
 * there can't be such a file, so that a user who signs in for a run doesn't learn of it at the end.
 */
export async function openTokenFile(path: string, project: string, host: Pick<Host, 'environment'>): Promise<TokenFile> {
  const passphrase = host.environment['ASSAY_PASSPHRASE']
  if (!passphrase) throw new UsageError(texts.tokenFile.noPassphrase)
  let state = stateOf(path)
  let all = await readTokens(path, passphrase)
  makeRoom(path)
  /** What is to be changed in the file, by names; undefined: it is to go. */
  const changes = new Map<string, string | undefined>()
  /** Those that end with this run. */
  const ending = new Map<string, string>()
  const local = createLocalLocks()
  const nameOf = ({ environment, step }: TokenKey): string => JSON.stringify([project, environment, step])

  /** What another program has written since. Of a file that can't be read any more what was read before goes on. */
  const look = async (): Promise<void> => {
    const now = stateOf(path)
    if (now === state) return
    all = await readTokens(path, passphrase).catch(() => all)
    state = now
  }
  const change = (name: string, text: string | undefined): void => {
    ending.delete(name)
    changes.set(name, text)
  }
  const write = (): Promise<void> =>
    withFileLock(`${path}.lock`, never, async () => {
      if (changes.size === 0) return
      await look()
      const written = [...changes]
      const kept = new Map([...all, ...written].filter((pair): pair is [string, string] => pair[1] !== undefined))
      writeDocument(path, `${await seal(kept, { passphrase, work })}\n`, mode)
      all = kept
      state = stateOf(path)
      for (const [name, text] of written) if (changes.get(name) === text) changes.delete(name)
    })
  /** One after the other: what comes while one is written is written by the next. */
  let writing: Promise<void> = Promise.resolve()
  const writeSoon = (): Promise<void> => (writing = writing.catch(() => undefined).then(write))

  return {
    tokens: {
      async get(key) {
        const name = nameOf(key)
        await look()
        const text = ending.get(name) ?? (changes.has(name) ? changes.get(name) : all.get(name))
        return text === undefined ? undefined : (JSON.parse(text) as StoredToken)
      },
      async put(key, token) {
        const [name, text] = [nameOf(key), JSON.stringify(token)]
        // What has no stated lifetime is kept until the end of its run.
        change(name, token.expiresAt === undefined ? undefined : text)
        if (token.expiresAt === undefined) ending.set(name, text)
        // What could not be written is tried again, and told, at the end.
        if (token.refreshToken !== undefined) await writeSoon().catch(() => undefined)
      },
      async delete(key) {
        change(nameOf(key), undefined)
      },
    },
    locks: {
      hold: (name, signal, use) =>
        local.hold(name, signal, () => {
          const id = createHash('sha256')
            .update(JSON.stringify([project, name]))
            .digest('hex')
            .slice(0, 12)
          return withFileLock(`${path}.${id}.lock`, signal, use)
        }),
    },
    save: async () => (changes.size === 0 ? undefined : writeSoon()),
  }
}

const { signal: never } = new AbortController()

/** Writes what has changed in a run; false if that can't be done, which is said. */
export async function savedTokens(kept: TokenFile | undefined, { say }: Pick<Host, 'say'>): Promise<boolean> {
  try {
    await kept?.save()
    return true
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    say(`${error.message}\n`)
    return false
  }
}

function makeRoom(path: string): void {
  try {
    makeFolderOf(path)
    accessSync(dirname(path), constants.W_OK)
  } catch (error) {
    throw new UsageError(texts.documentUnwritable(path, refusalOf(error)), null)
  }
}

async function readTokens(path: string, passphrase: string): Promise<Map<string, string>> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map()
    throw unreadable(path, error)
  }
  if (text.trim() === '') return new Map()
  try {
    return await unseal(text, { passphrase })
  } catch {
    throw new UsageError(texts.tokenFile.notOpened(path), null)
  }
}
