import type { JsonPathQuery } from 'jsonpath-rfc9535/parser'
import { AssayError } from '#engine/base/errors.ts'
import { equal } from '#engine/checks/equal.ts'
import { compareNumbers, isNumeric } from '#engine/checks/numbers.ts'
import { stepCounter } from '#engine/base/work-limit.ts'
import { regexFor } from '#engine/checks/regex.ts'
import { codePoints } from '#engine/checks/shape.ts'
import { isObject } from '#engine/checks/values.ts'
import {
  selectorsOf,
  type Argument,
  type Call,
  type Comparable,
  type Comparison,
  type Logical,
  type Segment,
  type Selector,
  type SingularSegment,
  type Slice,
} from './json-path-types.ts'
import { extractorTexts as texts } from './texts.ts'

/** Values that a path may visit in one document, some seconds' work and a hundred megabytes of results; the same number in every host (R39). */
const mostVisits = 10_000_000
/** Those that are visited in about 25 ms. */
const mostVisitsAtOnce = 100_000

/** What compiling an expression counts. */
const compileCost = 1_000

/** One evaluation: the document and how much work is left. */
interface Walk {
  root: unknown
  spend(visits: number): void
  /** Expressions that were compiled for it: each of them takes as long as many visits. */
  compiled: Set<string>
}

/**
 * The values that a parsed JSONPath finds (RFC 9535 2). The parser is the library's; walking is done here, because numbers
 * are compared by their literals, regular expressions in linear time, and the work is limited.
 */
export function evaluate(query: JsonPathQuery, root: unknown, path: string): unknown[] {
  let left = mostVisits
  const spendAtOnce = stepCounter(mostVisitsAtOnce)
  const spend = (visits: number): void => {
    left -= visits
    spendAtOnce(visits)
    if (left < 0)
      throw new AssayError('deadline', texts.pathStopped(path, mostVisits), {
        hint: texts.pathStoppedHint,
      })
  }
  return selectAll(query.segments, root, { root, spend, compiled: new Set() })
}

function selectAll(segments: readonly (Segment | SingularSegment)[], start: unknown, walk: Walk): unknown[] {
  let nodes: unknown[] = [start]
  for (const segment of segments) {
    const found: unknown[] = []
    for (const node of nodes) {
      if (segment.type === 'DescendantSegment') visitDescendants(segment, node, found, walk)
      else applyNode(segment.node, node, found, walk)
    }
    nodes = found
  }
  return nodes
}

/** The node first, then its children, each before its own children (RFC 9535 2.5.2.2). */
function visitDescendants(segment: Segment, node: unknown, found: unknown[], walk: Walk): void {
  applyNode(segment.node, node, found, walk)
  for (const child of childrenOf(node)) visitDescendants(segment, child, found, walk)
}

const childrenOf = (node: unknown): unknown[] => (Array.isArray(node) ? node : isObject(node) ? Object.values(node) : [])

function applyNode(node: Segment['node'] | SingularSegment['node'], value: unknown, found: unknown[], walk: Walk): void {
  for (const selector of selectorsOf(node)) applySelector(selector, value, found, walk)
}

function applySelector(selector: Selector, value: unknown, found: unknown[], walk: Walk): void {
  walk.spend(1)
  if (selector.type === 'NameSelector') {
    if (isObject(value) && Object.hasOwn(value, selector.value)) found.push(value[selector.value])
  } else if (selector.type === 'IndexSelector') {
    const index = Array.isArray(value) && selector.value < 0 ? value.length + selector.value : selector.value
    if (Array.isArray(value) && index >= 0 && index < value.length) found.push(value[index])
  } else if (selector.type === 'SliceSelector') {
    if (Array.isArray(value)) applySlice(selector, value, found, walk)
  } else {
    const children = childrenOf(value)
    walk.spend(children.length)
    for (const child of children) {
      if (selector.type === 'WildcardSelector' || holds(selector.value, child, walk)) found.push(child)
    }
  }
}

const clamp = (index: number, low: number, high: number): number => Math.min(Math.max(index, low), high)

/** RFC 9535 2.3.4.2.2. */
function applySlice({ start, end, step }: Slice, list: unknown[], found: unknown[], walk: Walk): void {
  const take = (index: number): void => {
    walk.spend(1)
    found.push(list[index])
  }
  const by = step ?? 1
  if (by === 0) return
  const { length } = list
  const normal = (index: number): number => (index >= 0 ? index : length + index)
  if (by > 0) {
    const upper = clamp(normal(end ?? length), 0, length)
    for (let index = clamp(normal(start ?? 0), 0, length); index < upper; index += by) take(index)
  } else {
    const lower = clamp(normal(end ?? -length - 1), -1, length - 1)
    for (let index = clamp(normal(start ?? length - 1), -1, length - 1); index > lower; index += by) take(index)
  }
  walk.spend(length)
}

