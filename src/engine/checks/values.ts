import { isNumeric } from './numbers.ts'

/** The types that a value can have, as users read them; `nothing` is what a source without a match yields (undefined). */
export type TypeName = 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object' | 'nothing'

/** See {@link TypeName}. */
export function typeName(value: unknown): TypeName {
  if (typeof value === 'string') return 'string'
  if (isNumeric(value)) return 'number'
  if (typeof value === 'boolean') return 'boolean'
  if (value === null) return 'null'
  if (value === undefined) return 'nothing'
  return Array.isArray(value) ? 'array' : 'object'
}

/** True for a JSON object: no list, no number. */
export const isObject = (value: unknown): value is Record<string, unknown> => typeName(value) === 'object'
