import { checkHelpers } from './checks.ts'
import { dataHelpers } from './data.ts'
import type { Helper } from './helper.ts'
import { jsonPathHelpers } from './json-path.ts'
import { randomHelpers } from './random.ts'
import { requestHelpers } from './requests.ts'
import { runHelpers } from './run.ts'
import { schemaHelpers } from './schema.ts'
import { tokenHelpers } from './tokens.ts'
import { variableHelpers } from './variables.ts'

const all = {
  ...runHelpers,
  ...variableHelpers,
  ...requestHelpers,
  ...tokenHelpers,
  ...checkHelpers,
  ...jsonPathHelpers,
  ...schemaHelpers,
  ...dataHelpers,
  ...randomHelpers,
} as const satisfies Record<string, Helper>

/** The name of a helper. */
export type HelperName = keyof typeof all

/** Every helper by its name, in the order in which they stand in a script. */
export const helpers: Readonly<Record<HelperName, Helper>> = all

/** What is declared at the outermost of all helpers: no name of a script may be one of these. */
export const helperNames: readonly string[] = Object.values(helpers).flatMap(({ text }) =>
  [...text.matchAll(/^(?:const|let|function|class) (\w+)/gm)].map(([, name = '']) => name),
)

/** These helpers with all that they need, in the order of {@link helpers}. */
export function withNeeded(names: Iterable<HelperName>): Helper[] {
  const wanted = new Set<string>()
  const add = (name: string): void => {
    if (wanted.has(name)) return
    wanted.add(name)
    for (const needed of all[name as HelperName] ? ((all[name as HelperName] as Helper).needs ?? []) : []) add(needed)
  }
  for (const name of names) add(name)
  return Object.entries(helpers).flatMap(([name, helper]) => (wanted.has(name) ? [helper] : []))
}
