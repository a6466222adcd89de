import { isIsoDate, isUuid } from '#engine/checks/formats.ts'
import type { PickedValue } from '../picked-value.ts'
import type { Check } from './schema.ts'

/** Longer texts are no expected values that someone reads. */
const LONGEST = 500

/** The check that a response is one of success (RFC 9110 section 15.3). */
export const successCheck = (): Check => ({ source: 'status', not: false, is: 'between', value: [200, 299] })

/**
 * The check that most likely is meant by pointing at a value: that it is what it is now; of an identifier or a moment, which
 * another answer has another one of, that it is one; of an object or array its type; of a secret, whose value is unknown here,
 * that it is there.
 */
export function pickedCheck({ path, kind, text }: PickedValue): Check {
  const check = { source: 'json', path, not: false } as const
  if (kind === 'object' || kind === 'array') return { ...check, is: 'is-type', value: kind }
  if (text.includes('‹') || text.length > LONGEST) return { ...check, is: 'exists' }
  const value = JSON.parse(text) as string | number | boolean | null
  const judge = (predicate: typeof isUuid) => predicate(value, undefined) === true
  if (judge(isUuid)) return { ...check, is: 'is-uuid' }
  if (judge(isIsoDate)) return { ...check, is: 'is-iso-date' }
  // A number that a double can't hold would be another one in the file.
  if (typeof value === 'number' && String(value) !== text) return { ...check, is: 'exists' }
  return { ...check, is: 'equals', value }
}
