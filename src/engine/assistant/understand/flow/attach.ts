import type { Concept } from '../../glossaries/glossary.ts'
import { answerFields, pathOf, sendable, type KnownField } from '#engine/case-builder/project-index.ts'
import { answerListOf } from '#engine/case-builder/answer-list.ts'
import { checksIn, memberChecks, statusIn } from '../expectations.ts'
import { fieldValuesIn, tooFarIn, type FieldValue } from '../field-values.ts'
import { isStatus } from '../quantities.ts'
import { says, type Token } from '../reading.ts'
import { answersWith, type Action } from './action.ts'
import { listClaims, sortedBy, withoutClaims } from './list-claims.ts'

/** What a clause says of the answer, and of how the request is sent. */
export function attach(action: Action, tokens: readonly Token[]): void {
  const has = (...wanted: Concept[]) => says(tokens, ...wanted)
  const status = statusIn(tokens)
  if (status !== undefined) action.status = status
  const isDenied = has('not') && (has('able') || has('must') || has('expect'))
  if ((has('refuse') || isDenied) && status === undefined) action.refused = true
  if ((has('without') || has('missing')) && (!has('token') || tokens.some(({ plain }) => secrets.test(plain)))) {
    const from = tokens.findIndex((token) => token.concepts.has('without') || token.concepts.has('missing'))
    const near = tokens.slice(Math.max(0, from - 2), from + 5)
    const behindWithout = tokens.slice(from + 1, from + 3)
    // "An email without @": what it lacks is a part of it.
    const isPart =
      tokens[from]?.concepts.has('without') === true &&
      /^(?:@|at|dot|domain|digits?|numbers?|letters?|uppercase|lowercase)$/.test(
        behindWithout.find(({ stop }) => !stop)?.plain ?? '@',
      )
    const meant = (action.operation ? sendable(action.operation) : []).filter(
      ({ words, name, in: place, required }) =>
        (place === 'body' || (place === 'query' && required)) &&
        words.length > 0 &&
        !isPart &&
        // "Song without group": the thing, whose members may be called like it.
        !(
          words.length === 1 &&
          words[0] === action.resource &&
          !behindWithout.some(({ stems }) => stems.includes(action.resource))
        ) &&
        (words.every((word) => near.some(({ stems }) => stems.includes(word))) ||
          near.some(({ text }) => text.toLowerCase() === name.toLowerCase())),
    )
    // "Passenger name" is not the name.
    for (const { name, words } of meant)
      if (!meant.some((other) => other.words.length > words.length && words.every((word) => other.words.includes(word))))
        action.omit.push(name)
    const partial = isPart
      ? action.operation?.fields.find(
          ({ words, in: place }) => place === 'body' && words.every((word) => near.some(({ stems }) => stems.includes(word))),
        )
      : undefined
    if (partial && /mail/i.test(partial.name)) {
      action.fields.set(partial.name, 'not-an-address')
      if (status === undefined) action.refused = true
    }
    if (action.omit.length > 0 && status === undefined) action.refused = true
    for (const name of action.omit) action.fields.delete(name)
    action.named = action.named.filter((name) => !action.omit.includes(name))
  }
  takeCredentials(action, tokens, status)
  if (has('nonexistent') && !isInvented(action, tokens) && !isOfOther(action, tokens)) {
    if (isForeign(action, tokens)) {
      action.as = 'other_user'
      action.status ??= answersWith(action.operation, 403) || !answersWith(action.operation, 404) ? 403 : 404
    } else {
      const named = action.path.includes('{') ? undefined : unknownIn(action, tokens)
      if (named) {
        action.fields.set(named.name, unknownFor(named))
        action.named = action.named.filter((name) => name !== named.name)
        if (action.status === undefined) action.refused = true
      } else {
        action.unknown = true
        // What the document has for what is not there (RFC 9110 section 15.5.5).
        action.status ??= [404, 400, 422, 410].find((one) => answersWith(action.operation, one)) ?? 404
      }
    }
  }
  if (has('invalid') && !action.token && !has('nonexistent')) {
    if (status === undefined) action.refused = true
    const from = tokens.findIndex((token) => token.concepts.has('invalid'))
    const near = tokens.slice(Math.max(0, from - 3), from + 4)
    const says = (word: string) => near.some((token) => token.stems.includes(word))
    const open = (action.operation?.fields ?? []).filter(
      ({ words, in: place }) => place !== 'path' && place !== 'header' && words.length > 0,
    )
    // "An event with an invalid location": the noun is no part of the name of its date.
    const wrong =
      open.find(({ words }) => words.every(says)) ??
      open.find(({ words }) => words.some((word) => word !== action.resource && says(word)))
    if (wrong && !action.fields.has(wrong.name)) action.fields.set(wrong.name, invalidFor(wrong))
    // "With an invalid id".
    const last = action.operation?.fields.findLast(({ in: place }) => place === 'path')
    const isOfId = near.some(({ stems, plain }) => stems.includes('id') || plain === 'id')
    if (!wrong && last && isOfId && !action.fields.has(last.name) && action.role !== 'create') {
      action.fields.set(last.name, 'not-an-id')
      const known = [400, 404, 422].find((one) => answersWith(action.operation, one))
      if (status === undefined && known !== undefined) Object.assign(action, { status: known, refused: false })
    }
  }
  takeTooMuch(action, tokens)
  takeMismatch(action, tokens, status)
  action.checks.push(...checksIn(tokens))
  const claims = action.operation ? listClaims(tokens, action.operation, action.fields) : { checks: [], used: [] }
  action.checks.push(
    ...claims.checks.filter((one) => !action.checks.some((there) => JSON.stringify(there) === JSON.stringify(one))),
  )
  action.used.push(...claims.used)
  if (action.operation)
    for (const [name, value] of sortedBy(tokens, action.operation, answerListOf(action.operation)?.fields))
      if (!action.fields.has(name)) {
        action.fields.set(name, value)
        action.used.push(...tokens.filter(({ concepts, stop }) => !stop && sorts.some((one) => concepts.has(one))))
      }
  // What is refused has an answer of its own.
  if (
    claims.checks.length === 0 &&
    (action.status ?? 200) < 400 &&
    !(action.refused && has('able')) &&
    (has('check') || has('must') || has('expect') || has('exists') || has('is'))
  ) {
    // What a request sends is set by it; what it does not send can only be looked at.
    const sent = new Set(action.role === 'read' || action.role === 'list' ? [] : action.operation?.fields.map(({ name }) => name))
    const members = (action.operation ? answerFields(action.operation) : []).filter(({ name }) => !sent.has(name))
    action.checks.push(...memberChecks(tokens, members).filter(({ at }) => !action.checks.some((one) => one.at === at)))
  }
  if (has('check')) action.checks.push(...sentChecks(action, tokens))
  if (has('check')) sameWithin(action, tokens)
  if (action.method === 'POST' && !action.token)
    action.checks.push(...tokenCheck(action, tokens).filter(({ at }) => !action.checks.some((one) => one.at === at)))
  const known =
    (action.operation ? sendable(action.operation) : undefined)?.filter(
      (field) =>
        field.in !== 'header' &&
        !action.fields.has(field.name) &&
        !action.omit.includes(field.name) &&
        !(field.words.length === 1 && field.words[0] === action.resource && field.in !== 'path'),
    ) ?? []
  // What is said already is the value of one field, not of the next one too.
  const taken = new Set([...action.fields.values()].flatMap((value) => [String(value), ...String(value).split(' ')]))
  const open = withoutClaims(tokens, claims)
    .filter((token) => !action.used.includes(token))
    .filter(({ kind, text, value }) => kind === 'end' || !(taken.has(text) || (value !== undefined && taken.has(String(value)))))
  for (const [name, value] of fieldValuesIn(open, known, false).values) action.fields.set(name, value)
  // "Limit 31 is too much".
  const tooFar = tooFarIn(tokens)
  if (tooFar.length > 0 && action.fields.size > 0) {
    action.used.push(...tooFar)
    if (status === undefined && action.status === undefined) action.refused = true
  }
  // A text that is too short or too long by itself asks for a refusal, where nothing else is said.
  if (status === undefined && !action.refused && action.status === undefined && isOutside(action)) action.refused = true
}

