import { nearest } from '#engine/base/nearest-name.ts'
import { textOfValue } from '#engine/templates/insert.ts'
import type { Case } from '#engine/project/format/schema.ts'
import { literalsOf, type Literal } from './literals.ts'

/** A literal value of a case, and the column that takes its place. */
export interface Replacement extends Literal {
  column: string
  /** Why it is proposed: the names are the same, the value is that of the first row, or the names are near. */
  why: 'name' | 'value' | 'near'
}

/** The first words of a name for comparing: `userId`, `user_id` and `User ID` are the same. */
export const plainColumn = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Values that occur in many places by chance are recognized by their name only. */
const isTelling = (value: string): boolean => value.length > 1 && !/^(true|false|null)$/.test(value)

/**
 * Which literal values of a case the columns of a table may take the place of: those of the same name, those with the value of the first
 * row, those with the nearest name. Each literal gets one column at most.
 */
export function proposeReplacements(one: Case, columns: readonly string[], first: readonly unknown[]): Replacement[] {
  const byName = new Map(columns.map((column) => [plainColumn(column), column]))
  const byValue = new Map<string, string>()
  for (const [index, column] of columns.entries()) {
    const value = first[index]
    const text = value === undefined || value === null ? '' : textOfValue(value)
    if (isTelling(text) && !byValue.has(text)) byValue.set(text, column)
  }
  const literals = one.steps.filter(({ disabled }) => !disabled).flatMap(literalsOf)
  const found: Replacement[] = []
  const taken = new Set<string>()
  const take = (literal: Literal, column: string | undefined, why: Replacement['why']): boolean => {
    if (column === undefined) return false
    taken.add(column)
    found.push({ ...literal, column, why })
    return true
  }
  const rest = literals.filter(
    (literal) =>
      !take(literal, literal.name === '' ? undefined : byName.get(plainColumn(literal.name)), 'name') &&
      !take(literal, byValue.get(String(literal.value)), 'value'),
  )
  // A guess is made only for columns that nothing else speaks for.
  const open = columns.filter((column) => !taken.has(column))
  for (const literal of rest) {
    const [near] = literal.name === '' ? [] : nearest(literal.name, open)
    take(literal, near, 'near')
  }
  const order = new Map(literals.map((literal, index) => [keyOf(literal), index]))
  return found.toSorted((a, b) => (order.get(keyOf(a)) ?? 0) - (order.get(keyOf(b)) ?? 0))
}

/** Tells literals of a case apart. */
export const keyOf = ({ step, place, inJson, segment, name }: Literal): string =>
  JSON.stringify([step, place, inJson, segment, segment === -1 ? name : undefined])
