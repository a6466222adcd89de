import { AssayError, type ErrorCode } from '#engine/base/errors.ts'
import { stepTexts as texts } from './texts.ts'

/** What is wrong with a template itself, wherever it is. */
const ofTemplates: ReadonlySet<ErrorCode> = new Set(['template-syntax', 'variable-unknown', 'variable-cycle'])

/** What was thrown; an error of a template starts with the label of the field that holds it, as the editor shows it. */
export function atField(field: string, thrown: unknown): unknown {
  if (!(thrown instanceof AssayError) || !ofTemplates.has(thrown.code)) return thrown
  const { code, message, hint, cause } = thrown
  return new AssayError(code, texts.inField(field, message), { hint, cause })
}

/** The value of a field's template; rejects as {@link atField} says. */
export const inField = async <T>(field: string, value: T | Promise<T>): Promise<T> => {
  try {
    return await value
  } catch (thrown) {
    throw atField(field, thrown)
  }
}
