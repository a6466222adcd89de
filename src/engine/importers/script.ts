import { parse, type Expression, type Statement, type ModuleDeclaration, type CallExpression } from 'acorn'
import type { Check } from '#engine/steps/assertion/schema.ts'
import { sourceFacts } from '#engine/extractors/facts.ts'
import { cutOf } from './script-cut.ts'
import { conditionOf, evaluate } from './script-evaluate.ts'
import { conditionAs } from './script-expectations.ts'
import { eachOf, itemPath } from './script-for-each.ts'
import { sentRequest, type OfAnswer, type ScriptRequest } from './script-requests.ts'
import { check, isVariable, jsonSource, literalText, templateOf, type NameOf, type Source, type Value } from './script-values.ts'

/** What a script that runs before or after a request says, in Assay's terms. */
export interface ConvertedScript extends OfAnswer {
  /** Variables that it sets to values known before the request; names are legal ones. `ifMissing`: only where there is none yet. */
  sets: { name: string; template: string; code: string; ifMissing?: boolean }[]
  /** Variables that it makes of parts of the answer and of text: the parts are among what it keeps. */
  composed: { name: string; template: string }[]
  /** What it adds to the request itself. */
  adds: { place: 'header' | 'query'; name: string; value: string; code: string }[]
  /** Requests that it sends itself. */
  requests: ScriptRequest[]
  /** The source of each statement that has no counterpart. */
  left: string[]
}

/** Longer scripts are kept as notes without being read. */
const longest = 200_000

type Body = readonly (Statement | ModuleDeclaration)[]

/**
 * Reads a script (JavaScript of Postman, Bruno, Insomnia, Hoppscotch or the HTTP client of JetBrains) and says what it checks and keeps. It
 * is never run. Undefined if it is no JavaScript that can be read.
 */
export function convertScript(code: string, nameOf: NameOf): ConvertedScript | undefined {
  if (code.length > longest) return undefined
  try {
    const { body } = parse(code, {
      ecmaVersion: 'latest',
      sourceType: 'script',
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
      allowHashBang: true,
    })
    const reader = new ScriptReader(code, nameOf)
    reader.statements(body, undefined)
    return reader.found
  } catch {
    // A syntax error, or nesting that is too deep for a parser.
    return undefined
  }
}

class ScriptReader {
  readonly found: ConvertedScript = { tests: [], keeps: [], sets: [], composed: [], adds: [], requests: [], left: [] }
  readonly #code: string
  readonly #nameOf: NameOf
  #bound = new Map<string, Value | undefined>()
  /** Objects by their names, as they are written: what a request is made of. */
  #objects = new Map<string, Expression>()

  constructor(code: string, nameOf: NameOf) {
    this.#code = code
    this.#nameOf = nameOf
  }

