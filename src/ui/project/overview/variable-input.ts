import { fail, ok, type Result } from '#engine/base/result.ts'
import { readValue } from '../../steps/values/typed-value.ts'
import type { ValueType } from '../../steps/values/value-type.ts'
import { overviewTexts } from './overview-texts.ts'

/** The types that a variable's start value can have in the file, secrets aside; a reference is text, filled in when it is used. */
export const variableTypes = ['string', 'number', 'boolean'] as const satisfies ValueType[]

/** Takes a typed text for a start value of a type; the error says what the text is not. */
export function readVariable(text: string, type: ValueType): Result<string | number | boolean, string> {
  const read = readValue(text, type)
  if (!read.ok) return read
  const { value } = read
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string') return ok(value)
  // A whole number that a double can't hold.
  return fail(overviewTexts.variables.tooLong)
}

/** What is wrong with a variable's name (aprj.md); undefined: nothing. */
export function checkVariableName(name: string): string | undefined {
  if (!/^[A-Za-z_][A-Za-z0-9_.-]*$/.test(name)) return overviewTexts.variables.badName
  return /^(random|now|env|uuid)(\.|$)/.test(name) ? overviewTexts.variables.reserved : undefined
}
