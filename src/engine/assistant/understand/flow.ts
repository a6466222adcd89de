/* oxlint-disable unicorn/no-thenable -- `then` is a plan's word for what comes next; nobody awaits a plan. */
// Over 400 lines: one reading of a sequence, from clauses to actions to a plan, whose steps share the action that they fill.
import type { Concept } from '../glossaries/glossary.ts'
import type { PlanOperation } from '../plan.ts'
import {
  roleOf,
  resourceOf,
  shapeOf,
  type KnownField,
  type KnownOperation,
  type OperationRole,
  type ProjectIndex,
} from '../project-index.ts'
import type { Asked, Candidate, Missing } from './candidate.ts'
import { clausesOf } from './clauses.ts'
import { checksIn, statusIn } from './expectations.ts'
import { fieldValuesIn, type FieldValue } from './field-values.ts'
import { caseOf } from './names.ts'
import type { Token } from './reading.ts'
import { generic, relatedOperation, resolveOperations } from './resolve-operation.ts'

type StepOperation = Extract<PlanOperation, { do: 'add_step' }>

/** An action of a flow, as it is understood. */
interface Action {
  /** A known operation, or method and path of one that is worked out. */
  operation?: KnownOperation
  method: string
  path: string
  role: OperationRole
  resource: string
  fields: Map<string, FieldValue>
  named: string[]
  omit: string[]
  status?: number
  refused: boolean
  token?: 'none' | 'wrong'
  unknown: boolean
  checks: NonNullable<StepOperation['checks']>
  /** It was made of "is there" or "is gone". */
  implied?: 'exists' | 'gone'
  score: number
}

const rolesOf: Partial<Record<string, readonly OperationRole[]>> = {
  create: ['create'],
  delete: ['delete'],
  read: ['read', 'list'],
  list: ['list'],
  update: ['update'],
  exists: ['read'],
  gone: ['read'],
}
const strong = ['create', 'delete', 'list', 'update', 'read'] as const

/** A word that says what an API does. */
const actsWith =
  (index: ProjectIndex) =>
  (token: Token): boolean =>
    token.kind === 'method' ||
    strong.some((concept) => token.concepts.has(concept)) ||
    token.concepts.has('gone') ||
    token.concepts.has('exists') ||
    isOwnVerb(token, index)

const resources = new WeakMap<ProjectIndex, ReadonlySet<string>>()

function isOwnVerb(token: Token, index: ProjectIndex): boolean {
  if (token.kind !== 'word') return false
  const nouns = resources.get(index) ?? new Set(index.operations.map(({ resource }) => resource))
  resources.set(index, nouns)
  return token.stems.some(
    (stem) => index.verbs.has(stem) && !nouns.has(stem) && stem.length > 2 && !weak.has(stem) && !generic.has(stem),
  )
}
const weak = new Set(['status', 'say', 'all', 'new', 'the', 'my', 'account', 'name', 'get', 'list'])

