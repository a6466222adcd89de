import * as v from 'valibot'

/** The project that a call is about. */
export const project = v.optional(v.pipe(v.string(), v.description('Id or name; only if several projects are open')))

/** Where a result goes on. */
export const cursor = v.optional(v.pipe(v.string(), v.maxLength(12), v.description('From an earlier result')))
