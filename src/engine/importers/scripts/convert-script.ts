// Over 400 lines: statements are read in order and pass state to the following ones, so the readers share it.
import {
  parse,
  type CallExpression,
  type Expression,
  type ModuleDeclaration,
  type Statement,
  type Super,
  type TryStatement,
} from 'acorn'
import type { Check } from '#engine/steps/assertion/schema.ts'
import { sourceFacts } from '#engine/extractors/facts.ts'
import {
  adder,
  calleeName,
  headerRemover,
  isForEach,
  nameOfMember,
  onlyLogs,
  pairsOf,
  remover,
  setter,
  titleOf,
} from './calls.ts'
import { conditionOf as conditionOfVariables, skipOf } from './conditions.ts'
import { cutOf } from './captured-part.ts'
import { conditionOf, evaluate, testName, type Evaluated } from './evaluate.ts'
import { isAboutAnswer } from './guards.ts'
import { conditionAs } from './expectations.ts'
import { eachOf, itemPath } from './for-each.ts'
import { isMoved } from './moments.ts'
import { sentRequest, type OfAnswer, type ScriptRequest } from './requests.ts'
import { check, isVariable, jsonSource, literalText, templateOf, type NameOf, type Source, type Value } from './values.ts'

/** What a script that runs before or after a request says, in Assay's terms. */
export interface ConvertedScript extends OfAnswer {
  /** Variables that it sets to values known before the request, numbers and booleans as such; names are legal ones. `ifMissing`: only where there is none yet. */
  sets: { name: string; template: string | number | boolean; code: string; ifMissing?: boolean }[]
  /** Variables that it makes of parts of the response and of text: the parts are among what it keeps. */
  composed: { name: string; template: string }[]
  /** What it adds to the request itself. */
  adds: { place: 'header' | 'query'; name: string; value: string; code: string }[]
  /** Names of headers that it takes from the request. */
  drops: string[]
  /** Requests that it sends itself. */
  requests: ScriptRequest[]
  /** Variables that it takes away, as they are called there; '' for all of them, or one whose name is unknown before. */
  unsets: string[]
  /** What has to hold for the request behind it to be sent, of each statement that leaves it out; absent: it never is. */
  skips: { onlyIf?: Check[]; code: string }[]
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
    reader.script(body)
    return isLarge(reader.found) ? undefined : reader.found
  } catch {
    // A syntax error, or nesting that is too deep for a parser.
    return undefined
  }
}

/** Characters of all that a script sets: a long text may be set under thousands of names. */
const mostSet = 2_000_000

const isLarge = ({ sets, composed, adds }: ConvertedScript): boolean =>
  [
    ...sets.map(({ template }) => template),
    ...composed.map(({ template }) => template),
    ...adds.map(({ value }) => value),
  ].reduce<number>((sum, text) => sum + String(text).length, 0) > mostSet

