import type { Draws } from './seeded.ts'
import type { LiveValue } from './scopes.ts'

/** The scopes that hold variables, in the order of the look-up (T6). */
export type ScopeName = 'row' | 'TestCase' | 'TestSuite' | 'environment' | 'Project'

/** A variable with its start value, as a project file states it. */
export interface StartValue {
  name: string
  value: string | number | boolean | { secret: string }
}

/** What a scope holds for one name. */
export type Cell =
  | { type: 'set'; value: unknown }
  /** A start value: a template that is resolved when first used, seen from the scope that states it. */
  | { type: 'start'; template: string; home: View; draws: Draws; value: unknown; done: boolean }
  | { type: 'secret'; id: string; value: string | undefined; loading: Promise<string> | undefined }
  | { type: 'live'; live: LiveValue; masked: string | undefined }

/** One scope's variables. A Map: names like `__proto__` are plain data (R6). */
export interface Scope {
  name: ScopeName
  cells: Map<string, Cell>
}

/** Scopes in the order of the look-up, as they are seen from one place. */
export type View = readonly Scope[]

/** The nearest cell of a name. */
export function findCell(view: View, name: string): Cell | undefined {
  for (const scope of view) {
    const cell = scope.cells.get(name)
    if (cell !== undefined) return cell
  }
  return undefined
}

/** Every name that can be seen from a place, from the nearest scope on; one may come again. */
export function* namesIn(view: View): Generator<string> {
  for (const scope of view) yield* scope.cells.keys()
}

/**
 * Adds a scope with its start values in front of what can be seen already. An override takes the place of every start value of
 * its name; it is inserted unchanged.
 */
export function openScope(
  name: ScopeName,
  outer: View,
  start: readonly StartValue[],
  overrides: ReadonlyMap<string, unknown>,
  draws: Draws,
): View {
  const scope: Scope = { name, cells: new Map() }
  const home = [scope, ...outer]
  for (const { name: variable, value } of start) {
    const override = overrides.get(variable)
    if (override !== undefined) scope.cells.set(variable, { type: 'set', value: override })
    else if (typeof value === 'object')
      scope.cells.set(variable, { type: 'secret', id: value.secret, value: undefined, loading: undefined })
    else if (typeof value !== 'string' || !value.includes('${')) scope.cells.set(variable, { type: 'set', value })
    else
      scope.cells.set(variable, {
        type: 'start',
        template: value,
        home,
        draws: draws.derive(`start ${name} ${variable}`),
        value: undefined,
        done: false,
      })
  }
  return home
}
