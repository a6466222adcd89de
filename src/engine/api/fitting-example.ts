import { prepareSchema } from '#engine/checks/json-schema.ts'
import { exampleOf } from './example.ts'
import type { JsonSchema, Way } from './schema.ts'

/** An example, and whether the validator agrees. */
export interface FittingExample {
  value: unknown
  /** False: no value could be made of the schema that fits it. */
  fits: boolean
}

/**
 * A value that a JSON Schema made by `jsonSchemaOf` takes: the example that is given with it, one made with the schema's own examples, without
 * them, or of what is required alone; the first that the validator takes.
 */
export async function fittingExample(schema: JsonSchema, way: Way, given?: unknown): Promise<FittingExample> {
  const makers = [
    ...(given === undefined ? [] : [() => given]),
    () => exampleOf(schema, { way }),
    () => exampleOf(schema, { way, made: true }),
    () => exampleOf(schema, { way, required: true }),
    () => exampleOf(schema, { way, made: true, required: true }),
  ]
  try {
    const prepared = await prepareSchema(schema, { lenient: true })
    for (const made of makers) {
      const value = made()
      if (prepared.errors(value).length === 0) return { value, fits: true }
    }
  } catch {
    // A schema that can't be judged by: its first example is as good as any.
  }
  return { value: makers[0]?.(), fits: false }
}
