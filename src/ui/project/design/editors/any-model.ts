import { inBrackets, unescaped } from '#engine/design/combinations/quoted.ts'
import type { Value } from '#engine/design/result.ts'
import type { Design } from '#engine/design/schemas.ts'

/** A value of a parameter as the file has it. */
export type AnyValue = Value | { value: Value; valid?: boolean; weight?: number; alias?: Value[]; rule?: string }

/** A class of values. */
export interface AnyClass {
  name: string
  from?: number | string | undefined
  to?: number | string | undefined
  valid?: boolean | undefined
  /** In a classification tree: what is in tests, and what is below it. */
  value?: Value | undefined
  classes?: AnyClass[] | undefined
  parameters?: AnyParameter[] | undefined
}

/** A parameter of any method: with values, or with classes. */
export interface AnyParameter {
  name: string
  values?: AnyValue[]
  type?: string
  step?: number
  classes?: AnyClass[]
  usual?: Value
}

/** What designs of different methods have, seen as one: what a method doesn't know is not there. */
export interface AnyModel {
  parameters?: AnyParameter[]
  constraints?: string[]
  groups?: { parameters: string[] }[]
  rows?: Record<string, Value>[]
  conditions?: { name: string; values: Value[] }[]
  actions?: string[]
  rules?: { when: Record<string, Value>; then: Record<string, Value> }[]
  else?: Record<string, Value>
  impossible?: string[]
  states?: string[]
  initial?: string
  transitions?: { from: string; event: string; to: string; output: string; guard: string }[]
  decision?: string
}

/** A design seen by the keys that it has, whatever its method. */
export const anyModel = (design: Design): AnyModel => design as unknown as AnyModel

/** What is typed for a scalar: a number, true, false or null where it is written so, else a text. */
export function readScalar(text: string): Value {
  const trimmed = text.trim()
  if (trimmed === 'true') return true
  if (trimmed === 'false') return false
  if (trimmed === 'null') return null
  return trimmed !== '' && String(Number(trimmed)) === trimmed ? Number(trimmed) : trimmed
}

/** Renames a parameter and the references to it. */
export function renameParameter({ parameters, constraints, groups, rows }: AnyModel, before: string, name: string): void {
  const isIt = (one: string): boolean => one.toLowerCase() === before.toLowerCase()
  for (const one of parameters ?? []) if (isIt(one.name)) one.name = name
  for (const [at, text] of (constraints ?? []).entries())
    if (constraints)
      constraints[at] = text.replace(/"(?:[^"\\]|\\.)*"|\[((?:[^\]\\]|\\.)*)\]/g, (token, of?: string) =>
        of !== undefined && isIt(unescaped(of).trim()) ? inBrackets(name) : token,
      )
  for (const group of groups ?? []) group.parameters = group.parameters.map((one) => (isIt(one) ? name : one))
  for (const row of rows ?? [])
    for (const key of Object.keys(row)) {
      const value = row[key]
      if (key === name || !isIt(key) || value === undefined) continue
      delete row[key]
      row[name] = value
    }
}
