import { AssayError } from '#engine/base/errors.ts'
import { oneLine } from '#engine/base/printable.ts'
import { seal as sealValues, type SealTo } from '#engine/project/format/sealed.ts'
import { secretsNeeded } from '#engine/project/secrets-needed.ts'
import { writeProject } from '#engine/project/format/write.ts'
import { createNodeSecrets } from '#platform/node/secrets.ts'
import { exitCodes } from '../exit-codes.ts'
import { UsageError, type Host } from '../host.ts'
import { parseOptions } from '../options/parse-options.ts'
import { onlyFile, readProjectFile } from '../files/read-file.ts'
import { keysOf, sealedOf } from '../files/sealed-secrets.ts'
import { writeDocument } from '../files/write-document.ts'
import { programTexts as texts } from '../texts.ts'

/** `assay seal FILE.aprj`: seals the values of secrets that were found, all or those that are named, into the file. */
export async function seal(args: string[], host: Host): Promise<number> {
  const { positionals, values: options } = parseOptions(args, {
    secret: { type: 'string', multiple: true },
    'passphrase-env': { type: 'string' },
    recipient: { type: 'string', multiple: true },
  })
  const path = onlyFile('seal', positionals)
  const to = sealTo(options['passphrase-env'], options.recipient ?? [], host)
  const { project } = await readProjectFile(path)
  const needed = secretsNeeded(project).map(({ id }) => id)
  const named = options.secret ?? needed
  const unknown = named.filter((id) => !needed.includes(id))
  if (unknown.length > 0) throw new UsageError(texts.seal.unknown(unknown, needed))
  const vault = createNodeSecrets(new Map(), host.environment, sealedOf(project, keysOf(host)))
  const values = new Map<string, string>()
  for (const id of named) {
    const value = await refusing(path, vault.get(id))
    if (value !== undefined) values.set(id, value)
    else if (options.secret) throw new UsageError(texts.seal.noValue(id))
  }
  if (values.size === 0) throw new UsageError(texts.seal.nothing(path))
  const text = await refusing(path, sealValues(values, to))
  writeDocument(path, writeProject({ ...project, sealed: { format: 'age', text } }))
  const without = needed.filter((id) => !values.has(id))
  host.say(texts.seal.done(path, [...values.keys()].map(oneLine), without.map(oneLine)))
  return exitCodes.passed
}

function sealTo(variable: string | undefined, recipients: string[], { environment }: Host): SealTo {
  if (variable !== undefined && recipients.length > 0) throw new UsageError(texts.seal.both)
  if (variable === undefined) {
    if (recipients.length === 0) throw new UsageError(texts.seal.toWhom)
    return { recipients }
  }
  return { passphrase: passphraseIn(variable, environment) }
}

/** The passphrase that an environment variable holds; UsageError if it is not set. */
export function passphraseIn(variable: string, environment: Host['environment']): string {
  const passphrase = environment[variable]
  if (!passphrase) throw new UsageError(texts.seal.noPassphrase(variable))
  return passphrase
}

/** The result of the work; an AssayError is a UsageError about the file. */
export async function refusing<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof AssayError)) throw error
    throw new UsageError(texts.refused(path, [error.message, error.hint].filter(Boolean).join(' ')), null)
  }
}