/** A sequence of requests: "create an order, pay it, then delete it and check that it is gone". */
export function flow(asked: Asked): Candidate | undefined {
  const { reading, index } = asked
  const acts = actsWith(index)
  const said = withoutWrapper(reading.tokens)
  const clauses = clausesOf(said, acts, (tokens) => looksAt(tokens, index) || isImperative(tokens, index))
  const actions: Action[] = []
  const inFocus = index.operationsIn(caseOf(index, asked.focus.case)).findLast(({ role }) => role === 'create')
  let topic = onlyResource(said, index) ?? inFocus?.resource
  let missing: Missing | undefined
  let unplaced = 0
  const openEnds: Token[][] = []
  for (const tokens of clauses.flatMap((clause) => singleActions(clause.tokens))) {
    const made = actionOf(tokens, asked, actions, topic)
    if (made === undefined) {
      const last = actions.at(-1)
      topic ??= topicOf(tokens, index)
      if (last) {
        const before = sizeOf(last)
        attach(last, tokens)
        if (sizeOf(last) === before && saysSomething(tokens)) unplaced++
      } else openEnds.push(tokens)
      continue
    }
    if ('options' in made) {
      missing ??= made
      unplaced++
      continue
    }
    for (const tokens of openEnds.splice(0)) attach(made, tokens)
    topic = made.resource
    const [first] = actions
    // "Does an order survive? Make one": what was asked is what the case is about, not its first step.
    if (actions.length === 1 && first?.implied && made.role === 'create') actions.length = 0
    actions.push(made)
  }
  if (actions.length === 0) return missing ? { confidence: 0.4, operations: [], missing } : undefined
  dropDouble(actions)
  repeat(actions, reading.tokens)
  // What is read behind its deletion is not there any more.
  for (const [at, one] of actions.entries()) {
    const before = actions[at - 1]
    if (
      one.role === 'read' &&
      before?.role === 'delete' &&
      one.status === undefined &&
      (before.status ?? 200) < 400 &&
      !before.refused &&
      before.resource === one.resource
    )
      Object.assign(one, { status: 404, implied: 'gone' })
  }
  const [only] = actions
  // Being there or gone needs something that was made.
  if (only?.implied && actions.length === 1) {
    const creating = only.operation && relatedOperation(index, only.operation, 'create')
    if (creating) actions.unshift(plainAction(creating, 1))
  }
  const operations = behind(toPlan(actions), actions, asked)
  const best = Math.min(...actions.map(({ score }) => score))
  const confidence =
    Math.min(0.95, 0.55 + best / 14 + (actions.length > 1 ? 0.1 : 0)) - unplaced * 0.4 - leftOver(reading.tokens, actions)
  return { confidence, operations, ...(missing ? { missing } : {}) }
}

const inOrder = ['create', 'update', 'read', 'exists', 'delete', 'gone'] as const
/** What a clause expects belongs to its last action. */
const expecting: readonly Concept[] = [
  'expect',
  'status',
  'refuse',
  'not',
  'must',
  'able',
  'nonexistent',
  'answer',
  'auth',
  'token',
  'without',
]

/** "a created order can be read", "a deleted one must be gone": a clause of several actions as one each, in the order of a thing's life. */
function singleActions(tokens: readonly Token[]): Token[][] {
  const has = (token: Token, verb: (typeof inOrder)[number]) =>
    token.concepts.has(verb) && !(verb === 'create' && token.concepts.has('new'))
  const found = inOrder.filter((verb) => tokens.some((token) => has(token, verb)))
  const isSame = (a: string, b: string) =>
    tokens.every((token) => token.concepts.has(a as never) === token.concepts.has(b as never))
  const verbs = found.filter((verb, at) => !found.slice(0, at).some((other) => isSame(verb, other)))
  if (verbs.length < 2 || tokens.some(({ kind }) => kind === 'path' || kind === 'method')) return [[...tokens]]
  const isRefused =
    statusIn(tokens) !== undefined
      ? (statusIn(tokens) ?? 0) >= 400
      : tokens.some((token) => token.concepts.has('not') || token.concepts.has('refuse'))
  const place = (verb: (typeof inOrder)[number]) => tokens.findIndex((token) => has(token, verb))
  // What is read after it was deleted is not there.
  const ordered =
    verbs.includes('delete') && verbs.includes('read') && (isRefused || place('delete') < place('read'))
      ? [...verbs.filter((verb) => verb !== 'read'), 'read' as const]
      : verbs
  return ordered.map((verb, at) => {
    const others = ordered.filter((other) => other !== verb)
    const isLast = at === ordered.length - 1
    return tokens.filter((token) => {
      if (has(token, verb)) return true
      if (others.some((other) => has(token, other))) return false
      return isLast || (token.value === undefined && !expecting.some((concept) => token.concepts.has(concept)))
    })
  })
}

/** How much is known of an action. */
const sizeOf = ({ fields, omit, status, refused, token, unknown, checks }: Action): string =>
  JSON.stringify([fields.size, omit.length, status, refused, token, unknown, checks.length])

const idle: readonly Concept[] = [
  'test',
  'check',
  'then',
  'and',
  'it',
  'is',
  'must',
  'able',
  'expect',
  'again',
  'not',
  'to',
  'in',
  'with',
  'all',
  'answer',
  'status',
  'case',
  'new',
  'if',
  'yes',
  'help',
  'refuse',
  'now',
  'called',
  'token',
  'auth',
  'from',
  'before',
  'after',
  'every',
  'project',
  'suite',
]

