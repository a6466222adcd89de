import { sendable, type KnownOperation, type OperationRole, type ProjectIndex } from '#engine/case-builder/project-index.ts'
import type { Asked } from '../candidate.ts'
import { statusIn } from '../expectations.ts'
import type { Concept } from '../../glossaries/glossary.ts'
import { fieldValuesIn, tooFarIn } from '../field-values.ts'
import { says, type Token } from '../reading.ts'
import { isStatus } from '../quantities.ts'
import { relativeDaysIn } from '../relative-dates.ts'
import { generic, isForeignVerb, nounsOf } from '../resolve-operation.ts'
import { sessionIn } from '../session.ts'
import { plainWord, stemOf } from '#engine/case-builder/words.ts'
import type { Action } from './action.ts'
import { listClaims } from './list-claims.ts'

/** What a verb asks of a resource. */
export const rolesOf: Partial<Record<string, readonly OperationRole[]>> = {
  create: ['create'],
  delete: ['delete'],
  read: ['read', 'list'],
  list: ['list'],
  update: ['update'],
  exists: ['read'],
  gone: ['read'],
}

/** Verbs that every API has. */
export const strong = ['create', 'delete', 'list', 'update', 'read'] as const

/** A word that says what an API does. */
export const actsWith =
  (index: ProjectIndex) =>
  (token: Token): boolean =>
    token.kind === 'method' ||
    strong.some((concept) => token.concepts.has(concept)) ||
    token.concepts.has('gone') ||
    token.concepts.has('exists') ||
    sessionIn([token], index) !== undefined ||
    isOwnVerb(token, index)

/** A word for what this API does, and others do not. */
export function isOwnVerb(token: Token, index: ProjectIndex): boolean {
  if (token.kind !== 'word') return false
  const nouns = nounsOf(index)
  return token.stems.some(
    (stem) =>
      index.verbs.has(stem) &&
      !nouns.has(stem) &&
      stem.length > 2 &&
      !weak.has(stem) &&
      !generic.has(stem) &&
      !isForeignVerb(stem),
  )
}
const weak = new Set(['status', 'say', 'all', 'new', 'the', 'my', 'account', 'name', 'get', 'list'].map(stemOf))

/** "book a trip", "order 5 pieces": the noun of a resource as a verb. */
export function isImperative(tokens: readonly Token[], index: ProjectIndex): boolean {
  const at = tokens.findIndex(({ kind, stop, concepts }) => kind === 'word' && !stop && !concepts.has('test'))
  const [first, next] = [tokens[at], tokens[at + 1]]
  if (at < 0 || at > 2 || !first || !next || first.concepts.size > 0) return false
  const isNoun = index.operations.some(({ resource, role }) => role === 'create' && first.stems.includes(resource))
  // "Comment on a task": a thing of another one, and no other verb.
  const isOnOther =
    isNoun &&
    next.concepts.has('in') &&
    !/[^s]s$/.test(first.plain) &&
    tokens
      .slice(at + 2)
      .some(({ stems }) => index.operations.some(({ resource }) => resource !== first.stems[0] && stems.includes(resource))) &&
    !tokens.some(({ concepts }) => strong.some((one) => concepts.has(one)))
  if (isOnOther) return true
  return isNoun && /^(?:an?|some|one|two|eine?n?|une?|una|一个?)$|^\d/.test(next.plain)
}

/**
 * "Set its status to resolved", "make it default": a thing gets another value, where something of the API can be changed that has it. A part of a
 * request that says so stands by itself.
 */
export function setsField(tokens: readonly Token[], index: ProjectIndex, resource?: string): boolean {
  const at = tokens.findIndex(
    ({ concepts, plain }, place) =>
      concepts.has('set') || (/^(?:make|makes|mark|marks)$/.test(plain) && tokens[place + 1]?.concepts.has('it')),
  )
  if (at < 0 || tokens.slice(0, at).some(({ concepts }) => concepts.has('with') || concepts.has('check') || concepts.has('is')))
    return false
  const rest = tokens.filter((_, place) => place !== at)
  return index.operations.some(
    (operation) =>
      operation.role === 'update' &&
      (resource === undefined || operation.resource === resource) &&
      operation.fields.some(
        ({ in: place, words, values, type }) =>
          place === 'body' &&
          words.length > 0 &&
          (words.every((word) => rest.some(({ stems }) => stems.includes(word))) ||
            (type === 'boolean' && rest.some(({ stems, stop }) => !stop && stems.includes(words.at(-1) ?? ''))) ||
            (values ?? []).some((value) => typeof value === 'string' && rest.some(({ plain }) => plain === plainWord(value)))),
      ),
  )
}

