import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { importToRun } from '#engine/case-builder/first-run.ts'
import type { Project } from '#engine/project/format/schema.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import { readProject } from '#engine/project/format/read.ts'

/** Cases that a project begins with: their names, and the operations that they call. */
export type Seeds = Readonly<Record<string, string>>

const made = new Map<string, Promise<Project>>()

/** The project of a request: `projects/NAME.aprj`, or made from the API definition `apis/NAME.json` (or .yaml) with the cases of `seeds`. */
export function projectNamed(name: string, folder: string, seeds: Seeds): Promise<Project> {
  const known = made.get(name)
  if (known) return known
  const file = join(folder, 'projects', `${name}.aprj`)
  const project = existsSync(file) ? readFile(file) : importedFrom(definitionNamed(name, folder), seeds)
  made.set(name, project)
  return project
}

async function readFile(file: string): Promise<Project> {
  const result = readProject(readFileSync(file, 'utf8'))
  if (!result.ok) throw result.error
  return result.value.project
}

/** Definitions under licences that forbid it, or that are too large, are not in this folder (README.md). */
export const hasDefinition = (name: string, folder: string): boolean =>
  existsSync(join(folder, 'projects', `${name}.aprj`)) ||
  readdirSync(join(folder, 'apis')).some((one) => one.startsWith(`${name}.`))

function definitionNamed(name: string, folder: string): string {
  const apis = join(folder, 'apis')
  const file = readdirSync(apis).find((one) => one.startsWith(`${name}.`))
  if (file === undefined) throw new Error(`There is no API definition ${name} in ${apis}.`)
  return join(apis, file)
}

/** What an import makes of a definition, with the cases of a few operations only: people begin with few. */
async function importedFrom(file: string, seeds: Seeds): Promise<Project> {
  let count = 0
  const newId = () => `i${(++count).toString().padStart(5, '0')}`
  const bytes = new Uint8Array(readFileSync(file))
  const source = { name: basename(file), files: [{ path: basename(file), bytes }] }
  const read = await importToRun('openapi', source, newId)
  if (!read.ok) throw read.error
  const { project } = read.value
  const wanted = new Map(Object.entries(seeds).map(([name, operation]) => [operation, name]))
  const found = new Set<string>()
  const suites = project.suites.flatMap((suite) => {
    const cases = suite.cases.flatMap((one) => {
      const last = one.steps.findLast(isSendRequestStep)
      const operation = last && operationOf(last)
      const name = [...wanted].find(([key]) => key === operation)?.[1]
      if (name === undefined || found.has(name)) return []
      found.add(name)
      return [{ ...one, name }]
    })
    return cases.length > 0 ? [{ ...suite, cases }] : []
  })
  const missing = [...wanted.values()].filter((name) => !found.has(name))
  if (missing.length > 0) throw new Error(`${file}: no operation for ${missing.join(', ')}`)
  return { ...project, suites }
}

/** `POST /orders/{}` of a step: its method, and its path below the base URL. */
export function operationOf({ method, url }: SendRequestStep): string {
  const path = url.replace(/^\$\{[^}]*\}|^https?:\/\/[^/]*/, '').replace(/[?#].*$/, '')
  return `${method} ${path.replaceAll(/\$\{[^}]*\}/g, '{}')}`
}
