import * as v from 'valibot'
import { lines } from '#engine/steps/fields.ts'

/** The keys that every data source has, in the order of the file. */
export const commonKeys = <K extends string>(kind: K) => ({
  id: v.pipe(v.string(), v.minLength(1, 'is empty')),
  name: v.string(),
  description: v.optional(lines, ''),
  kind: v.literal(kind),
})

/** Where a source of text has it from: it is in the project, or in a file beside it; `encoding` is that of the file. */
export const textKeys = {
  text: v.optional(lines, ''),
  file: v.optional(v.string(), ''),
}

/** The encodings that a file of text can have, by their names in the Encoding standard. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
/** See {@link encodings}. */
export type Encoding = (typeof encodings)[number]