/** "Without a password": a member of what is sent, where it has one. */
const secrets = /^(?:passwords?|pass|pin|credentials|passwort|contraseña|mot de passe|密码)$/

/** Words for an order. */
const sorts: readonly Concept[] = ['sorted', 'descending', 'ascending']

/** "Withdraw more than the balance": more than anybody has, where it is refused. */
function takeTooMuch({ operation, fields, refused, status, used }: Action, tokens: readonly Token[]): void {
  const at = tokens.findIndex(({ concepts }) => concepts.has('greater'))
  const field = operation?.fields.find(
    ({ name, in: place, type }) => place === 'body' && (type === 'number' || type === 'integer') && isAmount(name),
  )
  const behind = tokens.slice(at + 1, at + 5)
  if (at < 0 || !field || fields.has(field.name) || !(refused || (status ?? 200) >= 400)) return
  if (behind.some(({ value, kind }) => value !== undefined && kind === 'number' && !isStatus(value))) return
  fields.set(field.name, most(field))
  const end = behind.findIndex(
    ({ concepts, kind }) =>
      kind === 'sign' || (['must', 'expect', 'answer', 'not', 'refuse'] as const).some((one) => concepts.has(one)),
  )
  used.push(...tokens.slice(at, at + 1 + (end < 0 ? behind.length : end)))
}

