import { variablesSet } from '#engine/steps/variables.ts'
import { namesIn } from '#engine/templates/names-in.ts'
import { literalSecrets } from './problems/literal-secrets.ts'
import type { Problem } from './problems/problems.ts'
import type { Project, Variable } from './format/schema.ts'
import { secretsNeeded, type NeededSecret } from './secrets-needed.ts'

/** What an opened file still needs (P4). */
export interface FileNeeds {
  /** Secrets that no one has typed in here. */
  secrets: NeededSecret[]
  /** Values in plaintext that look like secrets. */
  literals: Problem[]
  /** Variables that are referred to and that hold nothing. */
  empty: EmptyVariable[]
}

/** A variable that is to be filled in. */
export interface EmptyVariable {
  /** The id of the environment or the suite that defines it; the project does where there is none. */
  owner?: string
  name: string
}

/** The variables that are empty, that something refers to and that no step sets: an import knows their names only. */
function emptyVariables(project: Project): EmptyVariable[] {
  const { environments, suites, variables, headers } = project
  const used = namesIn({ environments, suites, variables, headers })
  for (const { cases } of suites)
    for (const { steps } of cases) for (const step of steps) for (const { name } of variablesSet(step)) used.delete(name)
  const empty = (list: readonly Variable[]) => list.filter(({ name, value }) => value === '' && used.has(name))
  // What an environment defines hides the project's.
  const hidden = new Set(environments.flatMap((one) => one.variables.map(({ name }) => name)))
  return [
    ...empty(variables).flatMap(({ name }) => (hidden.has(name) ? [] : { name })),
    ...[...environments, ...suites].flatMap((owner) => empty(owner.variables).map(({ name }) => ({ owner: owner.id, name }))),
  ]
}

/**
 * What a project needs before it can run; undefined if nothing. `known` tells the ids of the secrets that have a value. The
 * user is asked once for what is empty, after an import: of what was added to `before`, or of all.
 */
export async function fileNeeds(
  project: Project,
  known: () => Promise<string[]>,
  { imported = false, before }: { imported?: boolean; before?: Project } = {},
): Promise<FileNeeds | undefined> {
  const needed = secretsNeeded(project)
  const ids = needed.length === 0 ? [] : await known().catch((): string[] => [])
  const secrets = needed.filter(({ id }) => !ids.includes(id))
  const literals = literalSecrets(project)
  const earlier = before ? emptyVariables(before) : []
  const isNew = (one: EmptyVariable) => !earlier.some(({ owner, name }) => owner === one.owner && name === one.name)
  const empty = imported ? emptyVariables(project).filter(isNew) : []
  return secrets.length + literals.length + empty.length > 0 ? { secrets, literals, empty } : undefined
}
