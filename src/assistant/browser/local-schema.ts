import type { ModelMessage } from '#engine/ports/index.ts'

/** What a grammar is slow with or can't take; the validator of plans looks at these anyway. */
const dropped = new Set([
  'maxLength',
  'minLength',
  'pattern',
  'format',
  'uniqueItems',
  'maxItems',
  'minItems',
  'title',
  'description',
  'default',
  'examples',
  '$schema',
])

/** Members whose own members are named by users, not by JSON Schema. */
const named = new Set(['properties', '$defs', 'definitions'])

/** A JSON Schema as the grammars of models in the browser take it: kinds, members and enumerations. */
export function localSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(localSchema)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema).flatMap(([name, value]): [string, unknown][] => {
      if (dropped.has(name)) return []
      if (name === 'enum' || name === 'const' || name === 'required') return [[name, value]]
      if (!named.has(name) || typeof value !== 'object' || value === null) return [[name, localSchema(value)]]
      return [[name, Object.fromEntries(Object.entries(value).map(([member, one]) => [member, localSchema(one)]))]]
    }),
  )
}

/** Messages as models without tools take them: what a tool returned is the user's. */
export const plainMessages = (messages: readonly ModelMessage[]): { role: 'system' | 'user' | 'assistant'; content: string }[] =>
  messages.map(({ role, content }) => ({ role: role === 'tool' ? 'user' : role, content }))