function holds(expression: Logical, current: unknown, walk: Walk): boolean {
  walk.spend(1)
  switch (expression.type) {
    case 'LogicalOrExpr':
      return holds(expression.left, current, walk) || holds(expression.right, current, walk)
    case 'LogicalAndExpr':
      return holds(expression.left, current, walk) && holds(expression.right, current, walk)
    case 'LogicalNotExpr':
      return !holds(expression.expression, current, walk)
    case 'ComparisonExpr':
      return compare(expression, current, walk)
    case 'TestExpr':
      return expression.expression.type === 'FilterQuery'
        ? nodesOf(expression.expression, current, walk).length > 0
        : call(expression.expression, current, walk) === true
  }
}

/** RFC 9535 2.3.5.2.2: nothing equals nothing; only numbers and texts have an order. */
function compare({ left, right, op }: Comparison, current: unknown, walk: Walk): boolean {
  const [a, b] = [valueOf(left, current, walk), valueOf(right, current, walk)]
  switch (op) {
    case '==':
      return isSame(a, b, walk)
    case '!=':
      return !isSame(a, b, walk)
    case '<':
      return isLess(a, b)
    case '>':
      return isLess(b, a)
    case '<=':
      return isLess(a, b) || isSame(a, b, walk)
    case '>=':
      return isLess(b, a) || isSame(a, b, walk)
  }
}

/** Equality, whose work counts too. */
function isSame(a: unknown, b: unknown, { spend }: Walk): boolean {
  if (typeof a === 'string' && typeof b === 'string') spend(Math.min(a.length, b.length) >> 6)
  return equal(a, b, spend)
}

function isLess(a: unknown, b: unknown): boolean {
  if (isNumeric(a) && isNumeric(b)) return (compareNumbers(a, b) ?? 0) < 0
  return typeof a === 'string' && typeof b === 'string' && a < b
}

function valueOf(comparable: Comparable, current: unknown, walk: Walk): unknown {
  switch (comparable.type) {
    case 'Literal':
      return comparable.value
    case 'RelSingularQuery':
      return selectAll(comparable.segments, current, walk)[0]
    case 'AbsSingularQuery':
      return selectAll(comparable.segments, walk.root, walk)[0]
    case 'FunctionExpr':
      return call(comparable, current, walk)
  }
}

function nodesOf(argument: Argument, current: unknown, walk: Walk): unknown[] {
  if (argument.type !== 'FilterQuery') return []
  return selectAll(argument.value.segments, argument.value.type === 'RelQuery' ? current : walk.root, walk)
}

function argumentValue(argument: Argument | undefined, current: unknown, walk: Walk): unknown {
  if (argument === undefined) return undefined
  if (argument.type === 'Literal') return argument.value
  if (argument.type === 'FunctionExpr') return call(argument, current, walk)
  const nodes = nodesOf(argument, current, walk)
  return nodes.length === 1 ? nodes[0] : undefined
}

/** The functions of RFC 9535 2.4.4 to 2.4.8; `json-path-check.ts` has checked their names and types. */
function call({ name, arguments: [first, second] }: Call, current: unknown, walk: Walk): unknown {
  if (first === undefined) return undefined
  switch (name) {
    case 'count':
      return nodesOf(first, current, walk).length
    case 'value':
      return argumentValue(first, current, walk)
    case 'length':
      return lengthOf(argumentValue(first, current, walk), walk)
    case 'match':
    case 'search':
      return matches(name, argumentValue(first, current, walk), argumentValue(second, current, walk), walk)
    default:
      return undefined
  }
}

function lengthOf(value: unknown, { spend }: Walk): number | undefined {
  if (typeof value === 'string') {
    spend(value.length >> 4)
    return codePoints(value)
  }
  if (Array.isArray(value)) return value.length
  return isObject(value) ? Object.keys(value).length : undefined
}

function matches(name: 'match' | 'search', text: unknown, pattern: unknown, walk: Walk): boolean {
  if (typeof text !== 'string' || typeof pattern !== 'string') return false
  walk.spend(1 + text.length)
  if (!walk.compiled.has(pattern)) walk.spend(compileCost + pattern.length)
  walk.compiled.add(pattern)
  // In an I-Regexp the dot is everything but CR and LF (RFC 9485 5).
  const source = pattern.replace(/\\.|\[(?:\\.|[^\]\\])*\]|\./gs, (part) => (part === '.' ? '[^\\n\\r]' : part))
  try {
    const regex = regexFor(name === 'match' ? `^(?:${source})$` : source)
    return !(regex instanceof Promise) && regex.test(text)
  } catch (error) {
    // A string that isn't an expression matches nothing (RFC 9535 2.4.6).
    if (error instanceof AssayError && error.code === 'bad-expression') return false
    throw error
  }
}