const isAmount = (name: string): boolean => /^(?:amount|price|total|sum|cost|quantity|qty|count|seats|units|points)$/i.test(name)

/** A number that nobody has so much of, and that the field can have. */
const most = ({ most: bound }: KnownField): number => Math.min(bound ?? Infinity, 999_999_999)

/** With which token a request is sent: none, one that is wrong, or one in its body that is wrong. */
function takeCredentials(action: Action, tokens: readonly Token[], status: number | undefined): void {
  const has = (...wanted: Concept[]) => says(tokens, ...wanted)
  if (has('token') && has('invalid') && !has('without', 'missing')) {
    const member = action.operation?.fields.find(({ name, in: place }) => place === 'body' && /token|jwt/i.test(name))
    // "Refresh with an invalid token": the one that is sent in the body.
    if (member && action.role !== 'read' && (action.operation?.protected === false || isAbout(action, member, tokens))) {
      action.fields.set(member.name, 'not-a-valid-token')
      const known = [401, 400, 403, 422].find((one) => answersWith(action.operation, one))
      if (status === undefined && known !== undefined) action.status = known
      else if (status === undefined) action.refused = true
      return
    }
    action.token = 'wrong'
  } else if (has('auth') || (has('token') && has('without', 'missing') && action.omit.length === 0)) action.token = 'none'
  // "Must not contain a token": said of the answer.
  else if (has('token') && has('not') && !has('contains', 'exists', 'own', 'reveal')) action.token = 'none'
  if (action.token && action.status === undefined && !isLetIn(tokens)) action.status = 401
}

/** Whether the words of a request are those of a member of its body: the token of "refresh". */
const isAbout = ({ operation }: Action, { words }: KnownField, tokens: readonly Token[]): boolean =>
  operation?.verbs.some((verb) => words.includes(verb) || /verif|validat|refresh|revok|introspect/.test(verb)) === true &&
  tokens.some(({ stems }) => stems.some((stem) => operation.verbs.includes(stem)))

