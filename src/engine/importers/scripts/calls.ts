import type { CallExpression, Expression, MemberExpression, Statement } from 'acorn'
import type { Evaluated } from './evaluate.ts'
import { literalText, templateOf, type Value } from './values.ts'

/** Calls that set a variable: Postman's, its old form, Bruno's, Insomnia's, Hoppscotch's, JetBrains'. */
export const setter =
  /^(pm|insomnia)\.(environment|globals|collectionVariables|variables|baseEnvironment|collection|baseGlobals)\.set$|^postman\.set(Environment|Global)Variable$|^bru\.set(Var|EnvVar|GlobalEnvVar|CollectionVar)$|^(hopp|pw)\.env(\.active|\.global)?\.set$|^client\.(global|variables\.(global|environment|request))\.set$/

/** Calls that take a variable away, or all of a scope. */
export const remover =
  /^(pm|insomnia)\.(environment|globals|collectionVariables|variables|baseEnvironment|collection|baseGlobals)\.(unset|clear)$|^postman\.clear(Environment|Global)Variables?$|^bru\.delete(Var|EnvVar|GlobalEnvVar|CollectionVar|AllVars|AllEnvVars)$|^(hopp|pw)\.env(\.active|\.global)?\.(delete|unset|clear)$|^client\.global\.clear(All)?$/

/** Calls that add a header or a part of the query to the request: Postman's, Insomnia's, Bruno's. */
export const adder =
  /^(pm|insomnia)\.request\.(headers\.(add|upsert)|addHeader|upsertHeader|(?<query>(url\.)?addQueryParams|url\.query\.(add|upsert)))$|^req\.setHeader$/

/** Calls that take headers of the request away, by a name or a list of names. */
export const headerRemover = /^(pm|insomnia)\.request\.(headers\.(remove|unset)|removeHeader)$|^req\.deleteHeaders?$/

/** `list.forEach(…)` */
export const isForEach = ({ callee }: CallExpression): boolean =>
  callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && callee.property.name === 'forEach'

/** `to` of `expectation.to`; '' for what is computed. */
export const nameOfMember = ({ computed, property }: MemberExpression): string =>
  !computed && property.type === 'Identifier' ? property.name : ''

/** `pm.environment.set`; '' for what is no chain of names. */
export function calleeName({ callee }: CallExpression): string {
  const names: string[] = []
  let node: Expression | { type: 'Super' } = callee
  while (node.type === 'MemberExpression') {
    if (node.computed || node.property.type !== 'Identifier') return ''
    names.unshift(node.property.name)
    node = node.object
  }
  return node.type === 'Identifier' ? [node.name, ...names].join('.') : ''
}

/** Whether a statement only writes to the console. */
export function onlyLogs(statement: Statement): boolean {
  if (statement.type === 'BlockStatement') return statement.body.every(onlyLogs)
  return (
    statement.type === 'ExpressionStatement' &&
    statement.expression.type === 'CallExpression' &&
    calleeName(statement.expression).startsWith('console.')
  )
}

/** What a test is called; of a name that depends on the response the part that does not. */
export function titleOf(node: Evaluated, evaluate: (part: Evaluated) => Value | undefined): string {
  const value = evaluate(node)
  const known = literalText(value) ?? templateOf(value)
  if (known !== undefined) return known
  if (node?.type === 'BinaryExpression' && node.operator === '+')
    return [node.left, node.right]
      .map((part) => titleOf(part, evaluate))
      .join('')
      .trim()
  return node?.type === 'TemplateLiteral'
    ? node.quasis
        .map(({ value: text }) => text.cooked ?? '')
        .join('…')
        .trim()
    : ''
}

/** Names and values as scripts give them to a request: a list, an object with `key` and `value`, two texts, or one with `=` or `:`. */
export function pairsOf(
  [first, second]: CallExpression['arguments'],
  text: (part: Evaluated) => string | undefined,
): [name: string, value: string][] | undefined {
  if (first?.type === 'ArrayExpression') {
    const pairs = first.elements.map((one) => (one === null ? undefined : pairsOf([one], text)))
    return pairs.includes(undefined) ? undefined : pairs.flatMap((one) => one ?? [])
  }
  const made = (name: string | undefined, value: string | undefined): [string, string][] | undefined =>
    name === undefined || value === undefined ? undefined : [[name, value]]
  if (second !== undefined) return made(text(first), text(second))
  if (first?.type !== 'ObjectExpression') {
    const [, name, value] = /^([^=:]+?)\s*[=:]\s*(.*)$/s.exec(text(first) ?? '') ?? []
    return made(name, value)
  }
  const member = (wanted: string) => {
    const found = first.properties.find(
      (one) => one.type === 'Property' && one.key.type === 'Identifier' && one.key.name === wanted,
    )
    return found?.type === 'Property' ? text(found.value) : undefined
  }
  return made(member('key') ?? member('name'), member('value'))
}