  /** Reads statements one by one; `checks`: where those of the test around them go. */
  statements(body: Body, checks: Check[] | undefined): void {
    for (const statement of body) if (!this.#statement(statement, checks)) this.#leave(statement)
  }

  #leave({ start, end }: { start: number; end: number }): void {
    this.found.left.push(this.#code.slice(start, end))
  }

  #evaluate(node: Parameters<typeof evaluate>[0]): Value | undefined {
    return evaluate(node, { bound: this.#bound, nameOf: this.#nameOf })
  }

  /** False if it has no counterpart. */
  #statement(statement: Statement | ModuleDeclaration, checks: Check[] | undefined): boolean {
    switch (statement.type) {
      case 'EmptyStatement':
        return true
      case 'BlockStatement':
        this.statements(statement.body, checks)
        return true
      case 'VariableDeclaration':
        return statement.declarations.every(({ id, init }) => this.#declare(id, init))
      case 'ExpressionStatement':
        // 'use strict' and its like.
        return statement.expression.type === 'Literal' || this.#expression(statement.expression, checks)
      case 'ReturnStatement':
        return statement.argument === null || statement.argument === undefined || this.#expression(statement.argument, checks)
      case 'IfStatement':
        return this.#condition(statement, checks)
      default:
        return false
    }
  }

  #declare(id: { type: string }, init: Expression | null | undefined): boolean {
    const value = this.#evaluate(init)
    if (id.type === 'Identifier' && 'name' in id && typeof id.name === 'string') {
      this.#bound.set(id.name, this.#drawnOnce(id.name, value))
      if (init?.type === 'ObjectExpression') {
        this.#objects.set(id.name, init)
        if (this.#code.includes(`sendRequest(${id.name},`)) return true
      }
      return value !== undefined || init === null || init === undefined
    }
    return this.#destructure(id, value)
  }

  /** What is drawn once and used in several places has to be a variable: a template draws anew in each. */
  #drawnOnce(name: string, value: Value | undefined): Value | undefined {
    if (value?.means !== 'template' || !/(?<!\$)\$\{(random\.|uuid|now\.)/.test(value.text)) return value
    if ((this.#code.match(new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'g')) ?? []).length < 3) return value
    const variable = this.#nameOf(name)
    this.found.sets.push({ name: variable, template: value.text, code: '' })
    return { means: 'template', text: `\${${variable}}` }
  }

  /** `const { id, name: title } = pm.response.json()`. */
  #destructure(id: { type: string }, value: Value | undefined): boolean {
    if (id.type !== 'ObjectPattern' || !('properties' in id) || value?.means !== 'source' || value.source.path === undefined)
      return false
    const { path } = value.source
    for (const property of id.properties as {
      type: string
      key?: { name?: string }
      value?: { type: string; name?: string }
    }[]) {
      const key = property.key?.name
      const name = property.value?.type === 'Identifier' ? property.value.name : undefined
      if (property.type !== 'Property' || key === undefined || name === undefined) return false
      this.#bound.set(name, { means: 'source', source: { source: 'json', path: `${path}.${key}` } })
    }
    return true
  }

  #expression(node: Expression, checks: Check[] | undefined): boolean {
    if (node.type === 'AwaitExpression') return this.#expression(node.argument, checks)
    if (node.type === 'AssignmentExpression') return this.#assignment(node, checks)
    if (node.type === 'CallExpression') {
      const done = this.#call(node, checks)
      if (done !== undefined) return done
    }
    const value = this.#evaluate(node)
    if (value?.means !== 'expectation' || value.checks.length === 0) return false
    this.#add(value.checks, checks)
    return true
  }

  #add(found: readonly Check[], checks: Check[] | undefined): void {
    if (checks === undefined) this.found.tests.push({ name: '', checks: [...found] })
    else checks.push(...found)
  }

  #assignment(node: Extract<Expression, { type: 'AssignmentExpression' }>, checks: Check[] | undefined): boolean {
    if (node.operator !== '=') return false
    const { left, right } = node
    if (left.type === 'Identifier') {
      const value = this.#evaluate(right)
      this.#bound.set(left.name, value)
      return value !== undefined
    }
    // tests["Status is 200"] = responseCode.code === 200
    if (left.type !== 'MemberExpression' || left.object.type !== 'Identifier' || left.object.name !== 'tests') return false
    const name = !left.computed && left.property.type === 'Identifier' ? left.property.name : this.#title(left.property)
    const found = conditionOf(this.#evaluate(right))
    if (found === undefined) return false
    if (checks === undefined) this.found.tests.push({ name, checks: found })
    else checks.push(...found)
    return true
  }

  /** True or false as a statement; undefined if the call is none of those that stand for themselves. */
  #call(node: CallExpression, checks: Check[] | undefined): boolean | undefined {
    const name = calleeName(node)
    if (/^console\.|^client\.log$|\.(unset|clear)$|^postman\.clear/.test(name)) return true
    if (/^((pm|insomnia|hopp|pw|client)\.)?test$/.test(name)) return this.#test(node)
    if (name === 'client.assert') {
      const found = conditionOf(this.#evaluate(node.arguments[0]))
      if (found === undefined) return false
      this.#add(found, checks)
      return true
    }
    if (isForEach(node)) return this.#forEach(node, checks)
    if (setter.test(name)) return this.#set(node)
    if (/^(pm|insomnia)\.sendRequest$/.test(name)) return this.#sendRequest(node)
    const added = adder.exec(name)
    return added === null ? undefined : this.#addToRequest(added.groups?.['query'] === undefined ? 'header' : 'query', node)
  }

  /** `list.forEach((one) => { pm.expect(one.id).to.exist })`: all that is said of each, or nothing of it. */
  #forEach({ callee, arguments: [callback] }: CallExpression, checks: Check[] | undefined): boolean {
    const list = callee.type === 'MemberExpression' && callee.object.type !== 'Super' ? this.#evaluate(callee.object) : undefined
    if (list?.means !== 'source' || list.source.path === undefined) return false
    if (callback?.type !== 'ArrowFunctionExpression' && callback?.type !== 'FunctionExpression') return false
    const [item, more] = callback.params
    if (item?.type !== 'Identifier' || more !== undefined) return false
    const inner = new ScriptReader(this.#code, this.#nameOf)
    for (const [name, value] of this.#bound) inner.#bound.set(name, value)
    inner.#bound.set(item.name, { means: 'source', source: jsonSource(itemPath) })
    const { body } = callback
    const said: Check[] = []
    const statements = body.type === 'BlockStatement' ? body.body : []
    const all =
      body.type === 'BlockStatement'
        ? statements.every((one) => one.type === 'ExpressionStatement' && inner.#expression(one.expression, said))
        : inner.#expression(body, said)
    const found = all && inner.found.keeps.length + inner.found.sets.length === 0 ? eachOf(list.source, said) : undefined
    if (found === undefined) return false
    this.#add([found], checks)
    return true
  }

  /** `pm.sendRequest(request, (error, response) => …)`: what the callback does is about the answer to that request. */
  #sendRequest(node: CallExpression): boolean {
    const [given, callback] = node.arguments
    const spec = given?.type === 'Identifier' ? (this.#objects.get(given.name) ?? given) : given
    const inner = new ScriptReader(this.#code, this.#nameOf)
    const kept = this.#keptFor(inner)
    const sent = sentRequest(spec, (part) => templateOf(inner.#evaluate(part)))
    if (sent === undefined) return false
    const code = this.#code.slice(node.start, node.end)
    if (callback !== undefined) {
      if (callback.type !== 'FunctionExpression' && callback.type !== 'ArrowFunctionExpression') return false
      // There it would be the answer to the request that the script belongs to.
      if (/\bresponseBody\b|\b(pm|insomnia)\.response\b/.test(this.#code.slice(callback.start, callback.end))) return false
      const [error, response] = callback.params.map((one) => (one.type === 'Identifier' ? one.name : ''))
      if (error) inner.#bound.set(error, { means: 'literal', value: null })
      if (response) inner.#bound.set(response, { means: 'object', name: 'response' })
      if (callback.body.type === 'BlockStatement') inner.statements(callback.body.body, undefined)
      else if (!inner.#expression(callback.body, undefined)) inner.#leave(callback.body)
    }
    const { tests, keeps, sets, composed, adds, requests, left } = inner.found
    if (sets.length + composed.length + adds.length + requests.length > 0) return false
    this.found.left.push(...left)
    this.found.requests.push({ ...sent, tests, keeps, code })
    const used = JSON.stringify([sent, tests])
    for (const keep of kept) if (used.includes(`\${${keep.to}}`)) this.found.keeps.push({ ...keep, code })
    return true
  }

  /** Gives another reader what is known here; parts of the answer as variables, which have to be kept for it. */
  #keptFor(inner: ScriptReader): { to: string; source: Source }[] {
    const kept: { to: string; source: Source }[] = []
    for (const [name, value] of this.#bound) {
      const isPart = value?.means === 'source' && !isVariable(value.source) && value.source.path !== '$'
      if (!isPart) inner.#bound.set(name, value)
      else {
        const known = this.found.keeps.find(({ source }) => JSON.stringify(source) === JSON.stringify(value.source))
        const to = known?.to ?? this.#nameOf(`answer_${name}`)
        if (known === undefined) kept.push({ to, source: value.source })
        inner.#bound.set(name, { means: 'template', text: `\${${to}}` })
      }
    }
    return kept
  }

  /** `pm.request.headers.add({ key, value })`, `req.setHeader(name, value)`, `pm.request.url.addQueryParams([{ key, value }])`. */
  #addToRequest(place: 'header' | 'query', node: CallExpression): boolean {
    const pairs = this.#pairsOf(node.arguments)
    if (pairs === undefined) return false
    const code = this.#code.slice(node.start, node.end)
    for (const [name, value] of pairs) this.found.adds.push({ place, name, value, code })
    return true
  }

  #pairsOf([first, second]: CallExpression['arguments']): [name: string, value: string][] | undefined {
    if (first?.type === 'ArrayExpression') {
      const pairs = first.elements.map((one) => (one === null ? undefined : this.#pairsOf([one])))
      return pairs.includes(undefined) ? undefined : pairs.flatMap((one) => one ?? [])
    }
    const text = (node: Parameters<typeof evaluate>[0]) => templateOf(this.#evaluate(node))
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

  #test(node: CallExpression): boolean {
    const [title, callback] = node.arguments
    if (title === undefined || callback === undefined) return false
    if (callback.type !== 'FunctionExpression' && callback.type !== 'ArrowFunctionExpression') return false
    const test = { name: this.#title(title), checks: [] as Check[] }
    const outer = this.#bound
    this.#bound = new Map(outer)
    if (callback.body.type === 'BlockStatement') this.statements(callback.body.body, test.checks)
    else if (!this.#expression(callback.body, test.checks)) this.#leave(callback.body)
    this.#bound = outer
    if (test.checks.length > 0) this.found.tests.push(test)
    return true
  }

  /** What a test is called; of a name that depends on the response the part that does not. */
  #title(node: Parameters<typeof evaluate>[0]): string {
    const value = this.#evaluate(node)
    const known = literalText(value) ?? templateOf(value)
    if (known !== undefined) return known
    if (node?.type === 'BinaryExpression' && node.operator === '+')
      return [node.left, node.right]
        .map((part) => this.#title(part))
        .join('')
        .trim()
    return node?.type === 'TemplateLiteral'
      ? node.quasis
          .map(({ value: text }) => text.cooked ?? '')
          .join('…')
          .trim()
      : ''
  }

  #set(node: CallExpression): boolean {
    const [key, content] = node.arguments
    const name = key === undefined || key.type === 'SpreadElement' ? undefined : literalText(this.#evaluate(key))
    const value = content === undefined || content.type === 'SpreadElement' ? undefined : this.#evaluate(content)
    if (name === undefined) return false
    const to = this.#nameOf(name)
    const cut = cutOf(content, (one) => this.#evaluate(one))
    if (cut !== undefined) {
      this.found.keeps.push({ to, ...cut, code: this.#code.slice(node.start, node.end) })
      return true
    }
    if (value === undefined) return this.#compose(to, content, node)
    if (value.means === 'source' && !isVariable(value.source)) {
      this.found.keeps.push({ to, source: value.source, code: this.#code.slice(node.start, node.end) })
      return true
    }
    const template = templateOf(value)
    if (template === undefined) return false
    this.found.sets.push({ name: to, template, code: this.#code.slice(node.start, node.end) })
    return true
  }

  /** `pm.environment.set("auth", "Bearer " + body.token)`: the token is kept, and the variable made of it when it is used. */
  #compose(name: string, content: CallExpression['arguments'][number] | undefined, { start, end }: CallExpression): boolean {
    const kept: { to: string; source: Source; code: string }[] = []
    const keep = (source: Source): string => {
      const same = [...this.found.keeps, ...kept].find((one) => JSON.stringify(one.source) === JSON.stringify(source))
      const part = /(\w+)\W*$/.exec(source.path ?? source.name ?? '')?.[1] ?? source.source
      const to = same?.to ?? this.#nameOf(`answer_${part}_of_${name}`)
      if (same === undefined) kept.push({ to, source, code: this.#code.slice(start, end) })
      return `\${${to}}`
    }
    const template = templateOf(evaluate(content, { bound: this.#bound, nameOf: this.#nameOf, keep }))
    if (template === undefined || kept.length === 0) return false
    this.found.keeps.push(...kept)
    this.found.composed.push({ name, template })
    return true
  }

  /**
   * What stands under a condition about the response (`if (pm.response.code === 200)`) is what the script is about: it is read as if the
   * condition held. What is for all other cases stays a note.
   */
  #condition(statement: Extract<Statement, { type: 'IfStatement' }>, checks: Check[] | undefined): boolean {
    const value = this.#evaluate(statement.test)
    if (value?.means === 'literal') {
      const taken = value.value ? statement.consequent : statement.alternate
      return !taken || this.#statement(taken, checks)
    }
    const condition = conditionOf(value)
    if (condition === undefined) return false
    const { tests, keeps, sets, composed, adds, requests, left } = this.found
    const before = [tests.length, keeps.length, sets.length, left.length, adds.length, requests.length, composed.length] as const
    const found: Check[] = []
    this.#statement(statement.consequent, checks === undefined ? undefined : found)
    // `if (!pm.environment.get("id")) pm.environment.set("id", "7")` gives a start value.
    const made = sets.slice(before[2])
    const isMissing = (name: string) =>
      JSON.stringify(condition) === JSON.stringify(conditionAs([check({ source: 'variable', name }, 'exists')], false))
    if (made.length > 0 && left.length === before[3] && !statement.alternate && made.every(({ name }) => isMissing(name))) {
      for (const one of made) one.ifMissing = true
      return true
    }
    const onlyKept = tests.length === before[0] && found.length === 0 && keeps.length > before[1]
    const ofStatus = condition.every(({ source, not }) => sourceFacts[source].expectsRefusal === true && !not)
    // Of a block of which a part is not understood, the rest is read if it brings anything.
    const isRead = left.length === before[3] || tests.length + keeps.length > before[0] + before[1] || found.length > 0
    if (
      sets.length === before[2] &&
      isRead &&
      adds.length === before[4] &&
      requests.length === before[5] &&
      (onlyKept || ofStatus)
    ) {
      checks?.push(...found)
      if (statement.alternate) this.#leave(statement.alternate)
      return true
    }
    tests.length = before[0]
    keeps.length = before[1]
    sets.length = before[2]
    left.length = before[3]
    adds.length = before[4]
    requests.length = before[5]
    composed.length = before[6]
    return false
  }
}

/** Calls that set a variable: Postman's, its old form, Bruno's, Insomnia's, Hoppscotch's, JetBrains'. */
const setter =
  /^(pm|insomnia)\.(environment|globals|collectionVariables|variables|baseEnvironment|collection|baseGlobals)\.set$|^postman\.set(Environment|Global)Variable$|^bru\.set(Var|EnvVar|GlobalEnvVar|CollectionVar)$|^(hopp|pw)\.env(\.active|\.global)?\.set$|^client\.(global|variables\.(global|environment|request))\.set$/

/** Calls that add a header or a part of the query to the request: Postman's, Insomnia's, Bruno's. */
const adder =
  /^(pm|insomnia)\.request\.(headers\.(add|upsert)|addHeader|upsertHeader|(?<query>(url\.)?addQueryParams|url\.query\.(add|upsert)))$|^req\.setHeader$/

const isForEach = ({ callee }: CallExpression): boolean =>
  callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && callee.property.name === 'forEach'

/** `pm.environment.set`; '' for what is no chain of names. */
function calleeName({ callee }: CallExpression): string {
  const names: string[] = []
  let node: Expression | { type: 'Super' } = callee
  while (node.type === 'MemberExpression') {
    if (node.computed || node.property.type !== 'Identifier') return ''
    names.unshift(node.property.name)
    node = node.object
  }
  return node.type === 'Identifier' ? [node.name, ...names].join('.') : ''
}
