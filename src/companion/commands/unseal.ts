import { readFileSync } from 'node:fs'
import { unseal as openSealed, type SealKeys } from '#engine/project/format/sealed.ts'
import { exitCodes } from '../exit-codes.ts'
import { UsageError, type Host } from '../host.ts'
import { parseOptions } from '../options/parse-options.ts'
import { onlyFile, readProjectFile, unreadable } from '../files/read-file.ts'
import { keysOf } from '../files/sealed-secrets.ts'
import { programTexts as texts } from '../texts.ts'
import { passphraseIn, refusing } from './seal.ts'

/** `assay unseal FILE.aprj`: opens the sealed secrets of a file to standard output, as JSON. */
export async function unseal(args: string[], host: Host): Promise<number> {
  const { positionals, values } = parseOptions(args, {
    identity: { type: 'string' },
    'passphrase-env': { type: 'string' },
  })
  const path = onlyFile('unseal', positionals)
  const keys = keysFrom(values.identity, values['passphrase-env'], host)
  const { project } = await readProjectFile(path)
  if (!project.sealed) throw new UsageError(texts.seal.notSealed(path), null)
  const found = await refusing(path, openSealed(project.sealed.text, keys))
  // In ASCII: what is printed passes a filter that nothing in it may act on a terminal, and the values must stay what they are.
  const json = JSON.stringify(Object.fromEntries(found), undefined, 2)
  host.out.write(`${json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`)
  return exitCodes.passed
}

function keysFrom(identity: string | undefined, variable: string | undefined, host: Host): SealKeys {
  if (identity !== undefined) return { identity: identityIn(identity) }
  if (variable !== undefined) return { passphrase: passphraseIn(variable, host.environment) }
  const keys = keysOf(host)
  if (!keys.passphrase && !keys.identity) throw new UsageError(texts.seal.noKey)
  return keys
}

function identityIn(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw unreadable(path, error)
  }
}
