import * as v from 'valibot'

/** The project that a call is about; needed if several are open. */
export const project = v.optional(v.string())

/** Where a result goes on. */
export const cursor = v.optional(v.pipe(v.string(), v.maxLength(12)))
