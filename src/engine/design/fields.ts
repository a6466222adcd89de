import * as v from 'valibot'
import { classTypes } from './axis.ts'

/** A name that a model gives to something. */
export const name = v.pipe(v.string(), v.minLength(1, 'is empty'))

/** A value: text, number, true, false or null. */
export const scalar = v.union([v.string(), v.number(), v.boolean(), v.null()])

/** The keys that every design has, in the order of the file. */
export const common = <M extends string>(method: M) => ({
  id: name,
  name: v.optional(v.string(), ''),
  method: v.literal(method),
  seed: v.optional(v.pipe(v.number(), v.integer("isn't a whole number")), 1),
  source: v.optional(
    v.strictObject({ api: v.optional(v.string()), operation: v.optional(v.string()), step: v.optional(v.string()) }),
  ),
})

/** A parameter with its values: a value alone, or with what makes it special. */
export const parameter = v.strictObject({
  name,
  values: v.array(
    v.union([
      scalar,
      v.strictObject({
        value: scalar,
        valid: v.optional(v.boolean()),
        weight: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
        alias: v.optional(v.array(scalar)),
        /** Why it is there: the keyword that it obeys or breaks. */
        rule: v.optional(v.string()),
      }),
    ]),
  ),
})
/** See {@link parameter}. */
export type Parameter = v.InferOutput<typeof parameter>

const end = v.union([v.pipe(v.number(), v.finite()), v.string()])

/**
 * A parameter whose values have an order, by its classes: values that are treated alike. Without `from` a class has no lower
 * end, without `to` no upper one. Dates are texts, `text` and `list` are described by length (in code points) and size.
 */
export const classedParameter = v.strictObject({
  name,
  type: v.optional(v.picklist(classTypes), 'integer'),
  /** The distance to the next value: whole numbers unless said, days, seconds, characters, items. */
  step: v.optional(v.pipe(v.number(), v.gtValue(0, "isn't greater than 0")), 1),
  classes: v.array(v.strictObject({ name, from: v.optional(end), to: v.optional(end), valid: v.optional(v.boolean(), true) })),
  /** The value used while another one is tested, and at its own place while a valid class contains it; else a value is made. */
  usual: v.optional(scalar),
})
/** See {@link classedParameter}. */
export type ClassedParameter = v.InferOutput<typeof classedParameter>
