import { factsOf } from '#engine/steps/facts.ts'
import { literalSecrets } from './literal-secrets.ts'
import type { Problem } from './problems.ts'
import type { Project } from './schema.ts'
import { secretsNeeded, type NeededSecret } from './secrets-needed.ts'

/** What an opened file still needs (P4). */
export interface FileNeeds {
  /** Secrets that nobody has typed in here. */
  secrets: NeededSecret[]
  /** Values in clear that look like secrets. */
  literals: Problem[]
  /** Variables of environments that steps refer to and that hold nothing. */
  empty: EmptyVariable[]
}

/** A variable of an environment that is to be filled in. */
export interface EmptyVariable {
  environment: string
  name: string
}

/** The variables that are empty, that a step refers to and that none sets: an import knows their names only. */
export function emptyVariables({ environments, suites }: Project): EmptyVariable[] {
  const steps = JSON.stringify(suites)
  const set = new Set(
    suites.flatMap(({ cases }) =>
      cases.flatMap((one) => one.steps.flatMap((step) => (factsOf(step).writes?.(step) ?? []).map(({ name }) => name))),
    ),
  )
  return environments.flatMap(({ id, variables }) =>
    variables
      .filter(({ name, value }) => value === '' && !set.has(name) && steps.includes(`\${${name}}`))
      .map(({ name }) => ({ environment: id, name })),
  )
}

/**
 * What a project needs before it can run; undefined if nothing. `known` tells the ids of the secrets that have a value; what is
 * empty is asked for once, after an import.
 */
export async function fileNeeds(
  project: Project,
  known: () => Promise<string[]>,
  imported = false,
): Promise<FileNeeds | undefined> {
  const needed = secretsNeeded(project)
  const ids = needed.length === 0 ? [] : await known().catch((): string[] => [])
  const secrets = needed.filter(({ id }) => !ids.includes(id))
  const literals = literalSecrets(project)
  const empty = imported ? emptyVariables(project) : []
  return secrets.length + literals.length + empty.length > 0 ? { secrets, literals, empty } : undefined
}
