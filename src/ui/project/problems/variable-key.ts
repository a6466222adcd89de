import type { Variable } from '#engine/project/format/schema.ts'

/**
 * Names a variable by the id of what it belongs to (project, environment, suite, case), its name and its start value: what is known
 * of it stays with it wherever it moves, and is no longer true once it is edited.
 */
export const variableKey = (owner: string, { name, value }: Pick<Variable, 'name' | 'value'>): string =>
  JSON.stringify([owner, name, value])
