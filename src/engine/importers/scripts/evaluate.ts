// Over 400 lines: one list of the expressions and tool objects that a script can use, whose entries call one another.
import type * as js from 'acorn'
import type { Check } from '#engine/steps/assertion/schema.ts'
import { dynamicVariable } from '../variables/dynamic-variables.ts'
import {
  conditionAs,
  expectationCall,
  expectationWord,
  lengthChecks,
  predicates,
  type Comparison,
  type Expectation,
} from './expectations.ts'
import {
  check,
  expectedValue,
  isVariable,
  jsonPath,
  jsonPathBelow,
  jsonSource,
  literalText,
  sourceOf,
  templateOf,
  type NameOf,
  type Source,
  type Value,
} from './values.ts'
import { dayIn, later, momentCall, momentOf } from './moments.ts'
import { convertTemplate, literal } from '../variables/templates.ts'

/** What is known where an expression is. */
export interface Scope {
  /** What was assigned to names; undefined for what could not be known. */
  bound: ReadonlyMap<string, Value | undefined>
  nameOf: NameOf
  /** The reference for a part of the response that a string holds, where it can be kept; without it such a string is unknown. */
  keep?: (source: Source) => string
  /** What was evaluated, for as long as nothing is assigned: forms look at the same part several times. */
  known?: Map<js.Node, Value | undefined>
}

/** What can be evaluated, or is missing. */
export type Evaluated = Any | null | undefined

/** Under which name the result of an earlier test (`tests["…"]`) is bound. */
export const testName = (title: string | number | undefined): string => `tests[${title ?? ''}]`

type Any = js.Expression | js.SpreadElement | js.PrivateIdentifier | js.Super | js.Pattern

/** Names of tools' objects; each with what it is. `pm` is Postman's, `insomnia` Insomnia's, `hopp` and `pw` Hoppscotch's. */
const roots: Readonly<Record<string, Value>> = {
  pm: { means: 'object', name: 'tool' },
  insomnia: { means: 'object', name: 'tool' },
  hopp: { means: 'object', name: 'hoppscotch' },
  pw: { means: 'object', name: 'hoppscotch' },
  bru: { means: 'object', name: 'bru' },
  res: { means: 'object', name: 'plain-response' },
  response: { means: 'object', name: 'plain-response' },
  client: { means: 'object', name: 'client' },
  postman: { means: 'object', name: 'postman' },
  responseBody: { means: 'source', source: { source: 'text' } },
  responseTime: { means: 'source', source: { source: 'duration' } },
  responseCode: { means: 'object', name: 'old-code' },
  responseHeaders: { means: 'object', name: 'headers' },
  environment: { means: 'object', name: 'variables-by-name' },
  globals: { means: 'object', name: 'variables-by-name' },
  JSON: { means: 'object', name: 'JSON' },
  Math: { means: 'object', name: 'Math' },
  Date: { means: 'object', name: 'Date' },
  Array: { means: 'object', name: 'Array' },
  Number: { means: 'object', name: 'Number' },
  crypto: { means: 'object', name: 'crypto' },
  _: { means: 'object', name: 'lodash' },
  undefined: { means: 'literal', value: undefined },
}

/** Objects whose `get`, `set` and `has` are those of variables. */
const variableScopes = new Set([
  'environment',
  'globals',
  'collectionVariables',
  'variables',
  'iterationData',
  'baseEnvironment',
  'collection',
])

const source = (of: Source): Value => ({ means: 'source', source: of })

/** What an expression means; undefined if that can't be said without running it. Never runs anything. */
export function evaluate(node: Evaluated, scope: Scope): Value | undefined {
  if (node === null || node === undefined) return undefined
  const known = (scope.known ??= new Map())
  if (known.has(node)) return known.get(node)
  const made = meaningOf(node, scope)
  const value = computing.has(node.type) && isTooLarge(made, node.end - node.start) ? undefined : made
  known.set(node, value)
  return value
}

/** Forms that make one value of others: each line of a script may double what the line before made. */
const computing = new Set(['BinaryExpression', 'TemplateLiteral', 'ArrayExpression', 'ObjectExpression', 'CallExpression'])

/** Characters and members of what they may make, unless it is written out. */
const longestMade = 10_000