/** "Check that the status is resolved": a look back at what was sent, where it can be changed. */
export const checksField = (tokens: readonly Token[], index: ProjectIndex): boolean =>
  tokens.slice(0, 2).some(({ concepts }) => concepts.has('check')) &&
  statusIn(tokens) === undefined &&
  index.operations.some(
    ({ role, fields }) =>
      role === 'update' &&
      fields.some(
        ({ in: place, words }) =>
          place === 'body' && words.length > 0 && words.every((word) => tokens.some(({ stems }) => stems.includes(word))),
      ),
  )

/** "check the status of the transfer": a look at a thing, not at the answer before. */
export const looksAt = (tokens: readonly Token[], index: ProjectIndex): boolean =>
  tokens.some((token) => token.concepts.has('check')) &&
  statusIn(tokens) === undefined &&
  tokens.some((token) => token.stems.some((stem) => looked(index).has(stem)))

const looks = new WeakMap<ProjectIndex, ReadonlySet<string>>()

/** Nouns that can be looked at: what is read, and what is only listed, as a feed or a balance. */
function looked(index: ProjectIndex): ReadonlySet<string> {
  const made = new Set(index.operations.filter(({ role }) => role === 'create').map(({ resource }) => resource))
  const found =
    looks.get(index) ??
    new Set(
      index.operations
        .filter(({ role, resource }) => role === 'read' || (role === 'list' && !made.has(resource)))
        .map(({ resource }) => resource),
    )
  looks.set(index, found)
  return found
}

/** The noun of a resource, of more than one: what is read is the list. */
export const isPlural = (token: Token, index: ProjectIndex): boolean =>
  token.kind === 'word' &&
  /[^s]s$/.test(token.corrected === undefined ? token.plain : plainWord(token.text)) &&
  index.operations.some(({ resource, role }) => role === 'list' && token.stems.includes(resource))

/** What is done where no word says it: an unknown thing is read, values are sent, nobody lists. */
export function unsaid(tokens: readonly Token[], { index }: Asked): OperationRole | undefined {
  const has = (...wanted: Concept[]) => says(tokens, ...wanted)
  if (!tokens.some((token) => token.stems.some((stem) => index.operations.some(({ resource }) => resource === stem))))
    return isOnlyOne(tokens, index) && !has('not') && !has('invalid') ? 'read' : undefined
  if (has('nonexistent')) return 'read'
  // "A rental with an end date in the past must be refused".
  if (isDenied(tokens) && relativeDaysIn(tokens).length > 0) return 'create'
  if (claimsOfList(tokens, index)) return 'list'
  // "Articles with 5 per page": how many a list gives.
  if ((has('size') || has('sorted')) && tokens.some((token) => isPlural(token, index))) return 'list'
  if (hasLiteralId(tokens, index)) return 'read'
  if (isOnlyRead(tokens, index) && !(isDenied(tokens) && leavesOut(tokens, index))) return 'read'
  if (isImperative(tokens, index)) return 'create'
  if (!isDenied(tokens) && isNarrowedList(tokens, index)) return 'list'
  if (isOrdered(tokens, index)) return 'create'
  if (has('duplicate') && (has('refuse') || has('not') || statusIn(tokens) !== undefined)) return 'create'
  if (has('auth')) return 'list'
  if ((has('without') || has('missing') || has('invalid')) && leavesOut(tokens, index)) return 'create'
  if (tooFarIn(tokens).length > 0 && leavesOut(tokens, index)) return 'create'
  if (isNarrowedList(tokens, index)) return 'list'
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
  return isLook(tokens, index)
}

