import * as v from 'valibot'
import { common, name, scalar } from '../fields.ts'

/** What guesses are about. */
export const guessedTypes = ['text', 'integer', 'number', 'boolean', 'date', 'date-time', 'list', 'object', 'any'] as const

/** What a design of error guessing holds in the file: fields with a usual value each. */
export const errorGuessingSchema = v.strictObject({
  ...common('error-guessing'),
  parameters: v.array(
    v.strictObject({
      name,
      type: v.optional(v.picklist(guessedTypes), 'text'),
      value: scalar,
      /** It is sent as text on the wire, not in JSON. */
      wire: v.optional(v.boolean(), false),
      required: v.optional(v.boolean(), false),
    }),
  ),
  /** There is a JSON body that can be broken as a whole. */
  body: v.optional(v.boolean(), true),
  /** Guesses that are not wanted, by their ids: `null-text`. */
  without: v.optional(v.array(v.string()), []),
})
/** What the method needs of a design. */
export type ErrorGuessingDesign = Omit<v.InferOutput<typeof errorGuessingSchema>, 'id' | 'source'>