/** "Without a token must work", "anyone can read it without login": what is asked for without credentials is given. */
const isLetIn = (tokens: readonly Token[]): boolean =>
  tokens.some(({ plain }) => letIn.test(plain)) &&
  !tokens.some(
    ({ concepts, plain }) =>
      concepts.has('not') || concepts.has('refuse') || concepts.has('only') || /^no(?:body|one|ne)$/.test(plain),
  )
const letIn = /^(?:works?|working|succeeds?|okay?|fine|possible|allowed|public|accessible|anyone|anybody|everyone|everybody)$/

/** Whether a text that is sent has a length that its field does not allow. */
export const isOutside = ({ fields, operation }: Action): boolean =>
  operation?.fields.some(({ name, type, least, most, values }) => {
    const value = fields.get(name)
    return (
      type === 'string' &&
      !values &&
      typeof value === 'string' &&
      (value.length < (least ?? 0) || value.length > (most ?? Infinity))
    )
  }) === true

/** "Change its price to 30, check the price": what was sent has to be in the answer. */
function sentChecks({ fields, operation, checks }: Action, tokens: readonly Token[]): Action['checks'] {
  if (!operation) return []
  const at = tokens.findIndex(({ concepts }) => concepts.has('check'))
  const behind = tokens.slice(at + 1)
  return answerFields(operation).flatMap(({ name, key, words }) => {
    const value = fields.get(name)
    const place = pathOf({ name, ...(key === undefined ? {} : { key }) })
    const isNamed = words.length > 0 && behind.some(({ stems }) => words.every((word) => stems.includes(word)))
    const isKnown = checks.some((one) => one.at === place)
    return !isNamed || isKnown || value === undefined || value === null
      ? []
      : [{ source: 'json' as const, at: place, is: 'equals' as const, value }]
  })
}

/** "With quantity 3 and check the quantity", where the answer has it inside of something: looked for where it is built. */
function sameWithin(action: Action, tokens: readonly Token[]): void {
  const { operation, fields, checks } = action
  const behind = tokens.slice(tokens.findIndex(({ concepts }) => concepts.has('check')) + 1)
  const members = operation ? answerFields(operation) : []
  if (!operation || !members.some(({ name }) => /^(?:data|result)$/.test(name))) return
  const names = operation.fields.filter(
    ({ name, words }) =>
      fields.has(name) &&
      !members.some((one) => one.name === name) &&
      words.length > 0 &&
      words.every((word) => behind.some(({ stems }) => stems.includes(word))),
  )
  if (names.length > 0 && checks.length === 0) action.same = names.map(({ name }) => name)
}

/** "Log in and check that a token comes back": where the answer has it, else anywhere in it. */
function tokenCheck({ operation, status, refused }: Action, tokens: readonly Token[]): Action['checks'] {
  const asks = tokens.some(({ concepts }) =>
    (['check', 'contains', 'answer', 'expect', 'exists'] as const).some((one) => concepts.has(one)),
  )
  const isSaid = tokens.some(({ plain }) => /^(?:access )?(?:token|jwt|jeton|令牌)/.test(plain))
  if (
    !asks ||
    !isSaid ||
    refused ||
    (status ?? 200) >= 400 ||
    tokens.some(({ concepts }) => concepts.has('not') || concepts.has('auth'))
  )
    return []
  const known = operation ? answerFields(operation).find(({ name }) => /token|jwt/i.test(name)) : undefined
  return [{ source: 'json', at: known ? pathOf(known) : '$..token', is: 'exists' }]
}

/** "The admin changes the password of another user": somebody who is there, and nothing is refused. */
const isOfOther = ({ status, refused }: Action, tokens: readonly Token[]): boolean =>
  (status ?? 200) < 400 &&
  !refused &&
  tokens.some(
    ({ concepts, plain }) =>
      concepts.has('nonexistent') && /^(?:of|belonging to)? ?(?:another|other|some(?:one|body) else)/.test(plain),
  ) &&
  !tokens.some(({ concepts }) => concepts.has('not') || concepts.has('refuse')) &&
  tokens.some(({ concepts }) => (['create', 'update', 'delete'] as const).some((one) => concepts.has(one)))