/** "Client with id 0 -> 404", "order 42": one thing by its identifier, where a path takes it. */
const hasLiteralId = (tokens: readonly Token[], index: ProjectIndex): boolean =>
  index.operations.some((operation) => operation.role === 'read' && literalIdAt(tokens, operation) !== undefined)

/** The number behind the noun of a thing that says which one is meant: "client 1", "client with id 0", "order #42". */
export function literalIdAt(tokens: readonly Token[], { resource, fields, role, path }: KnownOperation): Token | undefined {
  const last = fields.findLast(({ in: place }) => place === 'path')
  if (!last || role === 'create' || role === 'list' || !path.includes('{')) return undefined
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'word' || !token.stems.includes(resource)) continue
    let next = at + 1
    while (/^(?:with|by|id|ids?|no|nr|number|#|the|=|:|is|con|mit|avec)$/.test(tokens[next]?.plain ?? tokens[next]?.text ?? ''))
      next++
    const value = tokens[next]
    const behind = tokens[next + 1]
    const isPlain = behind === undefined || behind.kind !== 'word' || behind.concepts.size > 0 || behind.stop
    const isAnswer = next === at + 1 && isStatus(value?.value) && (value?.value ?? 0) >= 400 && behind?.kind !== 'sign'
    if (value?.kind === 'number' && isPlain && !isAnswer && !behind?.concepts.has('times') && Number.isInteger(value.value))
      return value
  }
  return undefined
}

const isDenied = (tokens: readonly Token[]): boolean => {
  const has = (...wanted: Concept[]) => says(tokens, ...wanted)
  return has('refuse') || (has('not') && has('able')) || (statusIn(tokens) ?? 200) >= 400
}

/** "Every product has a price", "orders are sorted by date": said of the list, which has to be asked for. */
export const claimsOfList = (tokens: readonly Token[], index: ProjectIndex): boolean =>
  !isDenied(tokens) &&
  index.operations.some(
    (operation) =>
      operation.role === 'list' &&
      tokens.some(({ stems }) => stems.includes(operation.resource)) &&
      listClaims(tokens, operation).checks.length > 0,
  )

/** "The profile returns 200", "server info contains a version": what is said of a thing is seen by reading it, which changes nothing. */
function isLook(tokens: readonly Token[], index: ProjectIndex): OperationRole | undefined {
  const isSaid = tokens.some(({ concepts }) =>
    (['check', 'contains', 'answer', 'expect', 'own', 'is', 'duration'] as const).some((one) => concepts.has(one)),
  )
  if (!isSaid || isDenied(tokens) || hasUnknownWord(tokens, index)) return undefined
  const read = index.operations.filter(
    ({ method, resource }) => method === 'GET' && tokens.some(({ stems }) => stems.includes(resource)),
  )
  if (read.length === 0) return undefined
  return tokens.some((token) => isPlural(token, index)) || read.every(({ role }) => role === 'list') ? 'list' : 'read'
}

/** "Booking without passenger name": what is made lacks a member. */
const leavesOut = (tokens: readonly Token[], index: ProjectIndex): boolean => {
  const [far] = tooFarIn(tokens)
  const at = tokens.findIndex(
    (token) => token === far || (['without', 'missing', 'invalid'] as const).some((one) => token.concepts.has(one)),
  )
  const near = tokens.slice(Math.max(0, at - 3), at + 5)
  return index.operations.some(
    (one) =>
      one.role === 'create' &&
      tokens.some(({ stems }) => stems.includes(one.resource)) &&
      sendable(one).some(
        ({ in: place, words }) =>
          place === 'body' && words.length > 0 && words.every((word) => near.some(({ stems }) => stems.includes(word))),
      ),
  )
}

/** "Zorgle the things": with a word that nobody knows, a request may mean anything. */
const hasUnknownWord = (tokens: readonly Token[], index: ProjectIndex): boolean =>
  tokens.some(
    ({ kind, text, stop, concepts, stems }) =>
      kind === 'word' &&
      !stop &&
      concepts.size === 0 &&
      !/\d/.test(text) &&
      !stems.some((stem) => index.vocabulary.stems.has(stem)),
  )