/** The sizes of lists and objects that were computed. */
const sizes = new WeakMap<object, number>()

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 1
  const known = sizes.get(value)
  if (known !== undefined) return known
  const size = Object.entries(value).reduce((sum, [key, one]) => sum + key.length + sizeOf(one), 1)
  sizes.set(value, size)
  return size
}

function isTooLarge(value: Value | undefined, written: number): boolean {
  const size = value?.means === 'template' ? value.text.length : value?.means === 'literal' ? sizeOf(value.value) : 0
  return size > Math.max(longestMade, written)
}

function meaningOf(node: Any, scope: Scope): Value | undefined {
  switch (node.type) {
    case 'Identifier':
      if (scope.bound.has(node.name)) return scope.bound.get(node.name)
      return Object.hasOwn(roots, node.name) ? roots[node.name] : undefined
    case 'Literal':
      if ('regex' in node && node.regex) return patternOf(node.regex)
      return typeof node.value === 'bigint' ? undefined : { means: 'literal', value: node.value }
    case 'TemplateLiteral':
      return joined(
        node.quasis.flatMap((quasi, index) => [
          { means: 'literal' as const, value: quasi.value.cooked ?? '' },
          ...(index < node.expressions.length ? [evaluate(node.expressions[index], scope)] : []),
        ]),
        scope,
      )
    case 'ChainExpression':
      return evaluate(node.expression, scope)
    case 'AwaitExpression':
      return evaluate(node.argument, scope)
    case 'MemberExpression':
      return memberOf(node, scope)
    case 'CallExpression':
      return callOf(node, scope)
    case 'NewExpression':
      return node.callee.type === 'Identifier' && node.callee.name === 'Date' ? knownMoment(node.arguments, scope) : undefined
    case 'UnaryExpression':
      return unary(node, scope)
    case 'BinaryExpression':
      return binary(node, scope)
    case 'LogicalExpression':
      return logical(node, scope)
    case 'ArrayExpression':
      return listOf(node, scope)
    case 'ObjectExpression':
      return objectOf(node, scope)
    default:
      return undefined
  }
}

function patternOf({ pattern, flags }: { pattern: string; flags: string }): Value {
  const kept = flags.replace(/[^ims]/g, '')
  return { means: 'pattern', pattern: kept === '' ? pattern : `(?${kept})${pattern}` }
}

function joined(values: readonly (Value | undefined)[], { keep }: Scope): Value | undefined {
  const texts = values.map((value) =>
    keep && value?.means === 'source' && !isVariable(value.source) ? keep(value.source) : templateOf(value),
  )
  if (texts.includes(undefined)) return undefined
  return values.every((value) => value?.means === 'literal')
    ? { means: 'literal', value: values.map((value) => (value?.means === 'literal' ? String(value.value) : '')).join('') }
    : { means: 'template', text: texts.join('') }
}

function keyOf(node: js.MemberExpression, scope: Scope): string | number | undefined {
  if (!node.computed) return node.property.type === 'Identifier' ? node.property.name : undefined
  const key = evaluate(node.property, scope)
  return key?.means === 'literal' && (typeof key.value === 'string' || typeof key.value === 'number') ? key.value : undefined
}

function memberOf(node: js.MemberExpression, scope: Scope): Value | undefined {
  const day = dayOf(node, scope)
  if (day !== undefined) return day
  // `if (tests["has a token"])`
  if (node.object.type === 'Identifier' && node.object.name === 'tests') return scope.bound.get(testName(keyOf(node, scope)))
  const object = evaluate(node.object, scope)
  const key = keyOf(node, scope)
  if (object !== undefined && key === undefined && node.computed) return picked(object, evaluate(node.property, scope))
  if (object === undefined || key === undefined) return undefined
  const name = String(key)
  if (object.means === 'expectation') return expectationWord(object, name)
  if (object.means === 'source') {
    if (name === 'length' && !node.computed) return { means: 'length', source: object.source }
    return object.source.path === undefined ? undefined : source(jsonSource(jsonPath(object.source.path, key)))
  }
  if (object.means === 'literal') {
    const { value } = object
    return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
      ? { means: 'literal', value: Reflect.get(value, key) }
      : undefined
  }
  return object.means === 'object' ? objectMember(object.name, name, scope) : undefined
}

