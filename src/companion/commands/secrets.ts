import { oneLine } from '#engine/base/printable.ts'
import { leastMasked } from '#engine/base/secrets/secret-length.ts'
import { secretVariable } from '#engine/base/secrets/secret-variable.ts'
import { secretsNeeded } from '#engine/project/secrets-needed.ts'
import { createNodeSecrets } from '#platform/node/secrets.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Host } from '../host.ts'
import { reportUnusedSecrets } from '../options/unused-options.ts'
import { optionPairs } from '../options/pairs.ts'
import { parseOptions } from '../options/parse-options.ts'
import { onlyFile, readProjectFile } from '../files/read-file.ts'
import { keysOf, sealedOf } from '../files/sealed-secrets.ts'
import { programTexts as texts } from '../texts.ts'
import { refusing } from './seal.ts'

/** `assay secrets FILE.aprj`: the secrets that a project needs, where, and whether a value was found; never the values. */
export async function secrets(args: string[], host: Host): Promise<number> {
  const { positionals, given } = parse(args)
  const path = onlyFile('secrets', positionals)
  const { project } = await readProjectFile(path)
  const sealed = sealedOf(project, keysOf(host))
  const vault = createNodeSecrets(given, host.environment, sealed)
  const needed = secretsNeeded(project)
  reportUnusedSecrets(given, needed, host)
  if (needed.length === 0) host.say(`${texts.noSecrets(path)}\n`)
  for (const { id, places } of needed) {
    const variable = secretVariable(id)
    const origin = await refusing(path, vault.origin(id))
    const where =
      origin === 'option'
        ? texts.found.option
        : origin === 'environment'
          ? texts.found.environment(variable)
          : origin === 'sealed'
            ? texts.found.sealed
            : texts.notFound(id, variable)
    const value = await vault.get(id)
    const short = value !== undefined && value.length < leastMasked ? `${texts.shortSecret}\n` : ''
    host.say(`${oneLine(id)}  ${where}\n${short}${places.map((place) => `${texts.usedBy(place)}\n`).join('')}`)
  }
  if (project.sealed && !sealed) host.say(`${texts.mayBeSealed}\n`)
  return exitCodes.passed
}

function parse(args: string[]): { positionals: string[]; given: Map<string, string> } {
  const { positionals, values } = parseOptions(args, { secret: { type: 'string', multiple: true } })
  return { positionals, given: optionPairs('--secret', values.secret) }
}
