import { AssayError, messageWithHint } from '#engine/base/errors.ts'
import { secretVariable } from '#engine/base/secrets/secret-variable.ts'
import { neededValues, type NeededValues } from '#engine/runner/plan/missing-values.ts'
import type { Plan } from '#engine/runner/plan/plan.ts'
import type { NodeSecrets } from '#platform/node/secrets.ts'
import type { Host } from '../host.ts'
import { programTexts as texts } from '../texts.ts'

/** What planned steps need and no one has given: variables, and secrets that the vault does not have. */
export async function missingValues(plan: Plan, vault: NodeSecrets, host: Host): Promise<NeededValues> {
  const { variables, secrets } = neededValues(plan)
  const isMissing = async ({ name }: { name: string }): Promise<boolean> => {
    try {
      return (await vault.origin(name)) === undefined
    } catch (error) {
      // Sealed secrets that can't be opened break the steps that need them, and say why.
      if (!(error instanceof AssayError) || error.code !== 'secret-missing') return false
      host.say(`${messageWithHint(error)}\n`)
      return true
    }
  }
  const missing = await Promise.all(secrets.map(isMissing))
  return { variables, secrets: secrets.filter((_, index) => missing[index]) }
}

/** The missing values of several plans, each named once. */
export function joinMissing(all: readonly NeededValues[]): NeededValues {
  const join = (lists: readonly NeededValues['variables'][]): NeededValues['variables'] => {
    const places = new Map<string, Set<string>>()
    for (const { name, usedBy } of lists.flat()) places.set(name, new Set([...(places.get(name) ?? []), ...usedBy]))
    return Array.from(places, ([name, usedBy]) => ({ name, usedBy: [...usedBy] }))
  }
  return { variables: join(all.map(({ variables }) => variables)), secrets: join(all.map(({ secrets }) => secrets)) }
}

/** Names each missing value once, before anything is sent (R38). */
export function reportMissing({ variables, secrets }: NeededValues, host: Host): void {
  const count = variables.length + secrets.length
  if (count === 0) return
  const lines = [
    ...variables.flatMap(({ name, usedBy }) => [texts.missing.variable(name), texts.missing.usedBy(usedBy)]),
    ...secrets.flatMap(({ name, usedBy }) => [texts.missing.secret(name, secretVariable(name)), texts.missing.usedBy(usedBy)]),
  ]
  host.say(`${texts.missing.title(count)}\n${lines.join('\n')}\n\n`)
}