/** Whether the name of a test is known only when it runs. */
function isDynamic(title: { type: string }, name: string): boolean {
  if (/(?<!\$)\$\{/.test(name) || (title.type === 'TemplateLiteral' && name.includes('…'))) return true
  return title.type === 'BinaryExpression' && !isLiteralSum(title as Expression)
}

/** `'a' + 'b'` */
const isLiteralSum = (node: Expression | { type: 'PrivateIdentifier' }): boolean =>
  node.type === 'Literal' || (node.type === 'BinaryExpression' && isLiteralSum(node.left) && isLiteralSum(node.right))

/** What Bruno says of a body that may be text: of JSON it would be another check. */
const isOfWholeBody = ({ path, is }: Check): boolean => path === '$' && !alsoOfText.has(is)

/** What text and JSON are judged alike by. */
const alsoOfText: ReadonlySet<Check['is']> = new Set(['is-type', 'matches-schema', 'is-json'])

class ScriptReader {
  readonly found: ConvertedScript = {
    tests: [],
    keeps: [],
    sets: [],
    composed: [],
    adds: [],
    drops: [],
    requests: [],
    unsets: [],
    skips: [],
    left: [],
  }
  readonly #code: string
  readonly #nameOf: NameOf
  #bound = new Map<string, Value | undefined>()
  /** Names that the test which is read declares itself. */
  #declared = new Set<string>()
  /** Objects by their names, as they are written: what a request is made of. */
  #objects = new Map<string, Expression>()

  constructor(code: string, nameOf: NameOf) {
    this.#code = code
    this.#nameOf = nameOf
  }

  /** Reads a whole script: outside everything else a condition may decide whether a request is sent. */
  script(body: Body): void {
    for (const statement of body)
      if (!this.#skip(statement) && !this.#sendsOnlyIf(statement)) this.statements([statement], undefined)
  }

  /** `if (!pm.environment.get('id')) pm.execution.skipRequest()` */
  #skip(statement: Statement | ModuleDeclaration): boolean {
    const test = skipOf(statement)
    const code = this.#code.slice(statement.start, statement.end)
    if (test === true) this.found.skips.push({ code })
    const onlyIf =
      test === undefined || test === true ? undefined : conditionOfVariables(test, false, (node) => this.#evaluate(node))
    if (onlyIf) this.found.skips.push({ onlyIf, code })
    return test === true || onlyIf !== undefined
  }

  /** `if (!pm.environment.get('token')) pm.sendRequest(login, …)`: only requests, which are sent under that condition. */
  #sendsOnlyIf(statement: Statement | ModuleDeclaration): boolean {
    if (statement.type !== 'IfStatement' || statement.alternate) return false
    const onlyIf = conditionOfVariables(statement.test, true, (node) => this.#evaluate(node))
    if (onlyIf === undefined) return false
    const inner = new ScriptReader(this.#code, this.#nameOf)
    inner.#bound = new Map(this.#bound)
    inner.#objects = new Map(this.#objects)
    inner.statements([statement.consequent], undefined)
    const { requests, ...others } = inner.found
    if (requests.length === 0 || Object.values(others).some(({ length }) => length > 0)) return false
    this.found.requests.push(...requests.map((one) => ({ ...one, onlyIf })))
    return true
  }

  /** Reads statements one by one; `checks`: where those of the test around them go. */
  statements(body: Body, checks: Check[] | undefined): void {
    for (const statement of body) if (!this.#statement(statement, checks)) this.#leave(statement)
  }

  #leave({ start, end }: { start: number; end: number }): void {
    this.found.left.push(this.#code.slice(start, end))
  }

  #evaluate(node: Evaluated): Value | undefined {
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
      case 'TryStatement':
        return this.#try(statement, checks)
      default:
        return false
    }
  }

  #declare(id: { type: string }, init: Expression | null | undefined): boolean {
    const value = this.#evaluate(init)
    if (id.type === 'Identifier' && 'name' in id && typeof id.name === 'string') {
      this.#declared.add(id.name)
      this.#bound.set(id.name, this.#drawnOnce(id.name, value))
      if (init?.type === 'ObjectExpression') {
        this.#objects.set(id.name, init)
        if (this.#code.includes(`sendRequest(${id.name},`)) return true
      }
      return this.#bound.get(id.name) !== undefined || init === null || init === undefined
    }
    return this.#destructure(id, value)
  }

  /** What is drawn once and used in several places has to be a variable: a template draws again in each. */
  #drawnOnce(name: string, value: Value | undefined): Value | undefined {
    if (value?.means === 'moment' && isMoved(name, this.#code)) return undefined
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
      this.#declared.add(name)
      this.#bound.set(name, { means: 'source', source: { source: 'json', path: `${path}.${key}` } })
    }
    return true
  }

  #expression(node: Expression, checks: Check[] | undefined): boolean {
    if (node.type === 'AwaitExpression') return this.#expression(node.argument, checks)
    if (node.type === 'AssignmentExpression') return this.#assignment(node, checks)
    if (node.type === 'CallExpression') {
      const done = this.#call(node, checks) ?? this.#notThrowing(node, checks)
      if (done !== undefined) return done
    }
    const value = this.#evaluate(node)
    if (value?.means !== 'expectation' || value.checks.length === 0) return false
    if (/\bres\.(body|getBody)\b/.test(this.#code) && value.checks.some(isOfWholeBody)) return false
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
      const found = this.#evaluate(right)
      const value = found?.means === 'moment' && isMoved(left.name, this.#code) ? undefined : found
      this.#bound.set(left.name, value)
      return value !== undefined
    }
    // tests["Status is 200"] = responseCode.code === 200
    if (left.type !== 'MemberExpression' || left.object.type !== 'Identifier' || left.object.name !== 'tests') return false
    const name =
      !left.computed && left.property.type === 'Identifier'
        ? left.property.name
        : titleOf(left.property, (part) => this.#evaluate(part))
    const found = conditionOf(this.#evaluate(right))
    if (found === undefined || (left.computed && isDynamic(left.property, name))) return false
    this.#bound.set(testName(name), { means: 'condition', checks: found })
    if (checks === undefined) this.found.tests.push({ name, checks: found })
    else checks.push(...found)
    return true
  }

  /** What is tried is what the script is about; what it does where that fails, a run says by itself. */
  #try({ block, handler, finalizer }: TryStatement, checks: Check[] | undefined): boolean {
    this.statements(block.body, checks)
    if (handler && /\btest\s*\(|\btests\[|\.set\w*\(/.test(this.#code.slice(handler.start, handler.end))) this.#leave(handler)
    if (finalizer) this.statements(finalizer.body, checks)
    return true
  }

  /** `pm.expect(() => { body = pm.response.json() }).to.not.throw()`: what is called has to work. */
  #notThrowing({ callee }: CallExpression, checks: Check[] | undefined): boolean | undefined {
    if (callee.type !== 'MemberExpression' || !/^throws?$|^Throw$/.test(nameOfMember(callee))) return undefined
    const words: string[] = []
    let node: Expression | Super = callee.object
    for (; node.type === 'MemberExpression'; node = node.object) words.push(nameOfMember(node))
    const called = node.type === 'CallExpression' && /(^|\.)expect$/.test(calleeName(node)) ? node.arguments[0] : undefined
    if (!words.includes('not') || (called?.type !== 'ArrowFunctionExpression' && called?.type !== 'FunctionExpression'))
      return false
    const { body } = called
    const said: Check[] = []
    const isBody = (value: Value | undefined) => value?.means === 'source' && value.source.path === '$'
    const parts = body.type === 'BlockStatement' ? body.body : [body]
    for (const part of parts) {
      const one = part.type === 'ExpressionStatement' ? part.expression : part
      if (isBody(this.#evaluate(one.type === 'AssignmentExpression' ? one.right : (one as Expression))))
        said.push(check({ source: 'text' }, 'is-json'))
      if (one.type === 'AssignmentExpression') this.#assignment(one, said)
      else if (one !== part || part === body) this.#expression(one as Expression, said)
    }
    if (said.length === 0) return false
    this.#add(said, checks)
    return true
  }

  /** True or false as a statement; undefined if the call is none of those that stand for themselves. */
  #call(node: CallExpression, checks: Check[] | undefined): boolean | undefined {
    const name = calleeName(node)
    // Told once for the project, if it keeps cookies.
    if (/^console\.|^client\.log$|^(pm\.cookies|\w*jar)\.(unset|clear)$/i.test(name)) return true
    if (remover.test(name)) {
      this.found.unsets.push(literalText(this.#evaluate(node.arguments[0])) ?? '')
      return true
    }
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
    if (headerRemover.test(name)) return this.#dropHeaders(node)
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

  /** `pm.sendRequest(request, (error, response) => …)`: what the callback does is about the response to that request. */
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
      // There it would be the response to the request that the script belongs to.
      if (/\bresponseBody\b|\b(pm|insomnia)\.response\b/.test(this.#code.slice(callback.start, callback.end))) return false
      const [error, response] = callback.params.map((one) => (one.type === 'Identifier' ? one.name : ''))
      if (error) inner.#bound.set(error, { means: 'literal', value: null })
      if (response) inner.#bound.set(response, { means: 'object', name: 'response' })
      if (callback.body.type === 'BlockStatement') inner.statements(callback.body.body, undefined)
      else if (!inner.#expression(callback.body, undefined)) inner.#leave(callback.body)
    }
    const { tests, keeps, sets, composed, adds, drops, requests, unsets, left } = inner.found
    if (sets.length + composed.length + adds.length + drops.length + requests.length > 0) return false
    this.found.unsets.push(...unsets)
    this.found.left.push(...left)
    this.found.requests.push({ ...sent, tests, keeps, code })
    const used = JSON.stringify([sent, tests])
    for (const keep of kept) if (used.includes(`\${${keep.to}}`)) this.found.keeps.push({ ...keep, code })
    return true
  }

  /** Gives another reader what is known here; parts of the response as variables, which have to be kept for it. */
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
    const pairs = pairsOf(node.arguments, (part) => templateOf(this.#evaluate(part)))
    if (pairs === undefined) return false
    const code = this.#code.slice(node.start, node.end)
    for (const [name, value] of pairs) this.found.adds.push({ place, name, value, code })
    return true
  }

  /** `req.deleteHeaders(['X-A', 'X-B'])`, `pm.request.headers.remove('X-A')`. */
  #dropHeaders({ arguments: [first] }: CallExpression): boolean {
    const names = (first?.type === 'ArrayExpression' ? first.elements : [first]).map((one) => literalText(this.#evaluate(one)))
    const known = names.filter((name) => name !== undefined)
    if (known.length < names.length) return false
    this.found.drops.push(...known)
    return true
  }

  #test(node: CallExpression): boolean {
    const [title, callback] = node.arguments
    if (title === undefined || callback === undefined) return false
    if (callback.type !== 'FunctionExpression' && callback.type !== 'ArrowFunctionExpression') return false
    const test = { name: titleOf(title, (part) => this.#evaluate(part)), checks: [] as Check[] }
    // A step is called the same in each run.
    if (isDynamic(title, test.name)) return false
    const outer = this.#bound
    const outerDeclared = this.#declared
    this.#bound = new Map(outer)
    this.#declared = new Set()
    if (callback.body.type === 'BlockStatement') this.statements(callback.body.body, test.checks)
    else if (!this.#expression(callback.body, test.checks)) this.#leave(callback.body)
    // What is assigned to names from outside is known behind the test.
    for (const [known, value] of this.#bound) if (!this.#declared.has(known)) outer.set(known, value)
    this.#bound = outer
    this.#declared = outerDeclared
    if (test.checks.length > 0) this.found.tests.push(test)
    return true
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
    const isPlain = value.means === 'literal' && (Number.isFinite(value.value) || typeof value.value === 'boolean')
    const template = isPlain ? (value.value as number | boolean) : templateOf(value)
    if (template === undefined) return false
    // Made of its own value, it changes each time.
    if (template !== `\${${to}}` && String(template).includes(`\${${to}}`)) return false
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
   * What is under a condition about the response (`if (pm.response.code === 200)`) is what the script is about: it is read as
   * if the condition held. What is for all other cases stays a note.
   */
  #condition(statement: Extract<Statement, { type: 'IfStatement' }>, checks: Check[] | undefined): boolean {
    const value = this.#evaluate(statement.test)
    if (value?.means === 'literal') {
      const taken = value.value ? statement.consequent : statement.alternate
      return !taken || this.#statement(taken, checks)
    }
    const condition = conditionOf(value)
    if (condition === undefined) return false
    const { tests, keeps, sets, composed, adds, drops, requests, unsets, left } = this.found
    const before = [
      tests.length,
      keeps.length,
      sets.length,
      left.length,
      adds.length,
      requests.length,
      composed.length,
      drops.length,
      unsets.length,
    ] as const
    const found: Check[] = []
    this.statements([statement.consequent], checks === undefined ? undefined : found)
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
    const said = [...tests.slice(before[0]).flatMap(({ checks: inner }) => inner), ...found]
    // Of a block of which a part is not understood, the rest is read if it brings anything.
    const isRead = left.length === before[3] || tests.length + keeps.length > before[0] + before[1] || found.length > 0
    if (
      sets.length === before[2] &&
      isRead &&
      adds.length === before[4] &&
      drops.length === before[7] &&
      requests.length === before[5] &&
      (onlyKept || ofStatus || isAboutAnswer(condition, said))
    ) {
      checks?.push(...found)
      if (statement.alternate && !onlyLogs(statement.alternate)) this.#leave(statement.alternate)
      return true
    }
    tests.length = before[0]
    keeps.length = before[1]
    sets.length = before[2]
    left.length = before[3]
    adds.length = before[4]
    requests.length = before[5]
    composed.length = before[6]
    drops.length = before[7]
    unsets.length = before[8]
    return false
  }
}