/** `list[Math.floor(Math.random() * list.length)]` of a list that is written out. */
function picked(list: Value, index: Value | undefined): Value | undefined {
  if (list.means !== 'literal' || !Array.isArray(list.value) || index?.means !== 'template') return undefined
  if (index.text !== `\${random.int(0,${list.value.length - 1})}`) return undefined
  const values: unknown[] = list.value
  const plain = values.every((one) => typeof one === 'number' || (typeof one === 'string' && !/['$\\\n]/.test(one)))
  if (!plain) return undefined
  const written = values.map((one) => (typeof one === 'string' && !/^\w+$/.test(one) ? `'${one}'` : String(one)))
  return { means: 'template', text: `\${random.pick(${written.join(',')})}` }
}

const environmentName: Value = source({ source: 'variable', name: 'env.name' })

const response: Value = { means: 'object', name: 'response' }
const expecting = (of: Value, not = false): Expectation => ({ means: 'expectation', of, not, checks: [] })

function objectMember(object: string, key: string, scope: Scope): Value | undefined {
  switch (object) {
    case 'hoppscotch':
      // Its `status` is the number, Postman's the words.
      return key === 'response' ? { means: 'object', name: 'plain-response' } : objectMember('tool', key, scope)
    case 'tool':
      if (key === 'response') return response
      if (key === 'cookies') return { means: 'object', name: 'cookies' }
      if (key === 'env') return { means: 'object', name: 'env' }
      return variableScopes.has(key) ? { means: 'object', name: 'scope' } : undefined
    case 'env':
      return { means: 'object', name: 'scope' }
    case 'scope':
      // `pm.environment.name`; no other scope has one.
      return key === 'name' ? environmentName : undefined
    case 'client':
      return key === 'global' || key === 'variables' ? { means: 'object', name: key === 'global' ? 'scope' : 'tool' } : undefined
    case 'old-code':
      return key === 'code' ? source({ source: 'status' }) : undefined
    case 'variables-by-name':
      return source({ source: 'variable', name: scope.nameOf(key) })
    case 'headers':
      return source({ source: 'header', name: key })
    case 'response':
    case 'plain-response':
      return responseMember(object, key)
    default:
      return undefined
  }
}

function responseMember(object: string, key: string): Value | undefined {
  switch (key) {
    case 'to':
      return expecting(response)
    case 'code':
    case 'statusCode':
      return source({ source: 'status' })
    case 'status':
      // Postman's is the reason phrase.
      return object === 'plain-response' ? source({ source: 'status' }) : { means: 'object', name: 'reason' }
    case 'responseTime':
      return source({ source: 'duration' })
    case 'responseSize':
    case 'size':
      return source({ source: 'size' })
    case 'headers':
      return { means: 'object', name: 'headers' }
    case 'cookies':
      return { means: 'object', name: 'cookies' }
    case 'body':
      return source(jsonSource('$'))
    default:
      return undefined
  }
}

function callOf(node: js.CallExpression, scope: Scope): Value | undefined {
  const values = node.arguments.map((one) => (one.type === 'SpreadElement' ? undefined : evaluate(one, scope)))
  const { callee } = node
  if (callee.type === 'Identifier') return functionCall(callee.name, values, scope)
  if (callee.type !== 'MemberExpression') {
    // require('uuid').v4() and its like are calls of members; nothing else is known.
    return undefined
  }
  const name = keyOf(callee, scope)
  if (typeof name !== 'string') return undefined
  if (isUuid(callee, name)) return { means: 'template', text: '${uuid}' }
  if (name === 'stringify' && callee.object.type === 'Identifier' && callee.object.name === 'JSON')
    return jsonOf(node.arguments[0], scope)
  const object = evaluate(callee.object, scope)
  if (object === undefined) return undefined
  if (object.means === 'expectation') return expectationCall(object, name, values)
  if (object.means === 'source') return sourceCall(object.source, name, values)
  if (object.means === 'moment') return momentCall(object, name, values, callee.object)
  if (object.means === 'literal' || object.means === 'template') return plainCall(object, name, values)
  // `/^\d+$/.test(body.code)`
  if (object.means === 'pattern')
    return name === 'test' && values[0]?.means === 'source' ? sourceCall(values[0].source, name, [object]) : undefined
  return object.means === 'object' ? objectCall(object.name, name, values, scope) : undefined
}

/** `JSON.stringify(…)`: an object with variables in it is JSON with references in quotes. */
function jsonOf(node: Any | undefined, scope: Scope): Value | undefined {
  const value = evaluate(node, scope)
  if (value !== undefined || node?.type !== 'ObjectExpression') return value
  const members = node.properties.map((one) => {
    if (one.type !== 'Property' || one.computed || one.kind !== 'init') return undefined
    const key = one.key.type === 'Identifier' ? one.key.name : one.key.type === 'Literal' ? String(one.key.value) : undefined
    const of = jsonOf(one.value, scope)
    const isNested = one.value.type === 'ObjectExpression'
    const text = templateOf(of)
    if (key === undefined || of === undefined || text === undefined) return undefined
    const isPlain = isNested || (of.means === 'literal' && typeof of.value !== 'string')
    return `${literal(JSON.stringify(key))}:${isPlain ? text : of.means === 'literal' ? literal(JSON.stringify(of.value)) : `"${text}"`}`
  })
  return members.includes(undefined) ? undefined : { means: 'template', text: `{${members.join(',')}}` }
}

function isUuid(callee: js.MemberExpression, name: string): boolean {
  if (name === 'randomUUID') return true
  const { object } = callee
  if (name !== 'v4' || object.type !== 'CallExpression' || object.callee.type !== 'Identifier') return false
  const [module] = object.arguments
  return object.callee.name === 'require' && module?.type === 'Literal' && module.value === 'uuid'
}

/** A moment made of arguments that are known. */
function knownMoment(all: readonly (js.Expression | js.SpreadElement)[], scope: Scope): Value | undefined {
  const values = all.map((one) => evaluate(one, scope))
  return values.includes(undefined) ? undefined : momentOf(values)
}

/** `new Date().toISOString().split('T')[0]` */
function dayOf(node: js.MemberExpression, scope: Scope): Value | undefined {
  const { object } = node
  if (keyOf(node, scope) !== 0 || object.type !== 'CallExpression' || object.callee.type !== 'MemberExpression') return undefined
  if (keyOf(object.callee, scope) !== 'split' || object.callee.object.type === 'Super') return undefined
  const [separator] = object.arguments
  return literalText(evaluate(separator, scope)) === 'T' ? dayIn(evaluate(object.callee.object, scope)) : undefined
}

function functionCall(name: string, values: readonly (Value | undefined)[], scope: Scope): Value | undefined {
  const [first] = values
  if (name === 'require') return moduleOf(literalText(first))
  if (name === 'moment') return values.length === 0 || first?.means === 'moment' ? momentOf(values) : undefined
  if (name === 'expect' && first !== undefined) return expecting(first)
  // Bruno's way to ask for a part of the body.
  if (name === 'res' && !scope.bound.has('res')) {
    const path = jsonPathBelow('$', literalText(first) ?? '')
    return path === undefined ? undefined : source(jsonSource(path))
  }
  // Variables are texts; of a part of JSON it gives another type than it has.
  if (name === 'String' && first?.means === 'source') return isVariable(first.source) ? first : undefined
  if (name === 'uuidv4' || name === 'uuid') return { means: 'template', text: '${uuid}' }
  return undefined
}

function sourceCall(of: Source, name: string, [first]: readonly (Value | undefined)[]): Value | undefined {
  const expected = expectedValue(first)
  switch (name) {
    case 'has':
    case 'includes':
      return expected === undefined ? undefined : { means: 'condition', checks: [check(of, 'contains', expected)] }
    case 'startsWith':
    case 'endsWith':
      return expected === undefined
        ? undefined
        : { means: 'condition', checks: [check(of, name === 'startsWith' ? 'starts-with' : 'ends-with', expected)] }
    case 'indexOf':
      return expected === undefined ? undefined : { means: 'condition', checks: [check(of, 'contains', expected)] }
    case 'hasOwnProperty': {
      const key = literalText(first)
      if (key === undefined || of.path === undefined) return undefined
      return { means: 'condition', checks: [check(jsonSource(jsonPath(of.path, key)), 'exists')] }
    }
    case 'match':
    case 'test':
      return first?.means === 'pattern' ? { means: 'condition', checks: [check(of, 'matches', first.pattern)] } : undefined
    case 'toString':
      return source(of)
    // Hoppscotch's ways to read the body.
    case 'asJSON':
      return of.path === '$' ? source(of) : undefined
    case 'asText':
      return of.path === '$' ? source({ source: 'text' }) : undefined
    default:
      return undefined
  }
}

function plainCall(
  object: Extract<Value, { means: 'literal' | 'template' }>,
  name: string,
  values: readonly (Value | undefined)[],
): Value | undefined {
  if (name === 'toString') return object
  const [first] = values
  if (object.means === 'literal') {
    // `[200, 201].includes(pm.response.code)`
    const list = name === 'includes' && first?.means === 'source' ? expectedValue(object) : undefined
    return Array.isArray(list) && first?.means === 'source'
      ? { means: 'condition', checks: [check(first.source, 'one-of', list)] }
      : undefined
  }
  const [from, to, more] = values.map(numberOf)
  // `new Date().toISOString().slice(0, 10)`
  if (/^(substring|substr|slice)$/.test(name) && from === 0 && to === 10 && more === undefined) return dayIn(object)
  return /^(substring|substr|slice)$/.test(name) && object.text === randomText(randomDigits)
    ? partOfRandomText(name, values)
    : undefined
}

/** `Math.random().toString(36)` gives "0." and about eleven digits and letters. */
const randomDigits = 11
const randomText = (length: number): string => `\${random.regex('[a-z0-9]{${length}}')}`

/** `.substring(7)`, `.slice(2, 10)`, `.substr(2, 5)` of it. */
function partOfRandomText(name: string, values: readonly (Value | undefined)[]): Value | undefined {
  const [from, to] = values.map((value) =>
    value?.means === 'literal' && typeof value.value === 'number' ? value.value : undefined,
  )
  if (from === undefined || from < 0 || (values.length > 1 && to === undefined)) return undefined
  const length = to === undefined ? randomDigits + 2 - from : name === 'substr' ? to : to - from
  return length < 1 ? undefined : { means: 'template', text: randomText(Math.min(length, randomDigits)) }
}

/** Modules of which some calls are known. */
function moduleOf(name: string | undefined): Value | undefined {
  if (name === 'uuid' || name === 'crypto') return { means: 'object', name }
  if (name === 'moment') return { means: 'object', name: 'moment-library' }
  return name === 'lodash' ? roots['_'] : undefined
}

function objectCall(object: string, name: string, values: readonly (Value | undefined)[], scope: Scope): Value | undefined {
  const [first] = values
  const key = literalText(first)
  switch (object) {
    case 'hoppscotch':
    case 'tool':
      if (name === 'expect' && first !== undefined) return expecting(first)
      // `pm.variables.replaceIn` is a call of the scope below.
      return undefined
    case 'scope':
      if (name === 'get') return key === undefined ? undefined : source({ source: 'variable', name: scope.nameOf(key) })
      if (name === 'has')
        return key === undefined
          ? undefined
          : { means: 'condition', checks: [check({ source: 'variable', name: scope.nameOf(key) }, 'exists')] }
      if (name === 'replaceIn' && key !== undefined) return replaced(key, scope)
      return undefined
    case 'bru':
      if (/^get(Var|EnvVar|GlobalEnvVar|CollectionVar|FolderVar|RequestVar|ProcessEnv)$/.test(name))
        return key === undefined ? undefined : source({ source: 'variable', name: scope.nameOf(key) })
      if (name === 'getEnvName') return environmentName
      return name === 'interpolate' && key !== undefined ? replaced(key, scope) : undefined
    case 'postman':
      if (/^get(Environment|Global)Variable$/.test(name))
        return key === undefined ? undefined : source({ source: 'variable', name: scope.nameOf(key) })
      return name === 'getResponseHeader' && key !== undefined ? source({ source: 'header', name: key }) : undefined
    case 'response':
    case 'plain-response':
      return responseCall(name, key)
    case 'headers':
      if (/^(get|valueOf|one)$/.test(name)) return key === undefined ? undefined : source({ source: 'header', name: key })
      return name === 'has' && key !== undefined
        ? { means: 'condition', checks: [check({ source: 'header', name: key }, 'exists')] }
        : undefined
    case 'cookies':
      if (name === 'get') return key === undefined ? undefined : source({ source: 'cookie', name: key })
      return name === 'has' && key !== undefined
        ? { means: 'condition', checks: [check({ source: 'cookie', name: key }, 'exists')] }
        : undefined
    case 'JSON':
      if (name === 'parse' && first?.means === 'source')
        return first.source.path === undefined && !isVariable(first.source) ? source(jsonSource('$')) : first
      return undefined
    case 'Date':
      return name === 'now' ? { means: 'template', text: '${now.millis}' } : undefined
    case 'moment-library':
      return name === 'utc' && values.length === 0 ? momentOf([]) : undefined
    case 'uuid':
      return name === 'v4' && values.length === 0 ? { means: 'template', text: '${uuid}' } : undefined
    case 'Math':
      return mathCall(name, first)
    case 'lodash':
      return lodashCall(name, values)
    case 'fraction':
      return name === 'toString' && key === '36' ? { means: 'template', text: randomText(randomDigits) } : undefined
    case 'Array':
      return name === 'isArray' && first?.means === 'source'
        ? { means: 'condition', checks: [check(first.source, 'is-type', 'array')] }
        : undefined
    case 'Number':
      return name === 'isInteger' && first?.means === 'source'
        ? { means: 'condition', checks: [check(first.source, 'is-type', 'integer')] }
        : undefined
    default:
      return undefined
  }
}

function responseCall(name: string, key: string | undefined): Value | undefined {
  switch (name) {
    case 'json':
    case 'getBody':
    case 'asJson':
      return source(jsonSource('$'))
    case 'text':
    case 'asText':
      return source({ source: 'text' })
    case 'getStatus':
      return source({ source: 'status' })
    case 'getResponseTime':
      return source({ source: 'duration' })
    case 'getSize':
      return source({ source: 'size' })
    case 'getHeaders':
      return { means: 'object', name: 'headers' }
    case 'getHeader':
      return key === undefined ? undefined : source({ source: 'header', name: key })
    default:
      return undefined
  }
}

/** `Math.floor(Date.now() / 1000)` and `Math.floor(Math.random() * 100)`. */
function mathCall(name: string, first: Value | undefined): Value | undefined {
  if (name === 'random') return { means: 'object', name: 'fraction' }
  if (!/^(floor|round|trunc|ceil)$/.test(name)) return undefined
  return first?.means === 'template' || first?.means === 'literal' ? first : undefined
}

/** `_.random(1, 10)` and `_.sample(["a", "b"])`: Postman brings Lodash with it. */
function lodashCall(name: string, [first, second]: readonly (Value | undefined)[]): Value | undefined {
  if (name === 'random') {
    const [from, to] = second === undefined ? [0, numberOf(first)] : [numberOf(first), numberOf(second)]
    return Number.isInteger(from) && Number.isInteger(to)
      ? { means: 'template', text: `\${random.int(${from},${to})}` }
      : undefined
  }
  const size = first?.means === 'literal' && Array.isArray(first.value) ? first.value.length : 0
  return name === 'sample' && first && size > 0
    ? picked(first, { means: 'template', text: `\${random.int(0,${size - 1})}` })
    : undefined
}

function replaced(text: string, { nameOf }: Scope): Value {
  const template = convertTemplate(text, /\{\{([^{}]*)\}\}/g, ([, inner = '']) => {
    const name = inner.trim()
    return name.startsWith('$') ? dynamicVariable(name) : `\${${nameOf(name)}}`
  })
  return { means: 'template', text: template }
}

function unary(node: js.UnaryExpression, scope: Scope): Value | undefined {
  const of = evaluate(node.argument, scope)
  if (of === undefined) return undefined
  if (node.operator === '!' && of.means === 'literal') return { means: 'literal', value: !of.value }
  if (node.operator === 'typeof') return of.means === 'source' ? { means: 'type', source: of.source } : undefined
  if (node.operator === '!') {
    const checks = conditionOf(of)
    const turned = checks && conditionAs(checks, false)
    return turned === undefined || turned.includes(undefined)
      ? undefined
      : { means: 'condition', checks: turned.flatMap((one) => one ?? []) }
  }
  if (of.means === 'literal' && typeof of.value === 'number')
    return node.operator === '-' ? { means: 'literal', value: -of.value } : node.operator === '+' ? of : undefined
  return node.operator === '+' && of.means === 'source' ? of : undefined
}

/** What a value means where true or false is asked. */
export function conditionOf(value: Value | undefined): Check[] | undefined {
  if (value?.means === 'condition') return value.checks
  // A value that is there counts as true.
  return value?.means === 'source' ? [check(value.source, 'exists')] : undefined
}

const comparisons: Readonly<Record<string, Comparison>> = {
  '===': '=',
  '==': '=',
  '!==': '=',
  '!=': '=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
}
const mirrored: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' }

function binary(node: js.BinaryExpression, scope: Scope): Value | undefined {
  if (node.left.type === 'PrivateIdentifier') return undefined
  const left = evaluate(node.left, scope)
  const right = evaluate(node.right, scope)
  const computed = arithmetic(node.operator, left, right)
  if (computed !== undefined) return computed
  // What is a number may be added where a string would be lengthened: only what is surely a string is joined.
  if (node.operator === '+') return isText(left) || isText(right) ? joined([left, right], scope) : undefined
  if (!Object.hasOwn(comparisons, node.operator)) return undefined
  const isValue = (value: Value | undefined) =>
    value?.means === 'source' || value?.means === 'length' || value?.means === 'type' || value?.means === 'condition'
  const swapped = !isValue(left) && isValue(right)
  return compared(
    swapped ? right : left,
    swapped ? (mirrored[node.operator] ?? node.operator) : node.operator,
    swapped ? left : right,
  )
}

/** Whether `+` with this value joins texts. */
const isText = (value: Value | undefined): boolean =>
  (value?.means === 'literal' && typeof value.value === 'string') ||
  (value?.means === 'template' && (!/^\$\{[^{}]*\}$/.test(value.text) || value.text.startsWith('${random.regex(')))

const numberOf = (value: Value | undefined): number | undefined =>
  value?.means === 'literal' && typeof value.value === 'number' ? value.value : undefined

function arithmetic(operator: string, left: Value | undefined, right: Value | undefined): Value | undefined {
  const by = numberOf(right)
  const of = numberOf(left)
  if (of !== undefined && by === undefined && /^[+*]$/.test(operator)) return arithmetic(operator, right, left)
  if (by === undefined) return undefined
  if (left?.means === 'template' && /^[+-]$/.test(operator)) {
    const moved = later(left.text, operator === '+' ? by : -by)
    if (moved !== undefined) return { means: 'template', text: moved }
  }
  if (of !== undefined) {
    const value = operator === '+' ? of + by : operator === '-' ? of - by : operator === '*' ? of * by : undefined
    return value === undefined ? undefined : { means: 'literal', value }
  }
  const range = left?.means === 'template' ? /^\$\{random\.int\((-?\d+),(-?\d+)\)\}$/.exec(left.text) : null
  if (range !== null && /^[+-]$/.test(operator) && Number.isInteger(by)) {
    const [low, high] = [Number(range[1]), Number(range[2])].map((one) => (operator === '+' ? one + by : one - by))
    return { means: 'template', text: `\${random.int(${low},${high})}` }
  }
  const millis = left?.means === 'template' ? /^\$\{now\.millis(\([^()]*\))?\}$/.exec(left.text) : null
  if (operator === '/' && by === 1000 && millis !== null) return { means: 'template', text: `\${now.unix${millis[1] ?? ''}}` }
  if (operator === '*' && left?.means === 'object' && left.name === 'fraction' && Number.isInteger(by) && by > 0)
    return { means: 'template', text: `\${random.int(0,${by - 1})}` }
  return undefined
}

function compared(subject: Value | undefined, operator: string, other: Value | undefined): Value | undefined {
  const by = comparisons[operator]
  const not = operator.startsWith('!')
  if (by === undefined || subject === undefined || other === undefined) return undefined
  const one = (made: Check | undefined): Value | undefined => made && { means: 'condition', checks: [made] }
  if (subject.means === 'condition') {
    // `text.indexOf("x") !== -1`, `> -1`, `>= 0`, and `(…) === true`.
    const value = other.means === 'literal' ? other.value : undefined
    const contains = (operator === '>' && value === -1) || (operator === '>=' && value === 0) || (not && value === -1)
    const holds = contains
      ? true
      : typeof value === 'boolean' && by === '='
        ? value !== not
        : value === -1 && by === '='
          ? false
          : undefined
    if (holds === undefined) return undefined
    const turned = conditionAs(subject.checks, holds)
    return turned.includes(undefined) ? undefined : { means: 'condition', checks: turned.flatMap((found) => found ?? []) }
  }
  if (subject.means === 'type') {
    const type = literalText(other)
    if (type === 'undefined') return one(check(subject.source, 'exists', undefined, !not))
    return type === undefined || by !== '=' ? undefined : one(check(subject.source, 'is-type', type, not))
  }
  if (subject.means === 'length') {
    const size = other.means === 'literal' && typeof other.value === 'number' ? other.value : undefined
    const checks = size === undefined ? [] : lengthChecks(subject.source, by, size, not)
    return checks.length === 0 ? undefined : { means: 'condition', checks }
  }
  if (subject.means !== 'source') return undefined
  if (other.means === 'literal' && other.value === undefined && by === '=')
    return one(check(subject.source, 'exists', undefined, !not))
  const expected = expectedValue(other)
  return expected === undefined ? undefined : one(check(subject.source, predicates[by], expected, not))
}

/** `body.user || {}`: what follows it is empty, and only keeps the script from breaking. */
const isEmptyFallback = (value: Value | undefined): boolean =>
  value?.means === 'literal' && (!value.value || (typeof value.value === 'object' && Object.keys(value.value).length === 0))

function logical(node: js.LogicalExpression, scope: Scope): Value | undefined {
  const first = evaluate(node.left, scope)
  if (first?.means === 'source' && node.operator !== '&&' && isEmptyFallback(evaluate(node.right, scope))) return first
  if (node.operator === '??') return undefined
  // What is known without the response decides by itself.
  if (first?.means === 'literal') return Boolean(first.value) === (node.operator === '||') ? first : evaluate(node.right, scope)
  const left = conditionOf(evaluate(node.left, scope))
  const right = conditionOf(evaluate(node.right, scope))
  if (left === undefined || right === undefined) return undefined
  if (node.operator === '&&') return { means: 'condition', checks: [...left, ...right] }
  const one = eitherOf(left, right)
  return one && { means: 'condition', checks: [one] }
}

/** `code === 200 || code === 201` is one check; other alternatives have no counterpart. */
function eitherOf([left, ...moreLeft]: readonly Check[], [right, ...moreRight]: readonly Check[]): Check | undefined {
  if (left === undefined || right === undefined || moreLeft.length > 0 || moreRight.length > 0) return undefined
  const of = sourceOf(left)
  const [a, b] = [valuesOf(of, left), valuesOf(of, right)]
  return a && b && check(of, 'one-of', [...a, ...b])
}

/** The values one of which a check of this source demands; undefined if it is another one. */
function valuesOf(of: Source, one: Check): unknown[] | undefined {
  const is = (other: Check) => JSON.stringify(one) === JSON.stringify(other)
  if (is(check(of, 'equals', one.value))) return [one.value]
  return Array.isArray(one.value) && is(check(of, 'one-of', one.value)) ? one.value : undefined
}

function listOf(node: js.ArrayExpression, scope: Scope): Value | undefined {
  const values = node.elements.map((one) => (one === null || one.type === 'SpreadElement' ? undefined : evaluate(one, scope)))
  return values.every((value) => value?.means === 'literal')
    ? { means: 'literal', value: values.map((value) => (value?.means === 'literal' ? value.value : undefined)) }
    : undefined
}

function objectOf(node: js.ObjectExpression, scope: Scope): Value | undefined {
  const made: [string, unknown][] = []
  for (const property of node.properties) {
    if (property.type !== 'Property' || property.computed || property.kind !== 'init') return undefined
    const key =
      property.key.type === 'Identifier'
        ? property.key.name
        : property.key.type === 'Literal'
          ? String(property.key.value)
          : undefined
    const value = evaluate(property.value, scope)
    if (key === undefined || value?.means !== 'literal') return undefined
    made.push([key, value.value])
  }
  return { means: 'literal', value: Object.fromEntries(made) }
}
