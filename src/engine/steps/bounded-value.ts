import { AssayError } from '#engine/base/errors.ts'
import { excerpt } from '#engine/base/excerpt.ts'
import type { Scopes } from '#engine/templates/scopes.ts'
import { inField } from './field-error.ts'
import { stepTexts as texts } from './texts.ts'

/**
 * A number from the file or from a reference. `field` is its label. AssayError `value-out-of-bounds` if a reference isn't a
 * number from `min` to `max`.
 */
export async function boundedValue(
  value: number | string,
  field: string,
  bounds: { min: number; max: number },
  variables: Scopes,
): Promise<number> {
  if (typeof value === 'number') return value
  const { min, max } = bounds
  const resolved = await inField(field, variables.resolve(value))
  const number = resolved.trim() === '' ? Number.NaN : Number(resolved)
  if (number >= min && number <= max) return number
  throw new AssayError('value-out-of-bounds', texts.outOfBounds(field, excerpt(resolved, 100), min, max), {
    hint: texts.outOfBoundsHint(value),
  })
}
