import type * as v from 'valibot'
import { canonical } from '#engine/base/encoding/canonical-json.ts'
import { readJson } from './json-source.ts'
import { type Project, projectSchema } from './schema.ts'
import { isObject } from '#engine/base/encoding/json-value.ts'
import { isJsonObject, isLines, nodeOf, optionFor } from './schema-node.ts'

/**
 * The text of a project's file: two spaces, LF, a newline at the end, keys in the order of the schema, defaults omitted, texts
 * of several lines as lists of lines. The same project gives the same text.
 */
export const writeProject = (project: Project): string => `${writeAs(projectSchema, project, '')}\n`

/** Defaults are scalars, empty lists and small objects: comparing never goes through a whole project. */
function isDefault(value: unknown, standard: unknown): boolean {
  if (Array.isArray(standard)) return Array.isArray(value) && value.length === 0 && standard.length === 0
  if (!isObject(standard)) return value === standard
  return isObject(value) && Object.keys(value).length <= Object.keys(standard).length && canonical(value) === canonical(standard)
}

/** A value as it is in the file, by its schema; `indent` is what is before its lines. */
export function writeAs(schema: v.GenericSchema, value: unknown, indent: string): string {
  const node = nodeOf(schema)
  if (node.type === 'optional') return writeAs(node.wrapped, value, indent)
  if (typeof value === 'string' && isLines(schema) && value.includes('\n')) return writeJson(value.split('\n'), indent)
  if (typeof value === 'string' && isJsonObject(schema)) return writeJson(readJson(value).value, indent)
  if (node.type === 'array' && Array.isArray(value))
    return brackets(
      '[]',
      value.map((item: unknown) => writeAs(node.item, item, `${indent}  `)),
      indent,
    )
  if (!isObject(value)) return writeJson(value, indent)
  if (node.type === 'strict_object') {
    const members: string[] = []
    for (const [key, entry] of Object.entries(node.entries)) {
      const member = Object.hasOwn(value, key) ? value[key] : undefined
      const inner = nodeOf(entry)
      if (member === undefined || (inner.type === 'optional' && isDefault(member, inner.default))) continue
      members.push(`${JSON.stringify(key)}: ${writeAs(entry, member, `${indent}  `)}`)
    }
    return brackets('{}', members, indent)
  }
  const option = optionFor(node, value)
  return option === undefined ? writeJson(value, indent) : writeAs(option, value, indent)
}

/** Any JSON value, in the order of its keys; a `bigint` and -0 as their literals. */
function writeJson(value: unknown, indent: string): string {
  if (typeof value === 'bigint') return value.toString()
  if (Object.is(value, -0)) return '-0'
  if (Array.isArray(value))
    return brackets(
      '[]',
      value.map((item: unknown) => writeJson(item, `${indent}  `)),
      indent,
    )
  if (isObject(value))
    return brackets(
      '{}',
      Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([key, member]) => `${JSON.stringify(key)}: ${writeJson(member, `${indent}  `)}`),
      indent,
    )
  return JSON.stringify(value) ?? 'null'
}

function brackets(pair: '[]' | '{}', parts: readonly string[], indent: string): string {
  if (parts.length === 0) return pair
  return `${pair.charAt(0)}\n${indent}  ${parts.join(`,\n${indent}  `)}\n${indent}${pair.charAt(1)}`
}
