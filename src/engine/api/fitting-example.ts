import { prepareSchema, type PreparedSchema } from '#engine/checks/json-schema.ts'
import { boundedExample, flatSchema, typeIn } from './example.ts'
import { isCostly } from './judging-cost.ts'
import type { JsonSchema, Way } from './schema.ts'

/** An example, and whether the validator agrees. */
export interface FittingExample {
  value: unknown
  /** False: no value could be made of the schema that fits it. */
  fits: boolean
  /** Every value that fits would be too large: what is given is an empty one. */
  isTooLarge?: true
}

const prepared = new WeakMap<JsonSchema, Promise<PreparedSchema>>()

function preparedOf(schema: JsonSchema): Promise<PreparedSchema> {
  const known = prepared.get(schema) ?? prepareSchema(schema, { lenient: true })
  prepared.set(schema, known)
  return known
}

/**
 * A value that a JSON Schema made by `jsonSchemaOf` takes: the example that is given with it, one made with the schema's own examples, without
 * them, or of what is required alone; the first that the validator takes. Bounded: a schema may ask for a billion values in a line.
 */
export async function fittingExample(schema: JsonSchema, way: Way, given?: unknown): Promise<FittingExample> {
  if (given !== undefined) return findExample(schema, way, given)
  const made = madeOf[way].get(schema) ?? findExample(schema, way)
  madeOf[way].set(schema, made)
  // The caller may change it.
  return structuredClone(await made)
}

/** Examples that were made of schemas: thousands of operations share them. */
const madeOf: Readonly<Record<Way, WeakMap<JsonSchema, Promise<FittingExample>>>> = {
  request: new WeakMap(),
  response: new WeakMap(),
}

async function findExample(schema: JsonSchema, way: Way, given?: unknown): Promise<FittingExample> {
  const makers = [{ way }, { way, made: true }, { way, required: true }, { way, made: true, required: true }]
  let first: { value: unknown } | undefined = given === undefined ? undefined : { value: given }
  let isTooLarge = false
  try {
    const { errors } = await preparedOf(schema)
    const takes = (value: unknown): boolean => !isCostly(schema, value) && errors(value).length === 0
    if (first && takes(given)) return { value: given, fits: true }
    // What the document says counts where it can't be judged.
    if (first && isCostly(schema, given)) return { value: given, fits: false }
    for (const options of makers) {
      const { value, isCut } = boundedExample(schema, options)
      isTooLarge ||= isCut
      if (isCut) continue
      first ??= { value }
      if (takes(value)) return { value, fits: true }
    }
  } catch {
    // A schema that can't be judged by: its first example is as good as any.
    const made = first ? undefined : boundedExample(schema, { way })
    isTooLarge ||= made?.isCut === true
    if (made?.isCut === false) first = made
  }
  if (first) return { value: first.value, fits: false }
  return { value: emptyOf(schema), fits: false, ...(isTooLarge ? { isTooLarge } : {}) }
}

function emptyOf(schema: JsonSchema): unknown {
  const type = typeIn(flatSchema(schema, schema))
  return type === 'array' ? [] : type === 'object' ? {} : null
}