/** Whether a clause has a word that means something by itself. */
const saysSomething = (tokens: readonly Token[]): boolean =>
  tokens.some(
    (token) =>
      token.kind === 'quoted' ||
      (token.kind === 'word' &&
        !token.stop &&
        token.plain.length > 2 &&
        ![...token.concepts].some((concept) => idle.includes(concept))),
  )

/** What a request says and no action has: denials, numbers, comparisons, quotations. A plan without them would be a wrong one. */
function leftOver(tokens: readonly Token[], actions: readonly Action[]): number {
  const isDenied = tokens.some(
    (token) =>
      token.concepts.has('not') ||
      token.concepts.has('refuse') ||
      token.concepts.has('without') ||
      token.concepts.has('invalid') ||
      token.concepts.has('minus'),
  )
  const isDenying = actions.some(
    (one) => one.refused || (one.status ?? 200) >= 400 || one.token || one.omit.length > 0 || one.checks.some(({ not }) => not),
  )
  const said = new Set(
    actions.flatMap((one) => [...one.fields.values(), one.status, ...one.checks.map(({ value }) => value)].map(String)),
  )
  const path = actions.map((one) => one.path).join(' ')
  const numbers = tokens.filter(
    ({ kind, value, text }) => kind === 'number' && value !== undefined && !said.has(String(value)) && !path.includes(text),
  )
  const close = numbers.filter(({ value }) => ![...said].some((one) => Math.abs(Number(one) - (value ?? 0)) <= 1))
  const quoted = tokens.filter(({ kind, text }) => kind === 'quoted' && !said.has(text))
  // A refusal of what is right: nothing says what is wrong in it.
  const isBaseless = actions.some(
    (one, at) =>
      one.refused &&
      one.fields.size === 0 &&
      one.omit.length === 0 &&
      !one.token &&
      !one.unknown &&
      actions[at - 1]?.path !== one.path &&
      actions.length === 1,
  )
  return (
    (isBaseless ? 0.3 : 0) + (isDenied && !isDenying ? 0.3 : 0) + (close.length > 0 ? 0.25 : 0) + (quoted.length > 0 ? 0.2 : 0)
  )
}

const plainAction = (operation: KnownOperation, score: number): Action => ({
  operation,
  method: operation.method,
  path: operation.path,
  role: operation.role,
  resource: operation.resource,
  fields: new Map(),
  named: [],
  omit: [],
  refused: false,
  unknown: false,
  checks: [],
  score,
})

/** The action of a request that nothing is known of but its method and path. */
const literal = (method: string, path: string, more: Pick<Action, 'role' | 'resource' | 'score'>): Action => ({
  method,
  path,
  fields: new Map(),
  named: [],
  omit: [],
  refused: false,
  unknown: false,
  checks: [],
  ...more,
})

/** "create a test that …", "make a case which …": what is made is this case, not a thing of the API. */
function withoutWrapper(tokens: readonly Token[]): Token[] {
  const at = tokens.findIndex(
    (token, index) =>
      token.concepts.has('create') &&
      tokens
        .slice(index + 1, index + 4)
        .some((next) => (next.concepts.has('test') || next.concepts.has('case')) && !next.stems.includes('order')),
  )
  const noun = tokens.findIndex((token, index) => index > at && (token.concepts.has('test') || token.concepts.has('case')))
  const rest = tokens.slice(noun + 1)
  // "create a test order" is an order.
  return at < 0 ||
    noun < 0 ||
    !rest.some(({ concepts }) =>
      ['create', 'delete', 'read', 'list', 'update', 'refuse', 'check'].some((one) => concepts.has(one as never)),
    )
    ? [...tokens]
    : [...tokens.slice(0, at), ...rest]
}

/** The resource of a request that names one only. */
function onlyResource(tokens: readonly Token[], index: ProjectIndex): string | undefined {
  const stems = new Set(tokens.flatMap((token) => token.stems))
  const named = new Set(index.operations.filter(({ resource }) => stems.has(resource)).map(({ resource }) => resource))
  return named.size === 1 ? [...named][0] : undefined
}

function topicOf(tokens: readonly Token[], index: ProjectIndex): string | undefined {
  const stems = tokens.flatMap((token) => token.stems)
  return index.operations.find(({ resource }) => stems.includes(resource))?.resource
}

