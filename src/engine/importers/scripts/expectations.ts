import { sourceFacts } from '#engine/extractors/facts.ts'
import type { Check } from '#engine/steps/assertion/schema.ts'
import { check, expectedValue, jsonPath, jsonPathBelow, jsonSource, literalText, type Source, type Value } from './values.ts'
import { statusOfReason, statusOfWord } from '../status-words.ts'

/** An expectation, as Chai's `expect` and its relatives build it word by word. */
export type Expectation = Extract<Value, { means: 'expectation' }>

const chainWords = new Set(
  'to be been is that which and has have with at of same but does still also deep own nested all ordered itself should include includes contain contains'.split(
    ' ',
  ),
)

const status: Source = { source: 'status' }
const text: Source = { source: 'text' }

const isResponse = (value: Value): boolean => value.means === 'object' && value.name === 'response'

const added = (from: Expectation, ...checks: (Check | undefined)[]): Expectation | undefined =>
  checks.some((one) => one === undefined)
    ? undefined
    : { ...from, checks: [...from.checks, ...checks.flatMap((one) => one ?? [])] }

/** The next word of an expectation that is no call: `.to`, `.not`, `.ok`. Undefined if it is unknown. */
export function expectationWord(from: Expectation, word: string): Expectation | undefined {
  if (/^(include|contain)s?$/.test(word)) return { ...from, isPart: true }
  if (chainWords.has(word)) return from
  if (word === 'not') return { ...from, not: !from.not }
  const { of, not } = from
  if (isResponse(of)) return responseWord(from, word)
  if (of.means === 'condition') return conditionWord(from, word)
  if (of.means === 'length') return word === 'empty' ? added(from, check(of.source, 'has-length', 0, not)) : undefined
  if (of.means !== 'source') return undefined
  const { source } = of
  switch (word) {
    case 'ok':
    case 'exist':
    case 'exists':
      return thereCheck(from, source, word)
    case 'undefined':
      return added(from, check(source, 'exists', undefined, !not))
    case 'true':
    case 'false':
      return added(from, check(source, 'equals', word === 'true', not))
    case 'null':
      return added(from, check(source, 'equals', null, not))
    case 'empty':
      return not
        ? added(from, ...present(from, source), check(source, 'is-empty', undefined, true))
        : added(from, check(source, 'is-empty'))
    case 'length':
    case 'lengthOf':
      return { ...from, of: { means: 'length', source } }
    case 'json':
      return added(from, check(source, 'is-json', undefined, not))
    default:
      return undefined
  }
}

/** `expect("open").to.equal(body.state)` and `expect([200, 201]).to.include(pm.response.code)`: the value stands first. */
function turnedCall(from: Expectation, word: string, source: Source): Expectation | undefined {
  if (comparisonOf(word) === '=') return equalCheck(from, source, from.of)
  const list = expectedValue(from.of)
  return /^(include|contain)s?$/.test(word) && Array.isArray(list)
    ? added(from, check(source, 'one-of', list, from.not))
    : undefined
}

/** Chai's `exist` is neither undefined nor null, its `ok` nothing that counts as false. */
function thereCheck(from: Expectation, source: Source, word: string): Expectation | undefined {
  if (from.not || source.path === undefined) return added(from, check(source, 'exists', undefined, from.not))
  const isThere = word === 'ok' ? check(source, 'one-of', [null, false, 0, ''], true) : check(source, 'equals', null, true)
  return added(from, ...present(from, source), isThere)
}

/** That a source yields something, unless it is checked already: what is said not to be holds of nothing as well. */
const present = ({ checks }: Expectation, { source, name, path }: Source): Check[] =>
  checks.some((one) => !one.not && one.source === source && one.name === name && one.path === path)
    ? []
    : [check({ source, ...(name === undefined ? {} : { name }), ...(path === undefined ? {} : { path }) }, 'exists')]

