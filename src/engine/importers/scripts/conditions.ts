import type * as js from 'acorn'
import { predicateFacts } from '#engine/checks/facts.ts'
import type { Check } from '#engine/steps/assertion/schema.ts'
import { calleeName, onlyLogs } from './calls.ts'
import { conditionAs } from './expectations.ts'
import { check, isVariable, sourceOf, type Source, type Value } from './values.ts'

/** What counts as false in a script, beside what is not there: variables that conditions ask for have a start value. */
const falsy = ['', false, 0, null]

/** Calls that skip the request that a script precedes: of Postman, Insomnia, Bruno. */
const skips = /^((pm|insomnia)\.execution|bru\.runner)\.skipRequest$/

/**
 * The checks of variables that hold exactly if an expression is true, or false, before a request is sent. Undefined for all
 * else: what is about a response, alternatives of different things, and comparisons in which JavaScript turns one type into
 * another.
 */
export function conditionOf(
  node: js.Expression,
  wanted: boolean,
  evaluate: (node: js.Expression) => Value | undefined,
): Check[] | undefined {
  if (node.type === 'UnaryExpression' && node.operator === '!') return conditionOf(node.argument, !wanted, evaluate)
  if (node.type === 'LogicalExpression' && node.operator === (wanted ? '&&' : '||')) {
    const [left, right] = [conditionOf(node.left, wanted, evaluate), conditionOf(node.right, wanted, evaluate)]
    return left && right && [...left, ...right]
  }
  if (node.type === 'BinaryExpression' && !comparesAlike(node)) return undefined
  const value = evaluate(node)
  if (value?.means === 'source') return isVariable(value.source) ? [truth(value.source, wanted)] : undefined
  const checks = value?.means === 'condition' ? conditionAs(value.checks, wanted) : []
  const known = checks.flatMap((one) => (one && isVariable(sourceOf(one)) && !predicateFacts[one.is].orders ? [one] : []))
  return known.length === 1 && known.length === checks.length ? known : undefined
}

const truth = (source: Source, wanted: boolean): Check => check(source, 'one-of', falsy, wanted)

/** Whether two values compare here as they do there: a string that isn't a number, or whether something is there at all. */
function comparesAlike({ operator, left, right }: js.BinaryExpression): boolean {
  const values = [left, right].flatMap((side) => (side.type === 'Literal' ? [side.value] : []))
  const isMissing = [left, right].some((side) => side.type === 'Identifier' && side.name === 'undefined')
  const isPlain = values.some((value) => typeof value === 'string' && value !== '' && Number.isNaN(Number(value)))
  return (/^[!=]==?$/.test(operator) && isPlain) || (/^[!=]==$/.test(operator) && isMissing)
}

/**
 * The condition under which a statement skips the request after the script; `true`: always. Undefined if it is another
 * statement.
 */
export function skipOf(statement: js.Statement | js.ModuleDeclaration): js.Expression | true | undefined {
  if (isSkip(statement)) return true
  if (statement.type !== 'IfStatement' || statement.alternate) return undefined
  const { consequent } = statement
  const inner = consequent.type === 'BlockStatement' ? consequent.body : [consequent]
  const others = inner.filter((one) => !isSkip(one))
  const ends = others.every((one) => onlyLogs(one) || (one.type === 'ReturnStatement' && !one.argument))
  return others.length < inner.length && ends ? statement.test : undefined
}

const isSkip = (statement: js.Statement | js.ModuleDeclaration): boolean =>
  statement.type === 'ExpressionStatement' &&
  statement.expression.type === 'CallExpression' &&
  skips.test(calleeName(statement.expression))
