import { valueOf } from './code.ts'
import { NoCounterpart } from './no-counterpart.ts'
import type { Script } from './script.ts'
import { k6Texts as texts } from './texts.ts'

const known = new Set(
  (
    '$schema $id $comment $defs definitions $ref title description default deprecated readOnly writeOnly examples type const enum allOf anyOf oneOf ' +
    'not if then else minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format minItems maxItems uniqueItems ' +
    'prefixItems items contains minContains maxContains properties patternProperties additionalProperties required propertyNames minProperties ' +
    'maxProperties dependentRequired dependentSchemas'
  ).split(' '),
)
const maps = /^(properties|patternProperties|\$defs|definitions|dependentSchemas)$/
const told = /^(\$schema|\$comment|title|description|default|deprecated|readOnly|writeOnly|examples)$/
/** Formats that the engine judges and the script does not. */
const unjudged = /^(duration|uri-template|ipv6|regex|json-pointer|json-pointer-uri-fragment|relative-json-pointer)$/

/** A schema without its documentation. Throws for what the script's validator does not know. */
function leanSchema(schema: unknown): unknown {
  if (typeof schema === 'boolean') return schema
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
    throw new NoCounterpart(texts.expected('matches-schema'))
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
      if (told.test(key)) return []
      if (!known.has(key) || (key === '$id' && value !== '')) throw new NoCounterpart(texts.keyword(key))
      if (key === '$ref' && !/^#(\/|$)/.test(String(value))) throw new NoCounterpart(texts.keyword(key))
      if (key === 'format' && unjudged.test(String(value))) throw new NoCounterpart(texts.format(String(value)))
      if (key === 'pattern') checkPattern(String(value))
      if (key === 'patternProperties') Object.keys(Object(value)).forEach(checkPattern)
      return [[key, leanKeyword(key, value)]]
    }),
  )
}

function checkPattern(pattern: string): void {
  try {
    void new RegExp(pattern, 'u')
  } catch {
    throw new NoCounterpart(texts.badPattern(pattern))
  }
}

function leanKeyword(key: string, value: unknown): unknown {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  if (maps.test(key)) return Object.fromEntries(entries.map(([name, one]): [string, unknown] => [name, leanSchema(one)]))
  if (/^(allOf|anyOf|oneOf|prefixItems)$/.test(key) && Array.isArray(value)) return value.map(leanSchema)
  if (/^(not|if|then|else|items|contains|additionalProperties|propertyNames)$/.test(key)) return leanSchema(value)
  return value
}

/** Whether a value conforms to a JSON Schema. */
export function schemaCode(schema: unknown, actual: string, script: Script): string {
  if (JSON.stringify(schema)?.includes('${')) throw new NoCounterpart(texts.expected('matches-schema'))
  return `${actual} !== undefined && ${script.use('conformsTo')}(${schemaConstant(schema, script)}, ${actual})`
}

/** The constant that holds a schema, called after what it refers to. */
export function schemaConstant(schema: unknown, script: Script): string {
  const lean = leanSchema(schema)
  const ref: unknown = typeof lean === 'object' && lean !== null && '$ref' in lean ? lean.$ref : undefined
  const name = typeof ref === 'string' ? `${ref.split('/').at(-1) ?? ''} schema` : 'schema'
  return script.constant(`schema ${JSON.stringify(lean)}`, name, 'schema', () => valueOf(lean, true), true)
}
