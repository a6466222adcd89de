import type { Check } from '#engine/steps/assertion/schema.ts'
import { sourceFacts } from '#engine/extractors/facts.ts'
import { literal } from '../variables/templates.ts'

/** What of a response, or which variable, a part of a script means; keys as checks and transfers have them. */
export type Source = Pick<Check, 'source' | 'name' | 'path'>

/** What a script's expression means, as far as it is known without running it. */
export type Value =
  /** An object of the tool: `pm`, `pm.environment`, `res`. */
  | { means: 'object'; name: string }
  | { means: 'source'; source: Source }
  /** The length of what a source gives. */
  | { means: 'length'; source: Source }
  | { means: 'type'; source: Source }
  | { means: 'literal'; value: unknown }
  | { means: 'pattern'; pattern: string }
  /** A moment, as far from now as an offset of templates says: `+7d`. */
  | { means: 'moment'; offset: string }
  /** A string with references. */
  | { means: 'template'; text: string }
  /** Something that is true or false of the response. */
  | { means: 'condition'; checks: Check[] }
  /** `isPart`: `include` was said, so that there may be more. */
  | { means: 'expectation'; of: Value; not: boolean; checks: Check[]; isPart?: boolean }

/** A variable as templates refer to it, by its foreign name. */
export type NameOf = (foreign: string) => string

/** Whether a source is a variable, not a part of the response. */
export const isVariable = ({ source }: Source): boolean => sourceFacts[source].reads === 'variables'

/** A part of JSON as a source. */
export const jsonSource = (path: string): Source => ({ source: 'json', path })

/** A JSONPath (RFC 9535) with one more member. */
export function jsonPath(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(key)) return `${path}.${key}`
  return `${path}['${key.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`
}

/** A path such as `data.items[0]['a b']` below another one; undefined if it is none. */
export function jsonPathBelow(path: string, below: string): string | undefined {
  const parts = below.replace(/^\$\.?/, '').match(/[^.[\]]+|\[\d+\]|\['[^']*'\]|\["[^"]*"\]/g) ?? []
  if (parts.join('').length < below.replace(/^\$|\.(?![^[]*\])/g, '').length) return undefined
  return parts.reduce<string>((made, part) => {
    const index = /^\[(\d+)\]$/.exec(part)?.[1] ?? (/^\d+$/.test(part) ? part : undefined)
    return index === undefined ? jsonPath(made, part.replace(/^\[['"]|['"]\]$/g, '')) : jsonPath(made, Number(index))
  }, path)
}

/** A check of a source. */
export function check(source: Source, is: Check['is'], value?: unknown, not = false): Check {
  return { ...source, ...(not ? { not } : {}), is, ...(value === undefined ? {} : { value }) } as Check
}

/** What a check looks at. */
export const sourceOf = ({ source, name, path }: Check): Source => ({
  source,
  ...(name === undefined ? {} : { name }),
  ...(path === undefined ? {} : { path }),
})

/** The value that a check compares with; texts are templates. Undefined for what is unknown. */
export function expectedValue(value: Value | undefined): unknown {
  if (value?.means === 'template') return value.text
  if (value?.means === 'source' && isVariable(value.source)) return `\${${value.source.name ?? ''}}`
  return value?.means === 'literal' ? asTemplates(value.value) : undefined
}

function asTemplates(value: unknown): unknown {
  if (typeof value === 'string') return literal(value)
  if (Array.isArray(value)) return value.map(asTemplates)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, asTemplates(one)]))
}

/** The text that a value makes in a template; undefined for what is unknown. */
export function templateOf(value: Value | undefined): string | undefined {
  if (value?.means === 'template') return value.text
  if (value?.means === 'source' && isVariable(value.source)) return `\${${value.source.name ?? ''}}`
  if (value?.means !== 'literal' || value.value === undefined) return undefined
  const plain = value.value
  return literal(typeof plain === 'object' && plain !== null ? JSON.stringify(plain) : String(plain))
}

/** The text of a literal; undefined for everything else. */
export const literalText = (value: Value | undefined): string | undefined =>
  value?.means === 'literal' && (typeof value.value === 'string' || typeof value.value === 'number')
    ? String(value.value)
    : undefined
