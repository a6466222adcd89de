import type { Concept } from '../../glossaries/glossary.ts'
import { answerFields, isEnvelope, type ProjectIndex } from '#engine/case-builder/project-index.ts'
import { answerListOf } from '#engine/case-builder/answer-list.ts'
import { statusIn } from '../expectations.ts'
import { says, type Token } from '../reading.ts'
import { relatedOperation } from '#engine/case-builder/related-operations.ts'
import { plainWord } from '#engine/case-builder/words.ts'
import { plainAction, type Action } from './action.ts'

/** Verbs as what was done with a thing: "check that it was updated". */
const done: readonly Concept[] = ['update', 'create', 'new']

/** "And check it", "and verify". */
export const isBareCheck = (tokens: readonly Token[]): boolean =>
  tokens.some(({ concepts }) => concepts.has('check')) &&
  tokens.every(({ kind, stop, concepts }) => kind === 'end' || stop || concepts.has('check') || concepts.has('it'))

/**
 * "Check the new name", "the quantity must match", "check that it changed": the thing is read, and has what was sent. The action that looks, which may be the
 * one before; undefined where a clause says something else.
 */
export function asSent(tokens: readonly Token[], before: readonly Action[], index: ProjectIndex): Action | undefined {
  const last = before.at(-1)
  const sender = before.findLast(({ role, resource }) => (role === 'create' || role === 'update') && resource === last?.resource)
  const has = (...wanted: Concept[]) => says(tokens, ...wanted)
  if (!last || !sender?.operation || sender.refused || (sender.status ?? 200) >= 400) return undefined
  // "Update the price to 5 and check it".
  const isBare = sender.fields.size > 0 && isBareCheck(tokens)
  const isSame = has('same') || isBare
  const isDone = sender.role === 'update' && has('check', 'must') && has('update', 'new')
  // "My profile" is one thing, though no parameter says which.
  const isRead = last.role === 'read' || (last.method === 'GET' && !!last.operation && !answerListOf(last.operation))
  // "Read it again, content is "edited"": what was sent, by its name.
  const isSaidAgain =
    isRead &&
    has('is', 'must', 'expect') &&
    [...sender.fields].some(
      ([name, value]) =>
        tokens.some(({ plain }) => plain === name.toLowerCase()) &&
        tokens.some(({ text, value: number }) => text === String(value) || (number !== undefined && number === value)),
    )
  const isNamed = (has('check') || isSaidAgain) && (sender === last || isRead) && sender.fields.size > 0
  // The status of a thing, where one was sent, is no status of HTTP.
  const isOfHttp = has('status') && ![...sender.fields.keys()].some((name) => /stat(?:us|e)$/i.test(name))
  if (!(isSame || isDone || isNamed) || isOfHttp || has('delete', 'list', 'gone', 'not', 'refuse', 'again', 'nonexistent'))
    return undefined
  const values = new Set([...sender.fields.values()].map((value) => plainWord(String(value))))
  const isValue = ({ plain, text }: Token): boolean => values.has(plain) || values.has(plainWord(text))
  if (
    tokens.some(
      (token) =>
        !isValue(token) &&
        (token.value !== undefined || token.kind === 'quoted' || token.kind === 'method' || token.kind === 'path'),
    )
  )
    return undefined
  const reading = isRead ? last.operation : (relatedOperation(index, sender.operation, 'read') ?? sender.operation)
  if (!reading) return undefined
  const known = new Set(answerFields(reading).map(({ name }) => name))
  const sent = sender.operation.fields.filter(
    ({ in: place, name }) =>
      place === 'body' && (known.size === 0 || known.has(name) || [...known].some((one) => isEnvelope(one, sender.resource))),
  )
  const said = sent.filter(
    ({ words }) => words.length > 0 && words.every((word) => tokens.some(({ stems }) => stems.includes(word))),
  )
  // "Check the new order of things": what is named is no member of what was sent.
  const isOther = tokens.some(
    (token) =>
      token.kind === 'word' &&
      !token.stop &&
      token.concepts.size === 0 &&
      !isValue(token) &&
      !token.stems.includes(sender.resource) &&
      !sent.some(({ words }) => words.some((word) => token.stems.includes(word))),
  )
  if (isOther || sent.length === 0 || (said.length === 0 && !isSame && !tokens.some(({ concepts }) => concepts.has('update'))))
    return undefined
  if (isNamed && !isSame && !isDone) {
    if (said.length === 0 || !said.every(({ name }) => sender.fields.has(name))) return undefined
    // An answer that is documented without it: the thing is read.
    const answered = answerFields(sender.operation).map(({ name }) => name)
    const isAnswered = !sender.operation.api || answered.includes('data') || said.every(({ name }) => answered.includes(name))
    const look = isRead || isAnswered || reading === sender.operation ? last : plainAction(reading, 4)
    look.same = said.map(({ name }) => name)
    look.used.push(...tokens.filter(isValue))
    // "That it is there and the price is right": in the list as well, where nothing else is read.
    const list = look === last && !isRead && has('exists') ? relatedOperation(index, sender.operation, 'list') : undefined
    return list && answerListOf(list) ? { ...plainAction(list, 4), holds: true } : look
  }
  const look = isRead || reading === sender.operation ? last : plainAction(reading, 4)
  look.same = isBare
    ? [...sender.fields.keys()].filter((name) => sent.some((one) => one.name === name))
    : said.map(({ name }) => name)
  look.used.push(
    ...tokens.filter(
      ({ concepts, stems }) =>
        concepts.has('same') ||
        done.some((one) => concepts.has(one)) ||
        said.some(({ words }) => words.some((word) => stems.includes(word))),
    ),
  )
  return look
}

/** "Year must be a number: send "abc"": the value of the one field that was named before. */
export function tried(tokens: readonly Token[], last: Action | undefined): boolean {
  const [name, ...others] = last?.named ?? []
  const status = statusIn(tokens)
  const content = tokens.filter(
    ({ kind, stop, concepts, value }) =>
      kind !== 'end' &&
      !stop &&
      !(status !== undefined && (value === status || concepts.has('expect') || concepts.has('answer'))),
  )
  const [verb, value, ...more] = content
  const isValue = value?.kind === 'quoted' || value?.kind === 'number'
  if (!last || name === undefined || others.length > 0 || more.length > 0 || !isValue) return false
  if (!verb || !/^(?:send|use|try|enter|pass|with)$/.test(verb.plain)) return false
  last.fields.set(name, value.kind === 'number' ? (value.value ?? value.text) : value.text)
  last.used.push(value)
  if (status !== undefined) Object.assign(last, { status, refused: false })
  return true
}

/** What was sent by name is in what is read, as far as the document says that it has it. */
export function sameAs(made: Action, { fields, operation }: Action): void {
  const answered = made.operation ? answerFields(made.operation).map(({ name }) => name) : []
  const body = new Set(operation?.fields.flatMap(({ name, in: place }) => (place === 'body' ? [name] : [])))
  const sent = [...fields.keys()].filter(
    (name) =>
      (body.size === 0 || body.has(name)) &&
      (answered.length === 0 || answered.includes(name) || answered.some((one) => isEnvelope(one, made.resource))),
  )
  if (sent.length > 0) made.same ??= sent
}
