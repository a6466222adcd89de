import type * as v from 'valibot'
import { jsonObjectText, lines } from '#engine/steps/fields.ts'

/** The parts of a valibot schema that reading and writing go by. */
export type SchemaNode =
  | { type: 'strict_object'; entries: Readonly<Record<string, v.GenericSchema>> }
  | { type: 'array'; item: v.GenericSchema }
  | { type: 'optional'; wrapped: v.GenericSchema; default: unknown }
  | { type: 'variant'; key: string; options: readonly v.GenericSchema[] }
  | { type: 'union'; options: readonly v.GenericSchema[] }
  | { type: 'picklist'; options: readonly string[] }
  | { type: 'literal'; literal: unknown }
  | { type: 'record'; value: v.GenericSchema }
  | { type: 'string' | 'number' | 'boolean' | 'null' | 'unknown' }

/** A schema as data. Valibot states `type` and these members for every schema that the format uses. */
export const nodeOf = (schema: v.GenericSchema): SchemaNode => schema as unknown as SchemaNode

/** The values that a discriminator can have: of one option, or of all. */
export function tagsOf(option: v.GenericSchema, key: string): readonly string[] {
  const node = nodeOf(option)
  const tag = node.type === 'strict_object' ? node.entries[key] : undefined
  if (tag === undefined) return []
  const inner = nodeOf(tag)
  if (inner.type === 'literal') return [String(inner.literal)]
  return inner.type === 'picklist' ? inner.options : []
}

const optionsByTag = new WeakMap<object, ReadonlyMap<string, v.GenericSchema>>()

/** The options of a variant by their tags; computed once. */
function byTag(node: { key: string; options: readonly v.GenericSchema[] }): ReadonlyMap<string, v.GenericSchema> {
  let known = optionsByTag.get(node)
  if (known === undefined) {
    // The first option counts, so it is set last.
    const pairs = node.options.flatMap((option) => tagsOf(option, node.key).map((tag) => [tag, option] as const))
    known = new Map(pairs.toReversed())
    optionsByTag.set(node, known)
  }
  return known
}

/** The option of a variant or union that an object belongs to. */
export function optionFor(node: SchemaNode, value: Record<string, unknown>): v.GenericSchema | undefined {
  if (node.type === 'variant') {
    const tag = Object.hasOwn(value, node.key) ? value[node.key] : undefined
    return typeof tag === 'string' ? byTag(node).get(tag) : undefined
  }
  if (node.type !== 'union') return undefined
  // Of several kinds of objects the one that knows most of the keys.
  let found: { option: v.GenericSchema; known: number } | undefined
  for (const option of node.options) {
    const inner = nodeOf(option)
    if (inner.type !== 'strict_object') continue
    const known = Object.keys(inner.entries).filter((key) => Object.hasOwn(value, key)).length
    if (found === undefined || known > found.known) found = { option, known }
  }
  return found?.option
}

/** Whether a string of this schema is written as a list of lines when it has several. */
export const isLines = (schema: v.GenericSchema): boolean => {
  const node = nodeOf(schema)
  return schema === lines || (node.type === 'union' && node.options.some((option) => option === lines))
}

/** Whether an object of this schema is kept as its text. */
export const isJsonObject = (schema: v.GenericSchema): boolean => schema === jsonObjectText

/** Whether a field holds the id of a secret when it holds an object. */
export const canBeSecret = (schema: v.GenericSchema): boolean => {
  const node = nodeOf(schema)
  if (node.type !== 'union') return false
  return node.options.some((option) => {
    const inner = nodeOf(option)
    return inner.type === 'strict_object' && Object.hasOwn(inner.entries, 'secret')
  })
}
