import type * as js from 'acorn'
import { isVariable, literalText, type Source, type Value } from './values.ts'

/** A part of a string of the response: what it is cut out of, and the pattern whose group is that part. */
export interface Cut {
  source: Source
  match: string
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

/**
 * The part of a response that scripts cut out for a variable, mostly a token without its scheme: `.replace('Bearer ', '')`,
 * `.split(' ')[1]`, `.slice(7)`, `.substring(7)`. Undefined for everything else.
 */
export function cutOf(node: js.Node | undefined, evaluate: (node: js.Expression) => Value | undefined): Cut | undefined {
  const expression = node as js.Expression | undefined
  if (expression?.type === 'MemberExpression' && expression.computed) {
    const call = callOf(expression.object, evaluate)
    const index = literalText(evaluate(expression.property as js.Expression))
    const separator = literalText(call?.values[0])
    if (call?.name !== 'split' || separator === undefined || separator.length !== 1 || !/^\d$/.test(index ?? '')) return undefined
    const part = `[^${escaped(separator)}]*`
    return { source: call.source, match: `^(?:${part}${escaped(separator)}){${index}}(${part})` }
  }
  const call = callOf(expression, evaluate)
  const first = literalText(call?.values[0])
  if (call === undefined || first === undefined) return undefined
  // What is taken away is in front, where it is at all.
  if (call.name === 'replace' && literalText(call.values[1]) === '')
    return { source: call.source, match: `^(?:${escaped(first)})?([\\s\\S]*)$` }
  if (/^(slice|substring|substr)$/.test(call.name) && call.values.length === 1 && /^\d+$/.test(first))
    return { source: call.source, match: `^[\\s\\S]{${first}}([\\s\\S]*)$` }
  return undefined
}

interface Call {
  source: Source
  name: string
  values: (Value | undefined)[]
}

/** A call of a method of a string of the response. */
function callOf(
  node: js.Expression | js.Super | undefined,
  evaluate: (node: js.Expression) => Value | undefined,
): Call | undefined {
  const call = node?.type === 'ChainExpression' ? node.expression : node
  if (call?.type !== 'CallExpression' || call.callee.type !== 'MemberExpression' || call.callee.object.type === 'Super')
    return undefined
  const { object, property } = call.callee
  const of = evaluate(object)
  if (of?.means !== 'source' || isVariable(of.source) || property.type !== 'Identifier') return undefined
  return {
    source: of.source,
    name: property.name,
    values: call.arguments.map((one) => (one.type === 'SpreadElement' ? undefined : evaluate(one))),
  }
}