function responseWord(from: Expectation, word: string): Expectation | undefined {
  const { not } = from
  if (word === 'json') return added(from, check({ source: 'header', name: 'content-type' }, 'contains', 'json', not))
  if (word === 'withBody') return added(from, check(text, 'is-empty', undefined, !not))
  const known = statusOfWord(word)
  if (known === undefined) return undefined
  return added(from, check(status, Array.isArray(known) ? 'between' : 'equals', known, not))
}

function conditionWord(from: Expectation, word: string): Expectation | undefined {
  if (from.of.means !== 'condition') return undefined
  if (word === 'ok' || word === 'true') return added(from, ...conditionAs(from.of.checks, !from.not))
  return word === 'false' ? added(from, ...conditionAs(from.of.checks, from.not)) : undefined
}

/** The checks of a condition that has to hold or not; several can't be turned around. */
export function conditionAs(checks: readonly Check[], holds: boolean): (Check | undefined)[] {
  if (holds) return [...checks]
  const [one, more] = checks
  return one === undefined || more !== undefined ? [undefined] : [{ ...one, not: !one.not }]
}

/** How sizes and numbers are compared. */
export type Comparison = '=' | '<' | '<=' | '>' | '>='

const words: Readonly<Record<string, Comparison>> = {
  eq: '=',
  eql: '=',
  eqls: '=',
  equal: '=',
  equals: '=',
  toBe: '=',
  toEqual: '=',
  above: '>',
  gt: '>',
  greaterThan: '>',
  below: '<',
  lt: '<',
  lessThan: '<',
  least: '>=',
  gte: '>=',
  most: '<=',
  lte: '<=',
  toBeGreaterThan: '>',
  toBeLessThan: '<',
  toBeGreaterThanOrEqual: '>=',
  toBeLessThanOrEqual: '<=',
}

/** The predicate of each. */
export const predicates: Readonly<Record<Comparison, Check['is']>> = {
  '=': 'equals',
  '<': 'less-than',
  '<=': 'at-most',
  '>': 'greater-than',
  '>=': 'at-least',
}

const comparisonOf = (word: string): Comparison | undefined => (Object.hasOwn(words, word) ? words[word] : undefined)

const types = new Set(['string', 'number', 'integer', 'boolean', 'null', 'object', 'array'])

/** The next word of an expectation that is a call: `.equal(1)`, `.have.status(200)`. Undefined if it is unknown. */
export function expectationCall(
  from: Expectation,
  word: string,
  values: readonly (Value | undefined)[],
): Expectation | undefined {
  if (isResponse(from.of)) return responseCall(from, word, values)
  const { of, not } = from
  const [first] = values
  if (of.means === 'object' && of.name === 'reason') {
    const code = statusOfReason(literalText(first) ?? '')
    return comparisonOf(word) === '=' && code !== undefined ? added(from, check(status, 'equals', code, not)) : undefined
  }
  if (of.means === 'condition') {
    const wanted = first?.means === 'literal' ? first.value : undefined
    if (comparisonOf(word) !== '=' || typeof wanted !== 'boolean') return undefined
    return added(from, ...conditionAs(of.checks, wanted !== not))
  }
  if (of.means === 'length') return lengthCall(from, of.source, word, first)
  if (of.means === 'type') {
    const type = literalText(first)
    return comparisonOf(word) === '=' && type !== undefined ? typeCheck(from, of.source, type) : undefined
  }
  if (of.means === 'literal' && first?.means === 'source') return turnedCall(from, word, first.source)
  if (of.means !== 'source') return undefined
  const { source } = of
  const expected = expectedValue(first)
  const comparison = comparisonOf(word)
  if (comparison === '=') return equalCheck(from, source, first)
  if (comparison !== undefined)
    return expected === undefined ? undefined : added(from, check(source, predicates[comparison], expected, not))
  switch (word) {
    case 'include':
    case 'includes':
    case 'contain':
    case 'contains':
    case 'toInclude':
    case 'string':
      return includeCheck(from, source, first)
    case 'property':
    case 'toHaveProperty':
      return propertyCheck(from, source, values)
    case 'a':
    case 'an':
    case 'toBeType': {
      const type = literalText(first)
      return type === undefined ? undefined : typeCheck(from, source, type)
    }
    case 'within': {
      const to = expectedValue(values[1])
      return expected === undefined || to === undefined ? undefined : added(from, check(source, 'between', [expected, to], not))
    }
    case 'oneOf':
      return Array.isArray(expected) ? added(from, check(source, 'one-of', expected, not)) : undefined
    case 'match':
    case 'matches':
      return first?.means === 'pattern' ? added(from, check(source, 'matches', first.pattern, not)) : undefined
    case 'length':
    case 'lengthOf':
    case 'toHaveLength':
      return expected === undefined ? undefined : added(from, check(source, 'has-length', expected, not))
    case 'key':
    case 'keys':
      return keysCheck(from, source, values)
    case 'jsonSchema':
      return expected === undefined ? undefined : added(from, check(source, 'matches-schema', expected, not))
    case 'toBeLevel2xx':
    case 'toBeLevel3xx':
    case 'toBeLevel4xx':
    case 'toBeLevel5xx': {
      const level = Number(word.at(-3)) * 100
      return added(from, check(source, 'between', [level, level + 99], not))
    }
    case 'exist':
    case 'exists':
      return thereCheck(from, source, word)
    case 'toBeDefined':
      return added(from, check(source, 'exists', undefined, not))
    default:
      return undefined
  }
}

