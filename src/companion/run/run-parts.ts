import type { ReadProject } from '#engine/project/format/read.ts'
import { oneLine } from '#engine/base/printable.ts'
import type { Environment } from '#engine/project/format/schema.ts'
import type { Plan } from '#engine/runner/plan/plan.ts'
import { textOfValue } from '#engine/templates/insert.ts'
import { counted } from '#engine/base/counted.ts'
import { createNodeSecrets, type NodeSecrets } from '#platform/node/secrets.ts'
import type { Host } from '../host.ts'
import { programTexts as texts } from '../texts.ts'

/** A project file of a run. */
export interface RunFile {
  path: string
  read: ReadProject
  environment: Environment | undefined
  /** Variables from the command line and the environment, which beat start values. */
  variables: ReadonlyMap<string, string>
  secrets: SecretSources
}

/** Where a run looks for the secrets of a file; see `createNodeSecrets`. */
export interface SecretSources {
  given: ReadonlyMap<string, string>
  environment: Host['environment']
  sealed: (() => Promise<ReadonlyMap<string, string>>) | undefined
  command: ((id: string) => Promise<string | undefined>) | undefined
}

/** The secrets of a file. */
export const vaultOf = ({ secrets: { given, environment, sealed, command } }: RunFile): NodeSecrets =>
  createNodeSecrets(given, environment, sealed, command)

/** One time through the cases: of several iterations, or with the values of one row of `--data`. */
export interface RunPass {
  iteration?: number
  row?: { number: number; values: Readonly<Record<string, unknown>> }
}

/** How the suites and cases of a part are called in the report of the whole run. */
export interface PartNames {
  caseId(id: string): string
  suiteId(id: string): string
  suite(name: string): string
  /** `mask`: values of rows may be secrets; without it they aren't in the name. */
  case(name: string, mask?: (text: string) => string): string
}

/** What is run at a time: the cases of one file, once. */
export interface RunPart {
  file: RunFile
  plan: Plan
  names: PartNames
}

/** Characters of a row's values in the name of a case. */
const longestValues = 80

/** The names of a part; without `path` the run has no other file. */
export function namesOf(path: string | undefined, pass: RunPass): PartNames {
  const { iteration, row } = pass
  const which = [
    ...(iteration === undefined ? [] : [texts.iteration(iteration)]),
    ...(row === undefined ? [] : [texts.dataRow(row.number)]),
  ].join(', ')
  const values =
    row &&
    oneLine(
      Object.entries(row.values)
        .map(([name, value]) => `${name}=${textOfValue(value)}`)
        .join(', '),
    )
  const suiteId = (id: string): string => (path === undefined ? id : `${path}#${id}`)
  return {
    caseId: (id) => `${suiteId(id)}${which === '' ? '' : `@${which}`}`,
    suiteId,
    suite: (name) => (path === undefined ? name : `${path} > ${name}`),
    case(name, mask) {
      if (which === '') return name
      if (!values || !mask) return `${name}[${which}]`
      const shown = mask(values)
      return `${name}[${which}: ${shown.length > longestValues ? `${shown.slice(0, longestValues)}…` : shown}]`
    },
  }
}

/** The project that the report of a run names: its own, or for several files one that stands for all. */
export function runHead(files: readonly RunFile[]): {
  project: { id: string; name: string }
  environment?: { id: string; name: string }
} {
  const [first] = files
  const names = new Set(files.map(({ environment }) => environment?.name))
  const environment = first?.environment
  return {
    project:
      files.length === 1 && first
        ? { id: first.read.project.id, name: first.read.project.name }
        : { id: severalFiles, name: counted(files.length, 'file') },
    ...(names.size === 1 && environment ? { environment: { id: environment.id, name: environment.name } } : {}),
  }
}

/** The id of the project in a report of several files. */
export const severalFiles = 'files'
