import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import type { JsonSchema } from './world.ts'

/** A valibot schema as JSON Schema, draft-07, of what is sent. What JSON Schema can't say (transformations, checks by code) is said when it is parsed. */
export function draft07(schema: v.GenericSchema): JsonSchema {
  const { $schema: _, ...rest } = toJsonSchema(schema, { target: 'draft-07', typeMode: 'input', errorMode: 'ignore' })
  // Agents' protocols want an object, also where there is more than one form of it.
  return { type: 'object', ...rest }
}
