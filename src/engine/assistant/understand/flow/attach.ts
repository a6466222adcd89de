import { answerFields, type KnownField } from '../../project-index.ts'
import { checksIn, memberChecks, statusIn } from '../expectations.ts'
import { fieldValuesIn, type FieldValue } from '../field-values.ts'
import type { Token } from '../reading.ts'
import type { Action } from './action.ts'

/** What a clause says of the answer, and of how the request is sent. */
export function attach(action: Action, tokens: readonly Token[]): void {
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
  if (has('check') || has('must') || has('expect') || has('exists') || has('is')) {
    // What a request sends is set by it; what it does not send can only be looked at.
    const sent = new Set(action.role === 'read' || action.role === 'list' ? [] : action.operation?.fields.map(({ name }) => name))
    const members = (action.operation ? answerFields(action.operation) : []).filter(({ name }) => !sent.has(name))
    action.checks.push(...memberChecks(tokens, members).filter(({ at }) => !action.checks.some((one) => one.at === at)))
  }
  const known =
    action.operation?.fields.filter(
      ({ name, in: place }) => place !== 'header' && !action.fields.has(name) && !action.omit.includes(name),
    ) ?? []
  for (const [name, value] of fieldValuesIn(tokens, known, false).values) action.fields.set(name, value)
}

/** A value that a field can't take. */
function invalidFor({ type, values, name, in: place }: KnownField): FieldValue {
  if (place === 'query') return 'not-valid'
  if (type === 'integer' || type === 'number') return 'not-a-number'
  if (type === 'boolean') return 'not-a-boolean'
  if (values) return 'no-such-value'
  return /mail/i.test(name) ? 'not-an-address' : ''
}