function actionOf(
  tokens: readonly Token[],
  asked: Asked,
  before: readonly Action[],
  topic: string | undefined,
): Action | Missing | undefined {
  const { index } = asked
  const literal = literalAction(tokens, asked)
  if (literal) return literal
  const has = (concept: string) => tokens.some((token) => token.concepts.has(concept as never))
  const verbs = strong.filter(has)
  const own = tokens.some((token) => isOwnVerb(token, index))
  const implied = has('gone') ? 'gone' : has('exists') ? 'exists' : undefined
  const last = before.at(-1)
  const statusOnly = statusIn(tokens) !== undefined && verbs.length === 0 && !own
  const silent = verbs.length === 0 && !own && !implied && before.length === 0 ? unsaid(tokens, asked) : undefined
  if (verbs.length === 0 && !own && !implied && !silent && !mentionsReading(tokens, asked, last)) return undefined
  if (statusOnly && !implied && !silent) return undefined
  // "set the status" and the like are no requests to an API.
  const roles = silent
    ? [silent]
    : implied && !verbs.includes('create') && !verbs.includes('delete')
      ? (rolesOf[implied] ?? [])
      : own && verbs.length === 0
        ? []
        : verbs.filter((verb) => !own || verb !== 'read').flatMap((verb) => rolesOf[verb] ?? [])
  const usable = tokens.filter((token) => token.kind !== 'quoted')
  const resource = last?.resource ?? topic
  const isMany = roles.includes('read') && !implied && tokens.some((token) => isPlural(token, index))
  const wanted = own && roles[0] === 'create' ? [] : isMany ? (['list'] as const) : roles
  const exact = resolveOperations(index, usable, wanted, resource)
  const found = exact.length > 0 ? exact : resolveOperations(index, usable, [], resource)
  const [best, second] = found
  if (!best) {
    // Nothing names what it is about: that of the action before.
    if (last?.operation && implied) {
      const reading = relatedOperation(index, last.operation, 'read') ?? relatedOperation(index, last.operation, 'list')
      return reading ? filled(plainAction(reading, 4), tokens, implied) : derivedAction('read', last, tokens, asked, implied)
    }
    if (last && roles[0]) return derivedAction(roles[0], last, tokens, asked, implied)
    if (implied && !last) return undefined
    return roles.length > 0 && index.operations.length > 0
      ? { slot: 'operation', options: index.operations.slice(0, 8).map(({ name }) => name) }
      : undefined
  }
  if (roles.length > 0 && !roles.includes(best.operation.role) && !own) {
    // What is named can't do that; perhaps nobody wrote it down yet.
    const derived = best.operation.api ? relatedOperation(index, best.operation, roles[0] ?? 'read') : undefined
    if (derived) return filled(plainAction(derived, best.score), tokens, implied)
    if (!best.operation.api) {
      const known = relatedOperation(index, best.operation, roles[0] ?? 'read')
      if (known) return filled(plainAction(known, best.score), tokens, implied)
      return derivedAction(roles[0] ?? 'read', plainAction(best.operation, best.score), tokens, asked, implied)
    }
    const isClose = best.score > 2
    if (!isClose) return { slot: 'operation', options: found.slice(0, 5).map(({ operation }) => operation.name) }
  }
  const isTied = second !== undefined && second.score > best.score * 0.97 && second.operation.resource !== best.operation.resource
  if (isTied && asked.answers['operation'] === undefined && resource === undefined)
    return { slot: 'operation', options: found.slice(0, 4).map(({ operation }) => operation.name) }
  const answered = asked.answers['operation'] === undefined ? undefined : index.operation(asked.answers['operation'])
  return filled(plainAction(isTied && answered ? answered : best.operation, best.score), tokens, implied)
}

/** "book a trip", "order 5 pieces": the noun of a resource as a verb. */
function isImperative(tokens: readonly Token[], index: ProjectIndex): boolean {
  const at = tokens.findIndex(({ kind, stop, concepts }) => kind === 'word' && !stop && !concepts.has('test'))
  const [first, next] = [tokens[at], tokens[at + 1]]
  if (at < 0 || at > 2 || !first || !next || first.concepts.size > 0) return false
  const isNoun = index.operations.some(({ resource, role }) => role === 'create' && first.stems.includes(resource))
  return isNoun && /^(?:an?|some|one|two|eine?n?|une?|una|一个?)$|^\d/.test(next.plain)
}