/** Whether a thing is named, with values for what a request of this role sends in `place`. */
const hasValuesFor = (role: 'list' | 'create', place: 'query' | 'body', tokens: readonly Token[], index: ProjectIndex): boolean =>
  index.operations.some(
    (operation) =>
      operation.role === role &&
      tokens.some(({ stems }) => stems.includes(operation.resource)) &&
      fieldValuesIn(
        tokens,
        sendable(operation).filter((field) => field.in === place),
        false,
      ).values.size > 0,
  )

/** "Articles by tag dragons": a list, by values of its query. */
const isNarrowedList = (tokens: readonly Token[], index: ProjectIndex): boolean =>
  tokens.some((token) => isPlural(token, index)) && hasValuesFor('list', 'query', tokens, index)

/** "check the status of the transfer": what is checked is something that can be read. */
export function mentionsReading(tokens: readonly Token[], { index }: Asked, last: Action | undefined): boolean {
  if (!last || !tokens.some((token) => token.concepts.has('check')) || statusIn(tokens) !== undefined) return false
  const stems = new Set(tokens.flatMap(({ stems }) => stems))
  return (
    index.operations.some((one) => one.role === 'read' && one.resource === last.resource && stems.has(one.resource)) ||
    [...looked(index)].some((noun) => noun !== last.resource && stems.has(noun) && !sent(last, noun))
  )
}

/** What a request sends is no thing to look at. */
const sent = ({ operation }: Action, noun: string): boolean =>
  operation?.fields.some(({ words }) => words.length === 1 && words[0] === noun) === true

/** "Category tree", "students of a course": all words are those of requests that read, and of no other. */
function isOnlyOne(tokens: readonly Token[], index: ProjectIndex): boolean {
  const content = tokens.filter(
    ({ kind, stop, concepts, text }) => kind === 'word' && !stop && concepts.size === 0 && !/\d/.test(text),
  )
  const [first] = content
  if (!first || content.length > 5 || (content.length === 1 && (first.plain.length < 6 || generic.has(stemOf(first.plain)))))
    return false
  const covering = index.operations.filter(({ words }) =>
    content.every(({ stems }) => stems.some((stem) => words.includes(stem))),
  )
  return covering.length > 0 && covering.every(({ method }) => method === 'GET')
}

/** "The health check works": what has nothing but a request that reads is read. */
function isOnlyRead(tokens: readonly Token[], index: ProjectIndex): boolean {
  const named = index.operations.filter(({ resource }) => tokens.some(({ stems }) => stems.includes(resource)))
  if (isOnlyOne(tokens, index)) return true
  const isShort = tokens.filter(({ kind, stop }) => kind === 'word' && !stop).length <= 5
  return (
    named.length > 0 &&
    named.every(({ method }) => method === 'GET') &&
    ((isShort && !hasUnknownWord(tokens, index)) ||
      statusIn(tokens) !== undefined ||
      tokens.some(({ concepts }) => concepts.has('check') || concepts.has('test') || concepts.has('is')))
  )
}

/** "order for 7 x A-100, high priority": a thing with values and no verb is made. */
function isOrdered(tokens: readonly Token[], index: ProjectIndex): boolean {
  if (tokens.some(({ concepts }) => (['ask', 'is', 'not', 'must', 'expect', 'users'] as const).some((one) => concepts.has(one))))
    return false
  if (hasUnknownWord(tokens, index)) return false
  return hasValuesFor('create', 'body', tokens, index)
}

/** "list the orders, look only at the open ones": the same list, narrowed. */
export function narrowed(tokens: readonly Token[], last: Action | undefined, index: ProjectIndex): boolean {
  if (last?.role !== 'list' || !last.operation) return false
  if (tokens.some(({ stems }) => index.operations.some(({ resource }) => stems.includes(resource)))) return false
  if (
    !tokens.every(({ concepts }) => !(['create', 'delete', 'update', 'gone', 'exists'] as const).some((one) => concepts.has(one)))
  )
    return false
  const open = last.operation.fields.filter(({ name, in: place }) => place === 'query' && !last.fields.has(name))
  return fieldValuesIn(tokens, open, false).values.size > 0
}
