import { member, textOf } from '#engine/api/fields.ts'
import { jsonSchemaOf } from '#engine/api/schema.ts'
import { isObject } from '#engine/checks/values.ts'
import { bodyFields, type KnownField, type KnownOperation } from './project-index.ts'

/** Where an answer has its list, and what is known of each item. */
export interface AnswerList {
  /** JSONPath. */
  at: string
  fields: readonly KnownField[]
  /** Its items are texts or numbers: each is its own identifier. */
  plain?: true
  /** A document says so. */
  documented: boolean
}

const known = new WeakMap<KnownOperation, AnswerList | undefined>()

/** The list in the documented answer of an operation; undefined where that has none. Where no document says what it is: the whole answer. */
export function answerListOf(operation: KnownOperation): AnswerList | undefined {
  if (!known.has(operation)) known.set(operation, look(operation))
  return known.get(operation)
}

const whole: AnswerList = { at: '$', fields: [], documented: false }

function look({ api: documented, role }: KnownOperation): AnswerList | undefined {
  const undocumented = role === 'list' ? whole : undefined
  if (!documented) return undocumented
  const { api, key } = documented
  const answer = api.operation(key)?.responses.find(({ status }) => status.startsWith('2'))?.contents?.[0]
  if (answer?.schema === undefined) return undocumented
  const schema = jsonSchemaOf(answer.schema, 'response', api)
  return listIn(schema, schema['$defs'], '$', 0)
}

/** How lists are called where an answer has more than one. */
const usual = /^(?:items|data|results?|content|records|entries|values|list|elements|rows|hits)$/i

function listIn(given: unknown, definitions: unknown, at: string, depth: number): AnswerList | undefined {
  const schema = resolved(given, definitions)
  if (!isObject(schema) || depth > 2) return undefined
  if (schema['type'] === 'array' || schema['items'] !== undefined) {
    const items = resolved(schema['items'], definitions)
    const fields = isObject(items) ? bodyFields({ ...items, $defs: definitions }, 'answer') : []
    const isPlain = isObject(items) && (items['type'] === 'string' || items['type'] === 'integer')
    return { at, fields, ...(isPlain ? { plain: true } : {}), documented: true }
  }
  const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((name) => (Array.isArray(schema[name]) ? (schema[name] as unknown[]) : []))
  const properties = isObject(schema['properties']) ? Object.entries(schema['properties']) : []
  const found = [
    ...parts.map((part) => listIn(part, definitions, at, depth)),
    ...properties
      .toSorted(([a], [b]) => Number(usual.test(b)) - Number(usual.test(a)))
      .map(([name, part]) =>
        /^[A-Za-z_]\w*$/.test(name) && isList(part, definitions)
          ? listIn(part, definitions, `${at}.${name}`, depth + 1)
          : undefined,
      ),
    // `{ "data": { "items": [] } }`
    ...(depth === 0
      ? properties
          .filter(([name]) => usual.test(name))
          .map(([name, part]) => listIn(part, definitions, `${at}.${name}`, depth + 1))
      : []),
  ]
  // A wrapper says that there is a list, and what it is used for what the items are.
  return found.find((one) => one !== undefined && one.fields.length > 0) ?? found.find((one) => one !== undefined)
}

const isList = (given: unknown, definitions: unknown): boolean => {
  const schema = resolved(given, definitions)
  return isObject(schema) && schema['type'] === 'array'
}

function resolved(given: unknown, definitions: unknown, guard = 0): unknown {
  if (!isObject(given) || guard > 8) return given
  const ref = textOf(given, '$ref')
  return ref === '' ? given : resolved(member(definitions, ref.slice(8)), definitions, guard + 1)
}