function equalCheck(from: Expectation, source: Source, value: Value | undefined): Expectation | undefined {
  if (value?.means === 'literal' && value.value === undefined) return added(from, check(source, 'exists', undefined, !from.not))
  const expected = expectedValue(value)
  return expected === undefined ? undefined : added(from, check(source, 'equals', expected, from.not))
}

function includeCheck(from: Expectation, source: Source, value: Value | undefined): Expectation | undefined {
  const given = expectedValue(value)
  if (given === undefined) return undefined
  // chai looks for a number in a text by its digits.
  const expected = sourceFacts[source.source].isText && typeof given === 'number' ? String(given) : given
  if (typeof expected !== 'object' || expected === null || source.path === undefined)
    return added(from, check(source, 'contains', expected, from.not))
  if (Array.isArray(expected) || from.not) return undefined
  // An object is included if each of its members is there.
  return added(
    from,
    ...Object.entries(expected).map(([key, one]) => check(jsonSource(jsonPath(source.path ?? '$', key)), 'equals', one)),
  )
}

function propertyCheck(from: Expectation, source: Source, [key, value]: readonly (Value | undefined)[]): Expectation | undefined {
  const name = literalText(key)
  if (name === undefined || source.path === undefined) return undefined
  const path = name.includes('.') ? jsonPathBelow(source.path, name) : jsonPath(source.path, name)
  if (path === undefined) return undefined
  const inner = jsonSource(path)
  const expected = expectedValue(value)
  if (value !== undefined && expected === undefined) return undefined
  const made = added(
    from,
    value === undefined ? check(inner, 'exists', undefined, from.not) : check(inner, 'equals', expected, from.not),
  )
  // What comes behind is about the property.
  return made && { ...made, of: { means: 'source', source: inner }, not: false }
}

function keysCheck(from: Expectation, source: Source, values: readonly (Value | undefined)[]): Expectation | undefined {
  const lists = values.map((value) => (value?.means === 'literal' ? value.value : undefined))
  const keys = lists.flat()
  if (source.path === undefined || from.not || keys.length === 0 || !keys.every((key) => typeof key === 'string'))
    return undefined
  // Without "include" there are no others.
  if (from.isPart !== true) {
    const properties = Object.fromEntries(keys.map((key) => [key, {}]))
    const schema = { type: 'object', required: keys, properties, additionalProperties: false }
    return added(from, check(source, 'matches-schema', schema))
  }
  return added(from, ...keys.map((key) => check(jsonSource(jsonPath(source.path ?? '$', key)), 'exists')))
}

