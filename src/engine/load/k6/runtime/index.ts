import { checkFunctions } from './checks.ts'
import { dataFunctions } from './data.ts'
import type { RuntimeFunction } from './function.ts'
import { jsonPathFunctions } from './json-path.ts'
import { randomFunctions } from './random.ts'
import { requestFunctions } from './requests.ts'
import { runFunctions } from './run.ts'
import { schemaFunctions } from './schema.ts'
import { tokenFunctions } from './tokens.ts'
import { variableFunctions } from './variables.ts'

const all = {
  ...runFunctions,
  ...variableFunctions,
  ...requestFunctions,
  ...tokenFunctions,
  ...checkFunctions,
  ...jsonPathFunctions,
  ...schemaFunctions,
  ...dataFunctions,
  ...randomFunctions,
} as const satisfies Record<string, RuntimeFunction>

/** The name of a function of the runtime. */
export type RuntimeName = keyof typeof all

/** Every function by its name, in the order in which they are in a script. */
export const runtime: Readonly<Record<RuntimeName, RuntimeFunction>> = all

/** What is declared at the outermost of all of them: no name of a script may be one of these. */
export const declaredNames: readonly string[] = Object.values(runtime).flatMap(({ text }) =>
  [...text.matchAll(/^(?:const|let|function|class) (\w+)/gm)].map(([, name = '']) => name),
)

/** These functions with all that they need, in the order of {@link runtime}. */
export function withNeeded(names: Iterable<RuntimeName>): RuntimeFunction[] {
  const known: Readonly<Record<string, RuntimeFunction>> = runtime
  const wanted = new Set<string>()
  const add = (name: string): void => {
    if (wanted.has(name)) return
    wanted.add(name)
    for (const needed of known[name]?.needs ?? []) add(needed)
  }
  for (const name of names) add(name)
  return Object.entries(runtime).flatMap(([name, one]) => (wanted.has(name) ? [one] : []))
}
