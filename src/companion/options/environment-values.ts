import { secretVariable } from '#engine/base/secrets/secret-variable.ts'
import type { Project, Variable } from '#engine/project/format/schema.ts'
import { isVariableName } from '#engine/templates/parse.ts'
import { readFileSync } from 'node:fs'
import { refusalOf } from '../files/read-file.ts'
import { UsageError, type Host } from '../host.ts'
import { programTexts as texts } from '../texts.ts'
import { isUsedIn } from './unused-options.ts'

type Environment = Host['environment']

/** What the environment of a run gives. */
export interface EnvironmentValues {
  /** With the lines of `--env-file`, which the environment of the process beats. */
  environment: Environment
  /** The lines of `--env-file` alone, of several files the last one's. */
  lines: Readonly<Record<string, string>>
}

/** Reads `--env-file`s. UsageError for one that can't be read. */
export function environmentValues(files: readonly string[], environment: Environment): EnvironmentValues {
  if (files.length === 0) return { environment, lines: {} }
  const lines: Record<string, string> = {}
  const { parseEnv } = process.getBuiltinModule('node:util')
  for (const path of files) {
    try {
      Object.assign(lines, parseEnv(readFileSync(path, 'utf8').replace(/^\uFEFF/, '')))
    } catch (error) {
      throw new UsageError(texts.envFile.unreadable(path, refusalOf(error)), null)
    }
  }
  return { environment: { ...lines, ...environment }, lines }
}

const prefix = 'ASSAY_VAR_'
const asVariable = (name: string): string => `${prefix}${name.replaceAll(/\W/g, '_')}`

/**
 * The values that variables of a project get from the environment: `ASSAY_VAR_name`, and lines of `--env-file` that are called as a variable of
 * the project is. One that the project keeps as a secret becomes the value of that secret, so that it stays masked.
 */
export function variablesFrom(
  { environment, lines }: EnvironmentValues,
  project: Project,
): { variables: Map<string, string>; environment: Environment } {
  const given = Object.entries(environment).filter(([name]) => name.startsWith(prefix))
  const plain = Object.entries(lines).filter(([name]) => isVariableName(name))
  if (given.length + plain.length === 0) return { variables: new Map(), environment }
  const isUsed = isUsedIn(project)
  const found = new Map(plain.filter(([name]) => isUsed(name)))
  // A shell takes no other characters in names than letters, digits and "_".
  const spelled = new Map([...isUsed.names].map((name) => [asVariable(name), name]))
  for (const [key, value] of given) {
    const name = spelled.get(key) ?? key.slice(prefix.length)
    if (value !== undefined && isVariableName(name)) found.set(name, value)
  }
  const secrets: Record<string, string> = {}
  for (const [name, id] of secretVariables(project)) {
    const value = found.get(name)
    if (value === undefined) continue
    found.delete(name)
    secrets[secretVariable(id)] ??= value
  }
  return { variables: found, environment: Object.keys(secrets).length === 0 ? environment : { ...secrets, ...environment } }
}

/** Variables that are kept as secrets, with the secret's id. */
function secretVariables({ variables, environments, suites }: Project): [string, string][] {
  const all: Variable[] = [
    ...variables,
    ...environments.flatMap((one) => one.variables),
    ...suites.flatMap((suite) => [...suite.variables, ...suite.cases.flatMap((one) => one.variables)]),
  ]
  return all.flatMap(({ name, value }): [string, string][] => (typeof value === 'object' ? [[name, value.secret]] : []))
}
