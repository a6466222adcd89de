import type { JsonPathQuery } from 'jsonpath-rfc9535/parser'
import {
  selectorsOf,
  type Argument,
  type Call,
  type Comparable,
  type Logical,
  type Query,
  type Selector,
} from './json-path-types.ts'

/** What each function takes and gives (RFC 9535 2.4.4 to 2.4.8). */
const functions: Record<string, { parameters: ('value' | 'nodes')[]; result: 'value' | 'logical' }> = {
  length: { parameters: ['value'], result: 'value' },
  count: { parameters: ['nodes'], result: 'value' },
  value: { parameters: ['nodes'], result: 'value' },
  match: { parameters: ['value', 'value'], result: 'logical' },
  search: { parameters: ['value', 'value'], result: 'logical' },
}

/**
 * Throws an Error that says what is not valid in a parsed path beyond its grammar: functions and their types (RFC 9535
 * 2.4.3), integers beyond 2^53 (2.1). Says whether the path calls a function that needs regular expressions.
 */
export function checkPath(query: JsonPathQuery): { usesRegex: boolean } {
  const seen = { usesRegex: false }
  checkQuery(query, seen)
  return seen
}

interface Seen {
  usesRegex: boolean
}

function checkQuery({ segments }: Query, seen: Seen): void {
  for (const { node } of segments) for (const selector of selectorsOf(node)) checkSelector(selector, seen)
}

function checkSelector(selector: Selector, seen: Seen): void {
  if (selector.type === 'IndexSelector') checkInteger(selector.value)
  else if (selector.type === 'SliceSelector') for (const part of [selector.start, selector.end, selector.step]) checkInteger(part)
  else if (selector.type === 'FilterSelector') checkLogical(selector.value, seen)
}

function checkInteger(value: number | null): void {
  if (value !== null && !Number.isSafeInteger(value)) throw new Error(`${value} is beyond the range of an index`)
}

function checkLogical(expression: Logical, seen: Seen): void {
  if (expression.type === 'LogicalNotExpr') checkLogical(expression.expression, seen)
  else if (expression.type === 'ComparisonExpr')
    for (const side of [expression.left, expression.right]) checkComparable(side, seen)
  else if (expression.type !== 'TestExpr') for (const side of [expression.left, expression.right]) checkLogical(side, seen)
  else if (expression.expression.type === 'FilterQuery') checkQuery(expression.expression.value, seen)
  else checkCall(expression.expression, 'logical', seen)
}

function checkComparable(comparable: Comparable, seen: Seen): void {
  if (comparable.type === 'FunctionExpr') checkCall(comparable, 'value', seen)
  else if (comparable.type !== 'Literal') checkQuery(comparable, seen)
}

function checkCall({ name, arguments: given }: Call, wanted: 'value' | 'logical', seen: Seen): void {
  const known = Object.hasOwn(functions, name) ? functions[name] : undefined
  if (!known) throw new Error(`unknown function ${name}()`)
  if (known.parameters.length !== given.length) throw new Error(`${name}() takes ${known.parameters.length} argument(s)`)
  if (known.result !== wanted)
    throw new Error(wanted === 'value' ? `the result of ${name}() can't be compared` : `the result of ${name}() must be compared`)
  if (name === 'match' || name === 'search') seen.usesRegex = true
  for (const [index, argument] of given.entries()) checkArgument(name, argument, known.parameters[index] ?? 'value', seen)
}

function checkArgument(name: string, argument: Argument, parameter: 'value' | 'nodes', seen: Seen): void {
  if (argument.type === 'FilterQuery') {
    checkQuery(argument.value, seen)
    if (parameter === 'value' && !isSingular(argument.value)) throw new Error(`${name}() takes a path to one value`)
  } else if (parameter === 'nodes') throw new Error(`${name}() takes a path`)
  else if (argument.type === 'FunctionExpr') checkCall(argument, 'value', seen)
  else if (argument.type !== 'Literal') throw new Error(`${name}() takes a value`)
}

const isSingular = ({ segments }: Query): boolean =>
  segments.every(({ type, node }) => {
    const [selector, more] = selectorsOf(node)
    return type !== 'DescendantSegment' && !more && (selector?.type === 'NameSelector' || selector?.type === 'IndexSelector')
  })
