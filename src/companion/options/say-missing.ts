import { secretVariable } from '#engine/base/secrets/secret-variable.ts'
import { neededValues, type NeededValues } from '#engine/runner/plan/missing-values.ts'
import type { Plan } from '#engine/runner/plan/plan.ts'
import type { NodeSecrets } from '#platform/node/secrets.ts'
import type { Host } from '../host.ts'
import { programTexts as texts } from '../texts.ts'

/** What planned steps need and no one has given: variables, and secrets that the vault does not have. */
export async function missingValues(plan: Plan, vault: NodeSecrets): Promise<NeededValues> {
  const { variables, secrets } = neededValues(plan)
  // What can't be opened breaks the steps that need it, and says why.
  const origins = await Promise.all(secrets.map(({ name }) => vault.origin(name).catch(() => 'sealed')))
  return { variables, secrets: secrets.filter((_, index) => origins[index] === undefined) }
}

/** Names each missing value once, before anything is sent (R38). */
export function sayMissing({ variables, secrets }: NeededValues, host: Host): void {
  const count = variables.length + secrets.length
  if (count === 0) return
  const lines = [
    ...variables.flatMap(({ name, usedBy }) => [texts.missing.variable(name), texts.missing.usedBy(usedBy)]),
    ...secrets.flatMap(({ name, usedBy }) => [texts.missing.secret(name, secretVariable(name)), texts.missing.usedBy(usedBy)]),
  ]
  host.say(`${texts.missing.title(count)}\n${lines.join('\n')}\n\n`)
}
