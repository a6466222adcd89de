// Over 400 lines: what one action is, found in the order in which the words of a clause weigh; its parts fill the same action.
import type { Concept } from '../../glossaries/glossary.ts'
import {
  answerFields,
  roleOf,
  resourceOf,
  sendable,
  shapeOf,
  type KnownField,
  type KnownOperation,
  type OperationRole,
  type ProjectIndex,
} from '#engine/case-builder/project-index.ts'
import type { Asked, Missing } from '../candidate.ts'
import { statusIn } from '../expectations.ts'
import { fieldValuesIn } from '../field-values.ts'
import { daysFor } from '../relative-dates.ts'
import { says, type Token } from '../reading.ts'
import { relatedOperation } from '#engine/case-builder/related-operations.ts'
import { containerOf, isSearch, nounsOf, objectOf, resolveOperations, withoutFilters } from '../resolve-operation.ts'
import { isSession } from '#engine/case-builder/session-operations.ts'
import { sessionIn, withoutSessionWords } from '../session.ts'
import { answersWith, literal, plainAction, type Action } from './action.ts'
import { attach } from './attach.ts'
import { listClaims, withoutClaims } from './list-claims.ts'
import { deedIn, titledIn } from '../titled.ts'
import { stemOf, wordsOf } from '#engine/case-builder/words.ts'
import { isOwnVerb, isPlural, literalIdAt, mentionsReading, rolesOf, setsField, strong, unsaid } from './verbs.ts'

