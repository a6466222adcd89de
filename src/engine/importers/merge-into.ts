import { freeName } from '#engine/project/edit/structure.ts'
import { givenTo } from '#engine/project/headers-sent.ts'
import { emptySuite, type NewId } from '#engine/project/empty.ts'
import type { Project, Suite, Variable } from '#engine/project/format/schema.ts'
import { secretIdsIn, suggestSecretId } from '#engine/project/secret-ids.ts'
import { same } from '#engine/base/deep-equal.ts'
import type { Imported } from './run-import.ts'
import { importerTexts as texts } from './texts.ts'

/** An import that was put into a project: the project, and what else has to be done. */
export interface Merged {
  project: Project
  /** The suite that has the cases. */
  suite: Suite
  secrets: ReadonlyMap<string, string>
  leftOut: Imported['leftOut']
}

/**
 * A project with what was imported in one suite of it: the named one, or a new one of that name. Variables and environments
 * that the project has stay unchanged, and so do its headers, which the imported requests inherit unless they have their own;
 * where an imported one has another value it goes to the suite, which comes first. Neither argument is changed.
 */
export function mergeInto(target: Project, imported: Imported, suiteName: string, newId: NewId): Merged {
  const project = structuredClone(target)
  const { project: added, secrets } = withFreeSecrets(imported, secretIdsIn(target))
  const leftOut = [...imported.leftOut]
  const suite = project.suites.find(({ name }) => name === suiteName) ?? {
    ...emptySuite(newId(), suiteName),
    cases: [] as Suite['cases'],
  }
  if (!project.suites.includes(suite)) project.suites.push(suite)
  for (const from of added.suites) {
    for (const one of from.cases) {
      const wanted = added.suites.length === 1 || from.name === one.name ? one.name : `${from.name} / ${one.name}`
      // What the import gives to all its requests goes with its cases: the project has its own.
      const headers = givenTo(added, from, one)
      suite.cases.push({
        ...one,
        ...(headers.length > 0 ? { headers } : {}),
        name: freeName(
          wanted,
          suite.cases.map(({ name }) => name),
        ),
      })
    }
    addVariables(suite.variables, from.variables)
  }
  for (const variable of addVariables(project.variables, added.variables)) {
    if (addVariables(suite.variables, [variable]).length > 0) leftOut.push({ where: '', what: texts.otherValue(variable.name) })
  }
  for (const environment of added.environments) {
    const known = project.environments.find(({ name }) => name === environment.name)
    if (known === undefined) project.environments.push(environment)
    else
      for (const { name } of addVariables(known.variables, environment.variables))
        leftOut.push({ where: environment.name, what: texts.otherValue(name) })
  }
  project.connections.push(...added.connections)
  project.dataSources.push(...added.dataSources)
  project.apis.push(...added.apis)
  return { project, suite, secrets, leftOut }
}

/** Adds variables whose names are free; returns those that have another value there. */
function addVariables(into: Variable[], added: readonly Variable[]): Variable[] {
  const clashing: Variable[] = []
  for (const variable of added) {
    const known = into.find(({ name }) => name === variable.name)
    if (known === undefined) into.push(variable)
    else if (known.value === '') known.value = variable.value
    else if (variable.value !== '' && !same(known.value, variable.value)) clashing.push(variable)
  }
  return clashing
}

/** The import with ids of secrets that the project does not have yet. */
function withFreeSecrets({ project, secrets }: Imported, taken: ReadonlySet<string>): Pick<Imported, 'project' | 'secrets'> {
  const used = new Set(taken)
  const renamed = new Map<string, string>()
  for (const id of secretIdsIn(project)) {
    const [where = '', field = ''] = id.split('/')
    const free = used.has(id) ? suggestSecretId(where, field, used) : id
    used.add(free)
    renamed.set(id, free)
  }
  const copy = structuredClone(project)
  rename(copy, renamed)
  return { project: copy, secrets: new Map(Array.from(secrets, ([id, value]) => [renamed.get(id) ?? id, value])) }
}

function rename(value: unknown, ids: ReadonlyMap<string, string>): void {
  if (typeof value !== 'object' || value === null) return
  const secret: unknown = Object.hasOwn(value, 'secret') ? Reflect.get(value, 'secret') : undefined
  if (typeof secret === 'string' && Object.keys(value).length === 1) Reflect.set(value, 'secret', ids.get(secret) ?? secret)
  else for (const one of Object.values(value)) rename(one, ids)
}