/** "Someone else's order": it is there, and somebody else asks for it; where a thing is made, by whom is known. */
const isForeign = ({ path, operation, as }: Action, tokens: readonly Token[]): boolean =>
  as === undefined &&
  operation?.protected === true &&
  path.includes('{') &&
  tokens.some(({ concepts, plain }) => concepts.has('nonexistent') && foreign.test(plain)) &&
  !tokens.some(({ plain }) => /^(?:guessing the id|random id|wrong id)$/.test(plain))

const foreign = /else|^(?:of )?(?:an)?other|not mine|isnt mine|not (?:a member|part) of|belong to$|(?:dont|not) own$|by me$/

/** "An unknown product into the wishlist", "for an unknown email": the member that names what is not there. */
function unknownIn({ operation, fields }: Action, tokens: readonly Token[]): KnownField | undefined {
  const at = tokens.findIndex(({ concepts }) => concepts.has('nonexistent'))
  const near = tokens.slice(Math.max(0, at - 4), at + 4)
  // Who can't sign in is told elsewhere.
  const signsIn = operation?.fields.some(({ name }) => /passw/i.test(name)) === true
  return operation?.fields.find(
    ({ name, in: place, words, values }) =>
      place !== 'path' &&
      place !== 'header' &&
      !values &&
      !fields.has(name) &&
      !(signsIn && !/token|code|key/i.test(name)) &&
      words.length > 0 &&
      words.every((word) => word === 'id' || near.some(({ stems }) => stems.includes(word))),
  )
}

/** A value that nothing has. */
const unknownFor = ({ type, name, format }: KnownField): FieldValue =>
  type === 'integer' || type === 'number'
    ? 999_999_999
    : /mail/i.test(name)
      ? 'nobody@example.com'
      : format === 'uuid'
        ? '00000000-0000-4000-8000-000000000000'
        : 'no-such-thing'

/** "Passwords that don't match": the repetition of one is another one. */
function takeMismatch(action: Action, tokens: readonly Token[], status: number | undefined): void {
  const has = (...wanted: Concept[]) => says(tokens, ...wanted)
  const isOther =
    tokens.some(({ plain }) => /^(?:mismatch|mismatching|differs?|different)$/.test(plain)) || (has('same') && has('not'))
  const repeated = action.operation?.fields.find(
    ({ name, in: place }) =>
      place !== 'path' && /^(?:conf|repeat|retype|re_?enter|again|verify)\w*pass|pass\w*(?:conf|repeat|again)/i.test(name),
  )
  if (!isOther || !repeated || !tokens.some(({ plain }) => /^passw|^pins?$/.test(plain)) || action.fields.has(repeated.name))
    return
  action.fields.set(repeated.name, 'another-password')
  action.used.push(
    ...tokens.filter(({ concepts, plain }) => concepts.has('not') || concepts.has('same') || /^(?:mis|differ)/.test(plain)),
  )
  if (status === undefined) action.refused = true
}

/** "Register made-up customers": what is made is there. */
const isInvented = ({ role, path, resource }: Action, tokens: readonly Token[]): boolean => {
  const at = tokens.findIndex(({ concepts }) => concepts.has('nonexistent'))
  return (
    role === 'create' &&
    !path.includes('{') &&
    tokens.slice(Math.max(0, at - 1), at + 2).some(({ stems }) => stems.includes(resource))
  )
}

/** A value that a field can't take. */
function invalidFor({ type, values, name, in: place }: KnownField): FieldValue {
  if (place === 'query') return 'not-valid'
  if (type === 'integer' || type === 'number') return 'not-a-number'
  if (type === 'boolean') return 'not-a-boolean'
  if (values) return 'no-such-value'
  if (/passw/i.test(name)) return 'not-the-password'
  return /mail/i.test(name) ? 'not-an-address' : ''
}
