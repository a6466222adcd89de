import { isObject } from '#engine/base/encoding/json-value.ts'
import { percentDecoded } from '#engine/base/encoding/percent-decoded.ts'
import type { JsonPath } from '#engine/project/format/json-source.ts'
import type { Step } from '#engine/project/format/schema.ts'

/** A literal value of a step that a column can take the place of. */
export interface Literal {
  step: string
  /** Where it is in the step; in a string of JSON the path inside it follows in `inJson`. */
  place: JsonPath
  inJson?: JsonPath
  /** Part of a URL, from 0, between its slashes. */
  segment?: number
  /** What it is called where it is: a header, a parameter, a key. */
  name: string
  value: string | number | boolean
}

/** Keys whose texts name, describe or refer: no row changes them. */
const fixed = new Set([
  'id',
  'kind',
  'name',
  'description',
  'disabled',
  'step',
  'source',
  'is',
  'path',
  'to',
  'scope',
  'type',
  'mediaType',
  'method',
  'variableName',
  'variableScope',
  'connection',
  'dataSource',
  'grantType',
  'mapping',
  'script',
  'file',
  'form',
  'algorithm',
  'via',
])

const isLiteral = (value: unknown): value is Literal['value'] =>
  typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value !== '' && !value.includes('${'))

/** The last name in a JSONPath: `$.order['id']` ends with `id`. */
const lastName = (path: string): string => path.match(/[\p{L}_][\p{L}\p{N}_-]*(?=['"\]]*$)/u)?.[0] ?? ''

/** Stands for a value without quotes until the text is written. */
export const bare = '\uFDD0bare'

/** A JSON text whose references without quotes are texts that can be distinguished from others. */
export const withQuotes = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"|\$\{[^{}"]*\}/gs, (part) => (part.startsWith('"') ? part : JSON.stringify(`${bare}${part}`)))

/** Every literal value of a step that may differ from row to row. */
export function literalsOf(step: Step): Literal[] {
  const found: Literal[] = []
  const add = (literal: Omit<Literal, 'step'>): void => void found.push({ step: step.id, ...literal })
  const visit = (value: unknown, place: JsonPath, name: string): void => {
    if (Array.isArray(value)) return value.forEach((item, index) => visit(item, [...place, index], name))
    if (!isObject(value)) {
      // A number or a switch of the step itself is a setting.
      if (isLiteral(value) && (place.length > 1 || typeof value === 'string')) add({ place, name, value })
      return
    }
    // A header, a parameter, a check: what it is called is next to the value.
    const own = typeof value.name === 'string' ? value.name : typeof value.path === 'string' ? lastName(value.path) : undefined
    for (const [key, part] of Object.entries(value)) {
      if (fixed.has(key)) continue
      const at = [...place, key]
      if (key === 'text' && typeof part === 'string' && value.type === 'json') inJson(part, at)
      else if (key === 'url' && typeof part === 'string') inAddress(part, at)
      else visit(part, at, key === 'value' ? (own ?? key) : key)
    }
  }
  const inJson = (text: string, place: JsonPath): void => {
    const leaves = (value: unknown, path: JsonPath): void => {
      if (Array.isArray(value)) value.forEach((item, index) => leaves(item, [...path, index]))
      else if (isObject(value)) for (const [key, part] of Object.entries(value)) leaves(part, [...path, key])
      else if (isLiteral(value))
        add({ place, inJson: path, name: String(path.findLast((key) => typeof key === 'string') ?? ''), value })
    }
    try {
      leaves(JSON.parse(withQuotes(text)), [])
    } catch {
      // It isn't JSON: nothing is proposed for it.
    }
  }
  const inAddress = (url: string, place: JsonPath): void => {
    const [path = '', query] = url.split(/\?(.*)/s)
    for (const [segment, part] of path.split('/').entries())
      if (segment > 0 && isLiteral(part) && !part.includes(':')) add({ place, segment, name: '', value: percentDecoded(part) })
    for (const pair of query?.split('&') ?? []) {
      const [name = '', value = ''] = pair.split('=')
      if (isLiteral(value)) add({ place, segment: -1, name: percentDecoded(name), value: percentDecoded(value) })
    }
  }
  const { id: _, kind: _kind, name: _name, ...rest } = step
  visit({ ...rest }, [], '')
  return found
}
