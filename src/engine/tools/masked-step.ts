import { isObject } from '#engine/base/encoding/json-value.ts'
import { isCredentialName } from '#engine/base/secrets/secret-name.ts'
import { looksSecret } from '#engine/project/problems/literal-secrets.ts'
import { stepSchema, type Step, type Variable } from '#engine/project/format/schema.ts'
import { writeAs } from '#engine/project/format/write.ts'
import { checkOf } from '#engine/steps/checks.ts'

const mask = '•••'

/** A step as the file has it, without its id and its defaults; credentials in plaintext are masked. */
export function plainStep(step: Step): Record<string, unknown> {
  const copy = structuredClone(step)
  for (const { place, as, name, value } of checkOf(step).sends?.(step) ?? [])
    if (looksSecret(as, { name, value })) maskAt(copy, place)
  const { id: _, ...rest } = JSON.parse(writeAs(stepSchema, copy, '')) as Record<string, unknown>
  const { body } = rest
  // A string of several lines is written as one in arguments too.
  if (isObject(body) && Array.isArray(body['text'])) return { ...rest, body: { ...body, text: compact(body['text'].join('\n')) } }
  return isObject(body) && typeof body['text'] === 'string' ? { ...rest, body: { ...body, text: compact(body['text']) } } : rest
}

/** JSON without white space; other text unchanged. */
function compact(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return text.replace(/\n\s*/g, ' ')
  }
}

function maskAt(step: object, place: readonly (string | number)[]): void {
  let holder: unknown = step
  for (const key of place.slice(0, -1)) holder = Reflect.get(Object(holder), key)
  const [last] = place.slice(-1)
  const at: unknown = last === undefined ? undefined : Reflect.get(Object(holder), last)
  if (isObject(at) && 'value' in at) at['value'] = mask
  else if (last !== undefined) Reflect.set(Object(holder), last, mask)
}

/** The value of a header as it may be shown. */
export const shownHeader = ({ name, value }: { name: string; value: string }): string =>
  `${name}: ${looksSecret('header', { name, value }) ? mask : value}`

/** The value of a variable as it may be shown: of a secret that it is one. */
export function shownValue({ name, value }: Variable): string {
  if (typeof value === 'object') return '(secret)'
  if (typeof value !== 'string') return String(value)
  if (value === '') return '(empty)'
  return isCredentialName(name) && !/^(?:\$\{[^{}]*\})+$/.test(value) ? `(${mask}, in clear)` : value
}
