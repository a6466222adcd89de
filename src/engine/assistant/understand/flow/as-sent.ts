import type { Concept } from '../../glossaries/glossary.ts'
import { answerFields, type ProjectIndex } from '../../project-index.ts'
import type { Token } from '../reading.ts'
import { relatedOperation } from '../resolve-operation.ts'
import { plainAction, type Action } from './action.ts'

/** Verbs as what was done with a thing: "check that it was updated". */
const done: readonly Concept[] = ['update', 'create', 'new']

/**
 * "Check the new name", "the quantity must match", "check that it changed": the thing is read, and has what was sent. The action that looks, which may be the
 * one before; undefined where a clause says something else.
 */
export function asSent(tokens: readonly Token[], before: readonly Action[], index: ProjectIndex): Action | undefined {
  const last = before.at(-1)
  const sender = before.findLast(({ role }) => role === 'create' || role === 'update')
  const has = (...wanted: Concept[]) => tokens.some(({ concepts }) => wanted.some((one) => concepts.has(one)))
  if (!last || !sender?.operation || sender.refused || (sender.status ?? 200) >= 400 || last.resource !== sender.resource)
    return undefined
  const isSame = has('same')
  const isDone = sender.role === 'update' && has('check', 'must') && has('update', 'new')
  const isNamed = has('check') && sender === last && sender.fields.size > 0
  if (!(isSame || isDone || isNamed) || has('delete', 'list', 'gone', 'not', 'refuse', 'again', 'nonexistent', 'status'))
    return undefined
  if (tokens.some(({ value, kind }) => value !== undefined || kind === 'quoted' || kind === 'method' || kind === 'path'))
    return undefined
  const reading = last.role === 'read' ? last.operation : (relatedOperation(index, sender.operation, 'read') ?? sender.operation)
  if (!reading) return undefined
  const known = new Set(answerFields(reading).map(({ name }) => name))
  const sent = sender.operation.fields.filter(
    ({ in: place, name }) =>
      place === 'body' && (known.size === 0 || known.has('data') || known.has('result') || known.has(name)),
  )
  const said = sent.filter(
    ({ words }) => words.length > 0 && words.every((word) => tokens.some(({ stems }) => stems.includes(word))),
  )
  // "Check the new order of things": what is named is no member of what was sent.
  const isOther = tokens.some(
    ({ kind, stop, concepts, stems }) =>
      kind === 'word' &&
      !stop &&
      concepts.size === 0 &&
      !stems.includes(sender.resource) &&
      !sent.some(({ words }) => words.some((word) => stems.includes(word))),
  )
  if (isOther || sent.length === 0 || (said.length === 0 && !isSame && !tokens.some(({ concepts }) => concepts.has('update'))))
    return undefined
  if (isNamed && !isSame && !isDone) {
    if (said.length === 0 || !said.every(({ name }) => sender.fields.has(name))) return undefined
    last.same = said.map(({ name }) => name)
    return last
  }
  const look = last.role === 'read' || reading === sender.operation ? last : plainAction(reading, 4)
  look.same = said.map(({ name }) => name)
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