/** "check the status of the transfer": a look at a thing, not at the answer before. */
const looksAt = (tokens: readonly Token[], index: ProjectIndex): boolean =>
  tokens.some((token) => token.concepts.has('check')) &&
  statusIn(tokens) === undefined &&
  tokens.some((token) =>
    token.stems.some((stem) => index.operations.some(({ role, resource }) => role === 'read' && resource === stem)),
  )

/** The noun of a resource, of more than one: what is read is the list. */
const isPlural = (token: Token, index: ProjectIndex): boolean =>
  token.kind === 'word' &&
  /[^s]s$/.test(token.plain) &&
  index.operations.some(({ resource, role }) => role === 'list' && token.stems.includes(resource))

/** What is done where no word says it: an unknown thing is read, values are sent, nobody lists. */
function unsaid(tokens: readonly Token[], { index }: Asked): OperationRole | undefined {
  const has = (concept: string) => tokens.some((token) => token.concepts.has(concept as never))
  if (!tokens.some((token) => token.stems.some((stem) => index.operations.some(({ resource }) => resource === stem))))
    return undefined
  if (has('nonexistent')) return 'read'
  if (isImperative(tokens, index)) return 'create'
  const isRefused = has('refuse') || (has('not') && (has('must') || has('expect') || has('able')))
  if (
    isRefused &&
    (has('without') ||
      has('missing') ||
      has('minus') ||
      has('less') ||
      has('greater') ||
      has('invalid') ||
      tokens.some(({ value }) => value !== undefined))
  )
    return 'create'
  return undefined
}

/** "check the status of the transfer": what is checked is something that can be read. */
function mentionsReading(tokens: readonly Token[], { index }: Asked, last: Action | undefined): boolean {
  if (!last || !tokens.some((token) => token.concepts.has('check')) || statusIn(tokens) !== undefined) return false
  const stems = new Set(tokens.flatMap(({ stems }) => stems))
  return index.operations.some((one) => one.role === 'read' && one.resource === last.resource && stems.has(one.resource))
}