function typeCheck(from: Expectation, source: Source, type: string): Expectation | undefined {
  const lower = type.toLowerCase()
  if (lower === 'undefined') return added(from, check(source, 'exists', undefined, !from.not))
  return types.has(lower) ? added(from, check(source, 'is-type', lower, from.not)) : undefined
}

function lengthCall(from: Expectation, source: Source, word: string, value: Value | undefined): Expectation | undefined {
  const size = value?.means === 'literal' && typeof value.value === 'number' ? value.value : undefined
  const comparison = comparisonOf(word)
  if (size === undefined || comparison === undefined) return undefined
  const checks = lengthChecks(source, comparison, size, from.not)
  return checks.length === 0 ? undefined : added(from, ...checks)
}

/**
 * Checks of a length: `has-length`, `is-empty`, or a schema for the rest, which says the same of texts and of lists. None if
 * the source isn't a part of JSON and the length not 0; sources that yield nothing have no length.
 */
export function lengthChecks(source: Source, by: Comparison, size: number, not = false): Check[] {
  if (by === '=') return [check(source, 'has-length', size, not)]
  const isSomething = (by === '>' && size === 0) || (by === '>=' && size === 1)
  // An object has no length.
  const isList = source.path === undefined || not ? [] : [check(source, 'is-type', 'object', true)]
  if (isSomething)
    return not ? [check(source, 'is-empty')] : [check(source, 'exists'), ...isList, check(source, 'is-empty', undefined, true)]
  if (source.path === undefined) return []
  const limit = by === '>' ? size + 1 : by === '<' ? size - 1 : size
  const atLeast = by === '>' || by === '>='
  if (limit < 0) return []
  const schema = atLeast ? { minLength: limit, minItems: limit } : { maxLength: limit, maxItems: limit }
  return [...isList, check(source, 'matches-schema', schema, not)]
}

function responseCall(from: Expectation, word: string, values: readonly (Value | undefined)[]): Expectation | undefined {
  const { not } = from
  const [first, second] = values
  const name = literalText(first)
  switch (word) {
    case 'status':
    case 'statusCode': {
      const code =
        first?.means === 'literal' && typeof first.value === 'string' ? statusOfReason(first.value) : expectedValue(first)
      return code === undefined ? undefined : added(from, check(status, 'equals', code, not))
    }
    case 'header': {
      if (name === undefined) return undefined
      const header: Source = { source: 'header', name }
      if (second === undefined) return added(from, check(header, 'exists', undefined, not))
      if (second.means === 'pattern') return added(from, check(header, 'matches', second.pattern, not))
      const expected = expectedValue(second)
      return expected === undefined ? undefined : added(from, check(header, 'equals', expected, not))
    }
    case 'body': {
      if (first === undefined) return added(from, check(text, 'is-empty', undefined, !not))
      if (first.means === 'pattern') return added(from, check(text, 'matches', first.pattern, not))
      const expected = expectedValue(first)
      if (expected === undefined) return undefined
      return added(from, check(typeof expected === 'string' ? text : jsonSource('$'), 'equals', expected, not))
    }
    case 'jsonBody': {
      if (first === undefined) return added(from, check(text, 'is-json', undefined, not))
      if (name === undefined) {
        const expected = expectedValue(first)
        return expected === undefined ? undefined : added(from, check(jsonSource('$'), 'equals', expected, not))
      }
      const path = jsonPathBelow('$', name)
      if (path === undefined) return undefined
      if (second === undefined) return added(from, check(jsonSource(path), 'exists', undefined, not))
      const expected = expectedValue(second)
      return expected === undefined ? undefined : added(from, check(jsonSource(path), 'equals', expected, not))
    }
    case 'jsonSchema': {
      const expected = first?.means === 'literal' ? first.value : undefined
      return expected === undefined ? undefined : added(from, check(jsonSource('$'), 'matches-schema', expected, not))
    }
    case 'property': {
      return name === 'status' || name === 'code' ? responseCall(from, 'status', [second]) : undefined
    }
    default:
      return undefined
  }
}
