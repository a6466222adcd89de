import * as v from 'valibot'
import { jsonText } from '#engine/base/encoding/json-text.ts'

/** A string that may hold templates. In the file a string of several lines is an array of lines. */
export const text = v.string()

/** A string of several lines: a string or an array of lines in the file, one string with LF in memory. */
export const lines = v.pipe(
  v.union([v.string(), v.array(v.string())]),
  v.transform((value) => (typeof value === 'string' ? value : value.join('\n'))),
)

/** A string with a single reference: `${name}`. */
export const reference = v.pipe(v.string(), v.regex(/^\$\{[^{}]+\}$/, "isn't a number or a single variable such as ${name}"))

/** A whole number with bounds, or one reference that is checked against the same bounds when it is resolved. */
export const bounded = (min: number, max: number) =>
  v.union([v.pipe(v.number(), v.minValue(min, `is less than ${min}`), v.maxValue(max, `is more than ${max}`)), reference])

/** A secret: its ID in the vault, or a string of variable references. Never a value. */
export const secret = v.union([
  v.strictObject({ secret: v.pipe(v.string(), v.minLength(1, 'is empty')) }),
  v.pipe(
    v.string(),
    v.regex(
      /^(\$\{[^{}]+\})*$/,
      'contains a plaintext value; store it as a secret: { "secret": "<id>" }, or use a variable: "${name}"',
    ),
  ),
])
/** See {@link secret}. */
export type Secret = v.InferOutput<typeof secret>

/** The scopes that a step can write to. */
export const writableScope = v.picklist(['TestCase', 'TestSuite', 'Project'])

/** A JSON value: anything that JSON can say, integers of any size. */
export const json: v.GenericSchema<unknown> = v.unknown()

/**
 * A JSON object that is large and rarely looked into: an object in the file, its compact text in memory, which costs next to
 * nothing to pass, to compare and to store.
 */
export const jsonObjectText = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform((value): string => jsonText(value)),
)

/** name=value pairs, in order, repetition allowed, each can be switched off. */
export const pairs = v.array(
  v.strictObject({ name: text, value: v.optional(text, ''), disabled: v.optional(v.boolean(), false) }),
)