/** `GET /owners/12 should answer 404`. */
function literalAction(tokens: readonly Token[], asked: Asked): Action | undefined {
  const at = tokens.findIndex(({ kind }) => kind === 'path' || kind === 'url')
  const address = tokens[at]
  if (!address) return undefined
  const method = tokens.find(({ kind }) => kind === 'method')?.text ?? (address.kind === 'url' ? undefined : methodOf(tokens))
  if (method === undefined) return undefined
  const path = address.kind === 'url' ? address.text : address.text.replace(/:([A-Za-z_]\w*)/g, '{$1}')
  const shape = shapeOf(path.replace(/[?#].*$/s, ''))
  const known = asked.index.operations.find((one) => one.method === method && shapeOf(one.path) === shape)
  const action: Action = known
    ? plainAction(known, 8)
    : literal(method, path, { role: roleOf(method, path), resource: resourceOf(path), score: 7 })
  return filled(
    action,
    tokens.filter((_, index) => index !== at),
    undefined,
  )
}

function methodOf(tokens: readonly Token[]): string | undefined {
  for (const [concept, method] of [
    ['delete', 'DELETE'],
    ['update', 'PUT'],
    ['create', 'POST'],
    ['read', 'GET'],
    ['list', 'GET'],
  ] as const)
    if (tokens.some((token) => token.concepts.has(concept))) return method
  return undefined
}

/** What REST would call it, where neither a document nor a request says. */
function derivedAction(
  role: OperationRole,
  of: Action,
  tokens: readonly Token[],
  asked: Asked,
  implied: Action['implied'],
): Action | undefined {
  const known = of.operation && relatedOperation(asked.index, of.operation, role)
  if (known) return filled(plainAction(known, 4), tokens, implied)
  if (of.operation?.api) return undefined
  const base = of.path.replace(/[?#].*$/s, '').replace(/\/\{[^{}]*\}.*$/, '')
  const methods: Record<OperationRole, string> = {
    create: 'POST',
    read: 'GET',
    list: 'GET',
    update: 'PUT',
    delete: 'DELETE',
    action: 'POST',
  }
  const path = role === 'create' || role === 'list' ? base : `${base}/{${of.resource}_id}`
  return filled(
    literal(methods[role], path, { role, resource: of.resource, score: 4 }),
    tokens,
    implied,
    role === 'update' || role === 'create' ? (of.operation?.fields ?? []) : [],
  )
}

function filled(action: Action, tokens: readonly Token[], implied: Action['implied'], alike: readonly KnownField[] = []): Action {
  const known = action.operation?.fields ?? alike
  // Words that say which operation it is are no values.
  const rest = tokens.filter((token) => token.kind !== 'method')
  const open = action.operation === undefined || (action.operation.api === undefined && action.role === 'create')
  const { values, named } = fieldValuesIn(
    rest,
    known.filter(({ in: place }) => place !== 'header'),
    open && ['POST', 'PUT', 'PATCH'].includes(action.method),
  )
  for (const [name, value] of values) action.fields.set(name, value)
  action.named.push(...named)
  attach(action, tokens)
  if (implied) {
    action.implied = implied
    if (implied === 'gone') action.status ??= 404
  }
  return action
}

/** What a clause says of the answer, and of how the request is sent. */
function attach(action: Action, tokens: readonly Token[]): void {
  const has = (concept: string) => tokens.some((token) => token.concepts.has(concept as never))
  const status = statusIn(tokens)
  if (status !== undefined) action.status = status
  const isDenied = has('not') && (has('able') || has('must') || has('expect'))
  if ((has('refuse') || isDenied) && status === undefined) action.refused = true
  if ((has('without') || has('missing')) && !has('token')) {
    const from = tokens.findIndex((token) => token.concepts.has('without') || token.concepts.has('missing'))
    for (const { name, words, in: place } of action.operation?.fields ?? [])
      if (
        place === 'body' &&
        words.length > 0 &&
        tokens.slice(Math.max(0, from - 2), from + 5).some((token) => words.every((word) => token.stems.includes(word)))
      )
        action.omit.push(name)
    if (action.omit.length > 0 && status === undefined) action.refused = true
    for (const name of action.omit) action.fields.delete(name)
    action.named = action.named.filter((name) => !action.omit.includes(name))
  }
  if (has('auth') || (has('token') && (has('without') || has('missing') || has('not')))) action.token = 'none'
  else if (has('token') && has('invalid')) action.token = 'wrong'
  if (action.token && action.status === undefined) action.status = 401
  if (has('nonexistent')) {
    action.unknown = true
    action.status ??= 404
  }
  if (has('invalid') && !action.token && !has('nonexistent')) {
    if (status === undefined) action.refused = true
    const from = tokens.findIndex((token) => token.concepts.has('invalid'))
    const near = tokens.slice(Math.max(0, from - 3), from + 4)
    const wrong = action.operation?.fields.find(
      ({ words, in: place }) =>
        place !== 'path' && place !== 'header' && words.some((word) => near.some((token) => token.stems.includes(word))),
    )
    if (wrong && !action.fields.has(wrong.name)) action.fields.set(wrong.name, invalidFor(wrong))
  }
  action.checks.push(...checksIn(tokens))
  const known =
    action.operation?.fields.filter(
      ({ name, in: place }) => place !== 'header' && !action.fields.has(name) && !action.omit.includes(name),
    ) ?? []
  for (const [name, value] of fieldValuesIn(tokens, known, false).values) action.fields.set(name, value)
}

/** "the same book twice": the action once more; what must not be possible is the second one. */
function repeat(actions: Action[], tokens: readonly Token[]): void {
  const at = tokens.findIndex((token) => token.concepts.has('again'))
  const last = actions.at(-1)
  const isWritten = actions.filter((one) => one.method === last?.method && one.path === last.path).length > 1
  if (at < 0 || !last || isWritten || last.implied || last.role === 'read' || last.role === 'list') return
  const { status, refused: wasRefused, ...rest } = last
  const isGone = last.role === 'delete' && status === undefined && !wasRefused
  const refused = wasRefused || (status === undefined && tokens.some((token) => token.concepts.has('not')))
  actions.splice(
    -1,
    1,
    { ...rest, refused: false, checks: [] },
    { ...rest, refused: refused && !isGone, ...(isGone ? { status: 404 } : status === undefined ? {} : { status }) },
  )
}

/** A value that a field can't take. */
function invalidFor({ type, values, name, in: place }: KnownField): FieldValue {
  if (place === 'query') return 'not-valid'
  if (type === 'integer' || type === 'number') return 'not-a-number'
  if (type === 'boolean') return 'not-a-boolean'
  if (values) return 'no-such-value'
  return /mail/i.test(name) ? 'not-an-address' : ''
}

/** The same said twice, as in "delete it and check that it is gone. It must be gone". */
function dropDouble(actions: Action[]): void {
  for (let at = actions.length - 1; at > 0; at--) {
    const [one, before] = [actions[at], actions[at - 1]]
    if (!one || !before || one.method !== before.method || one.path !== before.path) continue
    if (one.status !== before.status && one.status !== undefined && !one.implied) continue
    if (one.fields.size > 0 && before.fields.size > 0) continue
    if (one.role === 'action' || (one.role === 'create' && one.fields.size > 0)) continue
    if (one.status !== undefined) before.status = one.status
    for (const [name, value] of one.fields) before.fields.set(name, value)
    before.checks.push(...one.checks)
    actions.splice(at, 1)
  }
}

const plain = (action: Action): boolean =>
  action.fields.size === 0 &&
  action.status === undefined &&
  !action.refused &&
  action.omit.length === 0 &&
  action.token === undefined &&
  !action.unknown &&
  action.checks.length === 0

/** "then delete that order" of the case in focus goes behind its steps, where it has what is meant. */
function behind(
  operations: PlanOperation[],
  actions: readonly Action[],
  { focus, reading: { tokens }, index }: Asked,
): PlanOperation[] {
  const known = caseOf(index, focus.case)
  const [first] = actions
  const [word] = tokens
  if (!known || !first?.path.includes('{') || first.unknown || actions.some(({ role }) => role === 'create')) return operations
  const follows =
    word?.concepts.has('then') ||
    word?.concepts.has('and') ||
    tokens.some((token) => token.concepts.has('it') || token.concepts.has('then'))
  const hasIt = index.operationsIn(known).some((one) => one.role === 'create' && one.resource === first.resource)
  if (!follows || !hasIt || focus.case === undefined) return operations
  const label = focus.case
  return operations.flatMap((one): PlanOperation[] =>
    one.do === 'add_step' ? [{ ...one, case: label }] : one.do === 'add_case' ? [] : [one],
  )
}

/** The plan of actions: a recipe where it is one, else a case with its steps. */
function toPlan(actions: readonly Action[]): PlanOperation[] {
  const [first, second, third] = actions
  const name = (one: Action | undefined) => one?.operation?.name ?? ''
  if (
    first?.operation &&
    second?.operation &&
    first.role === 'create' &&
    plain({ ...first, fields: new Map() }) &&
    (third === undefined || (actions.length === 3 && third.implied === 'gone'))
  ) {
    const fields = first.fields.size > 0 ? { fields: Object.fromEntries(first.fields) } : {}
    if (second.role === 'delete' && plain(second))
      return [{ do: 'recipe', recipe: 'create_delete', operation: name(first), then: name(second), ...fields }]
    if (actions.length === 2 && second.role === 'read' && plain({ ...second, fields: new Map() }) && second.implied !== 'gone')
      return [{ do: 'recipe', recipe: 'create_read', operation: name(first), then: name(second), ...fields }]
  }
  return [
    { do: 'add_case', name: '' },
    ...actions.map((action): StepOperation => ({
      do: 'add_step',
      kind: 'send-request',
      ...(action.operation ? { operation: action.operation.name } : { method: action.method, url: action.path }),
      ...(action.fields.size > 0 || action.named.length > 0
        ? {
            fields: {
              ...(action.operation?.api ? {} : Object.fromEntries(action.named.map((one) => [one, '']))),
              ...Object.fromEntries(action.fields),
            },
          }
        : {}),
      ...(action.status === undefined ? {} : { status: action.status }),
      ...(action.omit.length > 0 ? { omit: [...new Set(action.omit)] } : {}),
      ...(action.refused ? { refused: true } : {}),
      ...(action.token ? { token: action.token } : {}),
      ...(action.unknown ? { unknown: true } : {}),
      ...(action.checks.length > 0 ? { checks: action.checks } : {}),
    })),
  ]
}
