import parse from 'jsonpath-rfc9535/parser'
import { checkPath } from '#engine/extractors/json-path-check.ts'
import {
  selectorsOf,
  type Argument,
  type Call,
  type Comparable,
  type Logical,
  type Segment,
  type Selector,
  type SingularSegment,
} from '#engine/extractors/json-path-types.ts'
import { quote } from './code.ts'
import { NoCounterpart } from './no-counterpart.ts'
import type { Script } from './script.ts'
import { k6Texts as texts } from './texts.ts'

/** The segments of a JSONPath (RFC 9535) as arguments of the script's `jsonAt`; read here, so that the script needs no parser. */
export function segmentsOf(path: string, script: Script): string[] {
  try {
    const query = parse(path)
    checkPath(query)
    return query.segments.map((segment) => segmentCode(segment, script))
  } catch (thrown) {
    if (thrown instanceof NoCounterpart) throw thrown
    throw new NoCounterpart(texts.badPath(path))
  }
}

function segmentCode(segment: Segment | SingularSegment, script: Script): string {
  const selectors = selectorsOf(segment.node).map((selector) => selectorCode(selector, script))
  if (segment.type === 'DescendantSegment') return `${script.use('deep')}(${selectors.join(', ')})`
  const [only = ''] = selectors
  return selectors.length === 1 ? only : `${script.use('each')}(${selectors.join(', ')})`
}

function selectorCode(selector: Selector, script: Script): string {
  switch (selector.type) {
    case 'NameSelector':
      return quote(selector.value)
    case 'IndexSelector':
      return String(selector.value)
    case 'WildcardSelector':
      return script.use('children')
    case 'SliceSelector': {
      const parts = [selector.start, selector.end, selector.step].map((part) => (part === null ? 'undefined' : String(part)))
      while (parts.at(-1) === 'undefined') parts.pop()
      return `${script.use('slice')}(${parts.join(', ')})`
    }
    case 'FilterSelector':
      return `${script.use('where')}((it, root) => ${logical(selector.value, script)})`
  }
}

function logical(expression: Logical, script: Script): string {
  switch (expression.type) {
    case 'LogicalOrExpr':
      return `(${logical(expression.left, script)} || ${logical(expression.right, script)})`
    case 'LogicalAndExpr':
      return `(${logical(expression.left, script)} && ${logical(expression.right, script)})`
    case 'LogicalNotExpr':
      return `!(${logical(expression.expression, script)})`
    case 'ComparisonExpr': {
      const [left, right] = [comparable(expression.left, script), comparable(expression.right, script)]
      const equal = (): string => `${script.use('equal')}(${left}, ${right})`
      const less = (a: string, b: string): string => `${script.use('compare')}(${a}, ${b}) < 0`
      const { op } = expression
      if (op === '==') return equal()
      if (op === '!=') return `!${equal()}`
      if (op === '<') return less(left, right)
      if (op === '>') return less(right, left)
      return `(${op === '<=' ? less(left, right) : less(right, left)} || ${equal()})`
    }
    case 'TestExpr':
      return expression.expression.type === 'FilterQuery'
        ? `${nodes(expression.expression, script)}.length > 0`
        : call(expression.expression, script)
  }
}

const queryCode = (start: string, segments: readonly (Segment | SingularSegment)[], script: Script): string =>
  `${script.use('nodesAt')}(${[start, `[${segments.map((one) => segmentCode(one, script)).join(', ')}]`, ...(start === 'root' ? [] : ['root'])].join(', ')})`

function comparable(given: Comparable, script: Script): string {
  switch (given.type) {
    case 'Literal':
      return typeof given.value === 'string' ? quote(given.value) : String(given.value)
    case 'RelSingularQuery':
      return given.segments.length === 0 ? 'it' : `${queryCode('it', given.segments, script)}[0]`
    case 'AbsSingularQuery':
      return given.segments.length === 0 ? 'root' : `${queryCode('root', given.segments, script)}[0]`
    case 'FunctionExpr':
      return call(given, script)
  }
}

function nodes(argument: Argument, script: Script): string {
  if (argument.type !== 'FilterQuery') throw new NoCounterpart(texts.badPath(''))
  return queryCode(argument.value.type === 'RelQuery' ? 'it' : 'root', argument.value.segments, script)
}

function single(argument: Argument | undefined, script: Script): string {
  if (argument === undefined) return 'undefined'
  if (argument.type === 'Literal') return typeof argument.value === 'string' ? quote(argument.value) : String(argument.value)
  if (argument.type === 'FunctionExpr') return call(argument, script)
  return `${script.use('onlyOf')}(${nodes(argument, script)})`
}

/** The functions of RFC 9535 2.4.4 to 2.4.8. */
function call({ name, arguments: [first, second] }: Call, script: Script): string {
  if (first === undefined) return 'undefined'
  switch (name) {
    case 'count':
      return `${nodes(first, script)}.length`
    case 'value':
      return single(first, script)
    case 'length':
      return `${script.use('lengthOf')}(${single(first, script)})`
    default:
      return `${script.use('iRegexp')}(${single(first, script)}, ${single(second, script)}, ${name === 'match'})`
  }
}