/** The action that a clause asks for; what is missing of it; undefined where it asks for none. */
export function actionOf(
  tokens: readonly Token[],
  asked: Asked,
  before: readonly Action[],
  topic: string | undefined,
): Action | Missing | undefined {
  const { index } = asked
  const literal = literalAction(tokens, asked)
  if (literal) return literal
  const session = sessionIn(tokens, index, before.at(-1)?.operation)
  if (session)
    return inSession(
      filled(plainAction(session, 6), withoutSessionWords(tokens, isSession(index, 'signup', session)), undefined),
      tokens,
      index,
    )
  const titled = titledIn(tokens, index, before.at(-1)?.resource ?? topic)
  const deed = deedIn(tokens, index, before.at(-1)?.resource ?? topic)
  if (deed) return filled(plainAction(deed, 6), tokens, undefined)
  if (titled?.isDeed) return filled(plainAction(titled.operation, 6), tokens, undefined)
  const has = (...wanted: Concept[]) => says(tokens, ...wanted)
  // "Check the new name": what is new was made before.
  const isNew =
    before.length > 0 && has('check') && tokens.every(({ concepts }) => !concepts.has('create') || concepts.has('new'))
  const said = strong.filter((verb) => has(verb) && !(verb === 'create' && isNew))
  const last = before.at(-1)
  const sets = last !== undefined && !said.some((verb) => verb !== 'create') && setsField(tokens, index, last.resource)
  const own = !sets && tokens.some((token) => isOwnVerb(token, index))
  // "Put two items into the cart" makes them.
  const verbs: readonly (typeof strong)[number][] = sets
    ? ['update']
    : said.length === 1 &&
        said[0] === 'update' &&
        !tokens.some(({ plain }) => changing.test(plain)) &&
        containerOf(tokens, index) !== undefined
      ? ['create']
      : said
  // "It was deleted and still there": what was found wrong is what must not be.
  const isDeleted = last?.role === 'delete' && !last.refused && (last.status ?? 200) < 400
  const implied = has('gone') || (has('exists') && isDeleted) ? 'gone' : has('exists') ? 'exists' : undefined
  const statusOnly = statusIn(tokens) !== undefined && verbs.length === 0 && !own
  const silent = verbs.length === 0 && !own && !implied && before.length === 0 ? unsaid(tokens, asked) : undefined
  const owners = verbs.length === 0 && !own && !implied && !silent && !last && !topic ? ownersOf(tokens, index) : []
  const owner = owners.find(({ name }) => name === asked.answers['operation']) ?? owners[0]
  if (owners.length > 1 && owner?.name !== asked.answers['operation'])
    return { slot: 'operation', options: owners.slice(0, 6).map(({ name }) => name) }
  if (owner) {
    const action = filled(plainAction(owner, 5), tokens, undefined)
    // "Year must be a number": what its values are, and none of them.
    action.used.push(...tokens.filter(({ plain }) => typeWords.test(plain)))
    breaksRule(action, tokens)
    return action
  }
  if (verbs.length === 0 && !own && !implied && !silent && !mentionsReading(tokens, asked, last)) return undefined
  if (statusOnly && !implied && !silent) return undefined
  // "And my email is there": a member of the answer before.
  if (implied === 'exists' && last?.operation && verbs.length === 0 && namesMember(tokens, last.operation, index))
    return undefined
  const isOfUnknown =
    (has('nonexistent') || index.operations.some((one) => literalIdAt(tokens, one) !== undefined)) &&
    !tokens.some((token) => isPlural(token, index))
  // "set the status" and the like are no requests to an API.
  const roles = silent
    ? silent === 'read' && !has('nonexistent')
      ? (['read', 'list'] as const)
      : [silent]
    : implied && !verbs.includes('create') && !verbs.includes('delete')
      ? has('list')
        ? (['list'] as const)
        : (rolesOf[implied] ?? [])
      : own && verbs.length === 0
        ? []
        : verbs.length === 0
          ? ([...(rolesOf['read'] ?? [])] as OperationRole[])
          : verbs
              .filter((verb) => !own || verb !== 'read')
              // "Get an unknown product": one thing, though it is looked for.
              .flatMap((verb) =>
                (verb === 'read' || verb === 'list') && isOfUnknown ? (['read'] as const) : (rolesOf[verb] ?? []),
              )
  // "Register a client" of an API that signs people up elsewhere: the word is for the client.
  const words = tokens
    .filter((token) => token.kind !== 'quoted')
    .map((token) => (token.concepts.has('signup') ? { ...token, stems: [stemOf(token.plain)] } : token))
  const resource = last?.resource ?? topic
  // "Create a label, add it to a task": what was made is put into another thing.
  const container = verbs[0] === 'create' && last && has('it') ? containerOf(tokens, index) : undefined
  const put =
    container === undefined
      ? undefined
      : index.operations
          .toSorted((a, b) => a.path.length - b.path.length)
          .find(
            (one) =>
              (one.role === 'create' || one.role === 'action') &&
              one.resource === last?.resource &&
              one.path
                .split('/')
                .slice(0, -1)
                .some((segment) => stemOf(wordsOf(segment).at(-1) ?? '') === container),
          )
  if (put) return filled(plainAction(put, 5), tokens, implied)
  const isMany = roles.includes('read') && !implied && tokens.some((token) => isPlural(token, index))
  // "Get a job without being logged in": one of them.
  const isOne =
    verbs.every((verb) => verb === 'read') &&
    !implied &&
    roles.includes('list') &&
    tokens.some(
      (token, at) =>
        /^(?:an?|one|that|this|eine?n?|una?|une)$/.test(tokens[at - 1]?.plain ?? '') &&
        index.operations.some(({ role, resource: of }) => role === 'read' && token.stems.includes(of)),
    )
  const wanted = own && roles[0] === 'create' ? [] : isMany ? (['list'] as const) : isOne ? (['read'] as const) : roles
  const object = objectOf(words, index)
  const usable = withoutFilters(words, object, index)
  const exact = resolveOperations(index, usable, wanted, resource, object)
  const found = exact.length > 0 ? exact : resolveOperations(index, usable, [], resource)
  const [best, second] = found
  if (!best) {
    // Nothing names what it is about: that of the action before.
    if (last?.operation && implied) {
      const reading = relatedOperation(index, last.operation, 'read') ?? relatedOperation(index, last.operation, 'list')
      return reading ? filled(plainAction(reading, 4), tokens, implied) : derivedAction('read', last, tokens, asked, implied)
    }
    // "Upload a file, get its address, then delete it": what was made, where nothing else can be.
    const [wish] = roles
    const maker =
      wish &&
      before.findLast(({ role: did, operation }) => did === 'create' && operation && relatedOperation(index, operation, wish))
    if (wish && last?.operation && maker?.operation && !relatedOperation(index, last.operation, wish)) {
      const related = relatedOperation(index, maker.operation, wish)
      if (related) return filled(plainAction(related, 4), tokens, implied)
    }
    if (last && roles[0]) return derivedAction(roles[0], last, tokens, asked, implied)
    if (implied && !last) return undefined
    return roles.length > 0 && index.operations.length > 0
      ? { slot: 'operation', options: index.operations.slice(0, 8).map(({ name }) => name) }
      : undefined
  }
  // What is done with a thing that was made before is done with this one thing.
  const made = before.findLast(
    ({ role: did, path, resource: of }) =>
      (did === 'create' || ((did === 'delete' || did === 'update') && /\{[^{}]*\}\/?$/.test(path))) &&
      of === best.operation.resource,
  )?.operation
  const [role] = roles
  const isSingle = role === 'delete' || role === 'update' || (role === 'read' && !isMany)
  if (made && isSingle && !own && role !== undefined) {
    const single = relatedOperation(index, made, role)
    if (single) return filled(plainAction(single, best.score), tokens, implied)
  }
  // "Delete a subscriber": one of them, where the API deletes many as well.
  const isSingular = (role === 'delete' || role === 'update') && !own && !tokens.some((token) => isPlural(token, index))
  const single = isSingular && !best.operation.path.includes('{') ? relatedOperation(index, best.operation, role) : undefined
  if (single?.path.endsWith('}') && single.resource === best.operation.resource)
    return filled(plainAction(single, best.score), tokens, implied)
  // "The profile of an unknown player": of one that an address can name.
  const named = has('nonexistent') && !best.operation.path.includes('{') ? best.operation : undefined
  const end = named?.path.split('/').at(-1)
  const byId =
    named &&
    index.operations.find((one) => one.method === named.method && one.path.includes('{') && one.path.split('/').at(-1) === end)
  if (byId) return filled(plainAction(byId, best.score), tokens, implied)
  if (roles.length > 0 && !roles.includes(best.operation.role) && !own && !isSearch(best.operation)) {
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
  if (isTied && asked.answers['operation'] === undefined && resource === undefined && best.operation.resource !== object)
    return { slot: 'operation', options: found.slice(0, 4).map(({ operation }) => operation.name) }
  const answered = asked.answers['operation'] === undefined ? undefined : index.operation(asked.answers['operation'])
  return filled(plainAction(isTied && answered ? answered : best.operation, best.score), tokens, implied)
}

/** Whether a text names a member of an answer, and nothing that the API has besides. */
const namesMember = (tokens: readonly Token[], operation: KnownOperation, index: ProjectIndex): boolean => {
  const named = (words: readonly string[]) =>
    words.length > 0 && words.every((word) => tokens.some(({ stems }) => stems.includes(word)))
  return (
    answerFields(operation).some(({ words, name }) => !/^id$/i.test(name) && named(words)) &&
    !tokens.some(({ stems }) => stems.some((stem) => nounsOf(index).has(stem))) &&
    !tokens.some(({ concepts }) => concepts.has('it') || concepts.has('list'))
  )
}

/** "Shirt number must be an integer", "salary must be positive": what is none of it is sent, and has to be refused. */
function breaksRule(action: Action, tokens: readonly Token[]): void {
  const word = tokens.find(({ plain }) => typeWords.test(plain))?.plain
  const field = action.operation?.fields.find(({ name, in: place }) => place !== 'path' && action.named.includes(name))
  if (!field || word === undefined || action.fields.has(field.name) || !tokens.some(({ concepts }) => concepts.has('must')))
    return
  action.fields.set(field.name, word === 'positive' ? -1 : /^(?:string|text)$/.test(word) ? 0 : 'not-valid')
  if ((action.status ?? 200) < 400) action.refused = true
}

/** What a value has to be, in the words of JSON Schema and of people. */
export const typeWords = /^(?:number|numeric|integer|string|text|boolean|array|object|positive)$/

/** "Limit 0 should give 400", "year must be a number": what has the field that a text is about, where nothing else is named; several are asked about. */
export function ownersOf(tokens: readonly Token[], index: ProjectIndex): KnownOperation[] {
  const isSaid = tokens.some(({ concepts, value }) => value !== undefined || concepts.has('must') || concepts.has('is'))
  const isSent = ({ in: place }: KnownField) => place !== 'path' && place !== 'header'
  const names = ({ words }: KnownField): boolean =>
    words.length > 0 && tokens.some((_, at) => words.every((word, next) => tokens[at + next]?.stems.includes(word)))
  if (!isSaid) return []
  const documented = index.operations.filter(({ api }) => api)
  const sending = documented.filter((one) => sendable(one).some((field) => isSent(field) && names(field)))
  const ofRole = (['create', 'list', 'update', 'action', 'read'] as const)
    .map((role) => sending.filter((one) => one.role === role))
    .find((some) => some.length > 0)
  // "Total cost must be a number": what answers it.
  return (
    ofRole ??
    documented.filter((one) => one.method === 'GET' && answerFields(one).some((field) => field.words.length > 1 && names(field)))
  )
}

/** Words that change what is there, and put nothing into it. */
const changing = /^(?:updat|chang|edit|modif|alter|correct|änder|ander|bearbeit|aktualis|cambi|actualiz|corrig|更新|修改|编辑)/

/** Credentials that are wrong are refused by 401 or 403, where the document knows them (RFC 9110 sections 15.5.2 and 15.5.4). */
function inSession(action: Action, tokens: readonly Token[], index: ProjectIndex): Action {
  const isSigningUp = isSession(index, 'signup', action.operation)
  const isKeptOut = isSession(index, 'login', action.operation) && action.refused
  const isWrong = action.method !== 'GET' && !isSigningUp && (isKeptOut || tokens.some(({ concepts }) => concepts.has('invalid')))
  if (isSession(index, 'login', action.operation)) signsInWrongly(action, tokens)
  // "My profile with an expired token".
  if (
    action.method === 'GET' &&
    tokens.some(({ concepts }) => concepts.has('token')) &&
    tokens.some(({ concepts }) => concepts.has('invalid'))
  )
    return { ...action, token: 'wrong', status: statusIn(tokens) ?? 401, refused: false, unknown: false }
  const told = statusIn(tokens)
  if (told !== undefined) return { ...action, status: told, unknown: false }
  const isUnknown = action.unknown && action.fields.size > 0
  if (!isUnknown && (!isWrong || action.status !== undefined)) return action
  const { api } = action.operation ?? {}
  const knowsRefusal = api?.api.operation(api.key)?.responses.some((one) => one.status.startsWith('4')) === true
  // Where nothing is documented, what HTTP says (RFC 9110 section 15.5.2).
  const status = [401, 403].find((one) => answersWith(action.operation, one)) ?? (api && !knowsRefusal ? 401 : undefined)
  const plain = { ...action, unknown: false }
  delete plain.status
  return status === undefined ? { ...plain, refused: true } : { ...plain, refused: false, status }
}

/** "With a wrong password", "with an unknown email": what is sent is neither the example of a document nor what signs in elsewhere. */
function signsInWrongly({ operation, fields }: Action, tokens: readonly Token[]): void {
  const has = (...wanted: Concept[]) => says(tokens, ...wanted)
  if (!has('invalid') && !has('nonexistent')) return
  const open = (operation?.fields ?? []).filter(
    ({ name, in: place }) => (place === 'body' || place === 'query') && !fields.has(name),
  )
  const isNamed = ({ words }: KnownField) =>
    words.length > 0 && words.every((word) => tokens.some(({ stems }) => stems.includes(word)))
  const secret = open.find(({ name }) => /passw|secret|pin$/i.test(name))
  const other = open.find((field) => field !== secret && isNamed(field))
  if (other && (has('nonexistent') || !secret || !isNamed(secret)))
    fields.set(other.name, /mail/i.test(other.name) ? 'nobody@example.com' : 'no-such-user')
  else if (secret) fields.set(secret.name, 'not-the-password')
}

/** `GET /owners/12 should answer 404`. */
function literalAction(tokens: readonly Token[], asked: Asked): Action | undefined {
  const at = tokens.findIndex(({ kind }) => kind === 'path' || kind === 'url')
  const address = tokens[at]
  if (!address) return undefined
  const isRead = asked.index.operations.some((one) => one.method === 'GET' && one.path === address.text)
  const method =
    tokens.find(({ kind }) => kind === 'method')?.text ??
    (address.kind === 'url' ? undefined : (methodOf(tokens) ?? (isRead ? 'GET' : undefined)))
  if (method === undefined) return undefined
  const path = address.kind === 'url' ? address.text : address.text.replace(/:([A-Za-z_]\w*)/g, '{$1}')
  const shape = shapeOf(path.replace(/[?#].*$/s, ''))
  const known =
    asked.index.operations.find((one) => one.method === method && shapeOf(one.path) === shape) ??
    asked.index.operations.find((one) => one.method === method && valuesInPath(one, path) !== undefined)
  // "Read /etc/passwd": without a method a path that no document has is no request.
  const isSaid = address.kind === 'url' || tokens.some(({ kind }) => kind === 'method')
  if (!known && !isSaid && asked.index.operations.some(({ api }) => api)) return undefined
  const action: Action = known
    ? plainAction(known, 8)
    : literal(method, path, { role: roleOf(method, path), resource: resourceOf(path), score: 7 })
  for (const [name, value] of known ? (valuesInPath(known, path) ?? []) : []) action.fields.set(name, value)
  return filled(
    action,
    tokens.filter((_, index) => index !== at),
    undefined,
  )
}

/** `GET /books/999`: what the parameters of a documented path are; undefined where it is another path. */
function valuesInPath(
  { path, api, fields }: KnownOperation,
  written: string,
): [name: string, value: string | number][] | undefined {
  const [own, said] = [path.split('/'), written.replace(/[?#].*$/s, '').split('/')]
  if (!api || own.length !== said.length || !path.includes('{')) return undefined
  const values: [string, string | number][] = []
  for (const [at, segment] of own.entries()) {
    const value = said[at] ?? ''
    const name = /^\{([^{}]+)\}$/.exec(segment)?.[1]
    if (name === undefined ? segment !== value : value === '' || value.includes('{')) return undefined
    const type = fields.find((field) => field.in === 'path' && field.name === name)?.type
    if (name !== undefined) values.push([name, type !== 'string' && /^\d+$/.test(value) ? Number(value) : value])
  }
  return values
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

/** `Create a project "QA"`: what is quoted behind the thing is its name. */
function nameOfThing({ fields, operation, role, resource }: Action, tokens: readonly Token[]): void {
  if (role !== 'create' && role !== 'update') return
  const field = operation?.fields.find(
    ({ name, in: place, type, values }) =>
      place === 'body' &&
      !values &&
      (type === undefined || type === 'string') &&
      /^(?:name|title|label|display_?name|subject)$/i.test(name),
  )
  // "Create a user Max Muster".
  const noun = tokens.findIndex(
    ({ stems }, at) =>
      stems.includes(resource) &&
      /^\p{Lu}\p{Ll}+$/u.test(tokens[at + 1]?.text ?? '') &&
      (tokens[at + 1]?.concepts.size === 0 || /^\p{Lu}\p{Ll}+$/u.test(tokens[at + 2]?.text ?? '')),
  )
  if (noun >= 0 && !tokens[noun + 1]?.stems.some((stem) => operation?.words.includes(stem))) {
    const rest = tokens.slice(noun + 1)
    const end = rest.findIndex(({ text, kind }) => kind !== 'word' || !/^\p{Lu}/u.test(text))
    const words = end < 0 ? rest : rest.slice(0, end)
    const [first, last] = [/^first_?name$/i, /^last_?name$/i].map((called) =>
      operation?.fields.find(({ name, in: place }) => place === 'body' && called.test(name)),
    )
    if (first && last && words.length === 2) {
      for (const [at, { name }] of [first, last].entries()) if (!fields.has(name)) fields.set(name, words[at]?.text ?? '')
    } else if (field && !fields.has(field.name)) fields.set(field.name, words.map(({ text }) => text).join(' '))
    else if (first && !fields.has(first.name)) fields.set(first.name, words[0]?.text ?? '')
  }
  // "A label "Groceries"", "to one item "Pizza"": without a name of its own, the first text that it has.
  const texts = (operation ? sendable(operation) : []).filter(
    ({ in: place, type, values, format }) => place === 'body' && !values && format === undefined && type === 'string',
  )
  const lists = operation?.fields.filter(({ items }) => items === 'object').flatMap(({ words }) => words) ?? []
  const quoted = tokens.find(
    ({ kind }, at) =>
      kind === 'quoted' && tokens[at - 1]?.stems.some((stem) => stem === resource || lists.includes(stem)) === true,
  )
  const open = [
    /name$|^title$|^label$/i,
    /^(?:category|text|content|body|message|comment|caption|question|summary)$/i,
    /^description$/i,
  ].flatMap((called) => texts.filter(({ name }) => called.test(name)))[0]
  if (open && quoted && !field && !fields.has(open.name) && ![...fields.values()].includes(quoted.text))
    fields.set(open.name, quoted.text)
  if (field && quoted && !fields.has(field.name) && ![...fields.values()].includes(quoted.text))
    fields.set(field.name, quoted.text)
}

/** "Songs released today" of an API whose songs have a `song`: the thing, and no name of a member, unless a value stands right behind it. */
export const isThingItself = (
  { words, in: place }: KnownField,
  { resource }: Pick<Action, 'resource'>,
  tokens: readonly Token[],
): boolean =>
  place !== 'path' &&
  words.length === 1 &&
  words[0] === resource &&
  !tokens.some(
    ({ stems }, at) =>
      stems.includes(resource) &&
      (tokens[at + 1]?.kind === 'quoted' || tokens[at + 1]?.text === '=' || tokens[at + 1]?.concepts.has('called')),
  )

/** "Get client 1": the number is its identifier. */
function idOfThing({ fields, operation, used }: Action, tokens: readonly Token[]): void {
  const value = operation && (literalIdAt(tokens, operation) ?? nameAt(tokens, operation))
  const field = operation?.fields.findLast(({ in: place }) => place === 'path')
  if (!value || !field || fields.has(field.name)) return
  fields.set(field.name, field.type === 'string' ? value.text : (value.value ?? value.text))
  used.push(value)
}

/** "Delete user bob": the name behind the noun, where a path is found by one. */
function nameAt(tokens: readonly Token[], { fields, resource, path }: KnownOperation): Token | undefined {
  const last = fields.findLast(({ in: place }) => place === 'path')
  const isNamed = last?.type === 'string' && /name$|slug$|login$|handle$|code$/i.test(last.name) && /\}\/?$/.test(path)
  return isNamed
    ? tokens.find(
        (token, at) =>
          token.kind === 'word' &&
          !token.stop &&
          token.concepts.size === 0 &&
          token.corrected === undefined &&
          token.value === undefined &&
          tokens[at - 1]?.stems.includes(resource) === true &&
          !(tokens[at + 1]?.kind === 'word' && tokens[at + 1]?.concepts.size === 0 && !tokens[at + 1]?.stop) &&
          !fields.some(({ words }) => words.some((word) => token.stems.includes(word))),
      )
    : undefined
}

function filled(action: Action, said: readonly Token[], implied: Action['implied'], alike: readonly KnownField[] = []): Action {
  const known = action.operation ? sendable(action.operation) : alike
  const { days, used } = daysFor(said, known, action.role)
  if (days.size > 0) action.days = days
  action.used.push(...used)
  const tokens = said.filter((token) => !used.includes(token))
  // Words that say which operation it is are no values.
  const rest = tokens.filter((token) => token.kind !== 'method')
  const isLogin = action.operation?.fields.some(({ name }) => /passw/i.test(name)) === true
  const open = action.operation === undefined || (action.operation.api === undefined && action.role === 'create' && !isLogin)
  const {
    values,
    named,
    used: taken,
  } = fieldValuesIn(
    action.operation ? withoutClaims(rest, listClaims(rest, action.operation)) : rest,
    known.filter((field) => field.in !== 'header' && !isThingItself(field, action, tokens)),
    open && ['POST', 'PUT', 'PATCH'].includes(action.method),
  )
  for (const [name, value] of values) action.fields.set(name, value)
  // A bound is that of one field.
  action.used.push(...[...taken].filter(({ concepts }) => concepts.has('greater') || concepts.has('less')))
  action.named.push(...named)
  nameOfThing(action, tokens)
  idOfThing(action, tokens)
  attach(action, tokens)
  // "No longer in the list": the list is there, what was made is not in it.
  if (implied && !(implied === 'gone' && action.role === 'list')) {
    action.implied = implied
    if (implied === 'gone') action.status ??= 404
  }
  return action
}
