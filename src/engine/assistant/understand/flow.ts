/* oxlint-disable unicorn/no-thenable -- `then` is a plan's word for what comes next; nobody awaits a plan. */
import type { PlanOperation } from '../plan.ts'
import { roleOf, resourceOf, shapeOf, type KnownOperation, type OperationRole, type ProjectIndex } from '../project-index.ts'
import type { Asked, Candidate, Missing } from './candidate.ts'
import { clausesOf } from './clauses.ts'
import { checksIn, statusIn } from './expectations.ts'
import { fieldValuesIn, type FieldValue } from './field-values.ts'
import type { Token } from './reading.ts'
import { relatedOperation, resolveOperations } from './resolve-operation.ts'

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
  return token.stems.some((stem) => index.verbs.has(stem) && !nouns.has(stem) && stem.length > 2 && !weak.has(stem))
}
const weak = new Set(['status', 'say', 'all', 'new', 'the', 'my', 'account', 'name', 'get', 'list'])

/** A sequence of requests: "create an order, pay it, then delete it and check that it is gone". */
export function flow(asked: Asked): Candidate | undefined {
  const { reading, index } = asked
  const acts = actsWith(index)
  const clauses = clausesOf(reading.tokens, acts)
  const actions: Action[] = []
  let topic: string | undefined
  let missing: Missing | undefined
  let unplaced = 0
  const openEnds: Token[][] = []
  for (const { tokens } of clauses) {
    const made = actionOf(tokens, asked, actions, topic)
    if (made === undefined) {
      const last = actions.at(-1)
      topic ??= topicOf(tokens, index)
      if (last) attach(last, tokens)
      else openEnds.push(tokens)
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
  const [only] = actions
  // Being there or gone needs something that was made.
  if (only?.implied && actions.length === 1) {
    const creating = only.operation && relatedOperation(index, only.operation, 'create')
    if (creating) actions.unshift(plainAction(creating, 1))
  }
  const operations = toPlan(actions)
  const best = Math.min(...actions.map(({ score }) => score))
  const confidence = Math.min(0.95, 0.55 + best / 14 + (actions.length > 1 ? 0.1 : 0)) - unplaced * 0.25
  return { confidence, operations, ...(missing ? { missing } : {}) }
}

const plainAction = (operation: KnownOperation, score: number): Action => ({
  operation,
  method: operation.method,
  path: operation.path,
  role: operation.role,
  resource: operation.resource,
  fields: new Map(),
  named: [],
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
  refused: false,
  unknown: false,
  checks: [],
  ...more,
})

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
  if (verbs.length === 0 && !own && !implied && !mentionsReading(tokens, asked, last)) return undefined
  if (statusOnly && !implied) return undefined
  // "set the status" and the like are no requests to an API.
  const roles =
    implied && !verbs.includes('create') && !verbs.includes('delete')
      ? (rolesOf[implied] ?? [])
      : own && verbs.length === 0
        ? []
        : verbs.filter((verb) => !own || verb !== 'read').flatMap((verb) => rolesOf[verb] ?? [])
  const usable = tokens.filter((token) => token.kind !== 'quoted')
  const resource = last?.resource ?? topic
  const found = resolveOperations(index, usable, own && roles[0] === 'create' ? [] : roles, resource)
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
  const method = tokens.find(({ kind }) => kind === 'method')?.text ?? methodOf(tokens)
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
  return filled(literal(methods[role], path, { role, resource: of.resource, score: 4 }), tokens, implied)
}

function filled(action: Action, tokens: readonly Token[], implied: Action['implied']): Action {
  const known = action.operation?.fields ?? []
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
  if (has('refuse') && status === undefined) action.refused = true
  if (has('auth') || (has('token') && (has('without') || has('missing') || has('not')))) action.token = 'none'
  else if (has('token') && has('invalid')) action.token = 'wrong'
  if (action.token && action.status === undefined) action.status = 401
  if (has('nonexistent')) {
    action.unknown = true
    action.status ??= 404
  }
  if (has('invalid') && !action.token && status === undefined && !has('nonexistent')) action.refused = true
  action.checks.push(...checksIn(tokens))
  const known = action.operation?.fields.filter(({ name, in: place }) => place !== 'header' && !action.fields.has(name)) ?? []
  for (const [name, value] of fieldValuesIn(tokens, known, false).values) action.fields.set(name, value)
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
  action.token === undefined &&
  !action.unknown &&
  action.checks.length === 0

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
      ...(action.refused ? { refused: true } : {}),
      ...(action.token ? { token: action.token } : {}),
      ...(action.unknown ? { unknown: true } : {}),
      ...(action.checks.length > 0 ? { checks: action.checks } : {}),
    })),
  ]
}
