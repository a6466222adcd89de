import type * as v from 'valibot'
import type { JsonPath } from './format/json-source.ts'
import { isObject } from '#engine/base/encoding/json-value.ts'
import { nodeOf, optionFor } from './format/schema-node.ts'

/**
 * Goes through a value along its schema and shows every part with its schema and place, the outer before the inner. The
 * path is the walk's own: it is right during the call, and has to be copied to be kept.
 */
export function visitParts(
  schema: v.GenericSchema,
  value: unknown,
  see: (schema: v.GenericSchema, value: unknown, path: JsonPath) => void,
): void {
  visitBelow(schema, value, see, [])
}

function visitBelow(
  schema: v.GenericSchema,
  value: unknown,
  see: Parameters<typeof visitParts>[2],
  path: (string | number)[],
): void {
  const node = nodeOf(schema)
  if (node.type === 'optional') {
    if (value !== undefined) visitBelow(node.wrapped, value, see, path)
    return
  }
  see(schema, value, path)
  if (typeof value !== 'object' || value === null) return
  if (node.type === 'array' && Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      path.push(index)
      visitBelow(node.item, value[index], see, path)
      path.pop()
    }
  }
  if (!isObject(value)) return
  if (node.type === 'strict_object') {
    for (const key in node.entries) {
      const entry = node.entries[key]
      if (entry === undefined || value[key] === undefined) continue
      path.push(key)
      visitBelow(entry, value[key], see, path)
      path.pop()
    }
  }
  const option = optionFor(node, value)
  if (option !== undefined) visitBelow(option, value, see, path)
}
