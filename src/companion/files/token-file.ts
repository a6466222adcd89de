import { accessSync, constants } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { StoredToken, TokenKey, TokenStore } from '#engine/ports/index.ts'
import { seal, unseal } from '#engine/project/sealed.ts'
import { UsageError, type Host } from '../host.ts'
import { refusalOf, unreadable } from './read-file.ts'
import { makeFolderOf } from './text-files.ts'
import { texts } from '../texts.ts'
import { writeDocument } from './write-document.ts'

/** The tokens of a project in a file that is sealed with `ASSAY_PASSPHRASE`. */
export interface TokenFile {
  tokens: TokenStore
  /** Writes what has changed; UsageError if that can't be done. */
  save(): Promise<void>
}

/** As a power of two: a quarter of what age takes, since each run opens the file and seals it again. */
const work = 16

/** Nobody but this user may read it, though it is sealed. */
const mode = 0o600

/**
 * Opens a token file, which need not be there yet. Tokens are kept as in a browser: by environment and step, as long as the settings that
 * they were got with are the same. UsageError without a passphrase, if it does not open the file, or if there can't be such a file: whoever
 * signs in for a run does not hear of that at its end.
 */
export async function openTokenFile(path: string, project: string, host: Pick<Host, 'environment'>): Promise<TokenFile> {
  const passphrase = host.environment['ASSAY_PASSPHRASE']
  if (!passphrase) throw new UsageError(texts.tokenFile.noPassphrase)
  const all = await readTokens(path, passphrase)
  makeRoom(path)
  let changed = false
  const nameOf = ({ environment, step }: TokenKey): string => JSON.stringify([project, environment, step])
  return {
    tokens: {
      async get(key) {
        const text = all.get(nameOf(key))
        return text === undefined ? undefined : (JSON.parse(text) as StoredToken)
      },
      async put(key, token) {
        all.set(nameOf(key), JSON.stringify(token))
        changed = true
      },
      async delete(key) {
        changed = all.delete(nameOf(key)) || changed
      },
    },
    async save() {
      if (!changed) return
      const kept = new Map([...all].filter(([, text]) => lasts(JSON.parse(text) as StoredToken)))
      writeDocument(path, `${await seal(kept, { passphrase, work })}\n`, mode)
    },
  }
}

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

/** One without a stated lifetime is kept until the end of its run. */
const lasts = ({ expiresAt }: StoredToken): boolean => expiresAt !== undefined

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
