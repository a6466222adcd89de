import type { Concept } from '../../glossaries/glossary.ts'
import { statusIn } from '../expectations.ts'
import type { Token } from '../reading.ts'
import { isOutside } from './attach.ts'
import type { Action } from './action.ts'

/** What a piece may say beside its number: what is expected of it. */
const expecting: readonly Concept[] = [
  'not',
  'refuse',
  'expect',
  'must',
  'able',
  'is',
  'to',
  'answer',
  'status',
  'character',
  'with',
  'and',
  'invalid',
]

/** Whether a piece only says of another number whether it works: it stands by itself. */
export function isOtherValue(tokens: readonly Token[]): boolean {
  const status = statusIn(tokens)
  const isPlain = tokens.every(
    ({ kind, stop, concepts, value }) =>
      kind === 'end' || kind === 'sign' || value !== undefined || stop || expecting.some((one) => concepts.has(one)),
  )
  const numbers = tokens.filter(({ kind, value }) => kind === 'number' && value !== undefined && value !== status)
  return isPlain && numbers.length === 1 && tokens.length > 1 && isTold(tokens)
}

const isDenied = (tokens: readonly Token[]): boolean =>
  tokens.some(({ concepts }) => concepts.has('not') || concepts.has('refuse') || concepts.has('invalid'))

const isTold = (tokens: readonly Token[]): boolean =>
  isDenied(tokens) ||
  statusIn(tokens) !== undefined ||
  tokens.some(({ plain }) => /^(?:works?|ok|okay|fine|passes|succeeds?|accepted|allowed)$/.test(plain))

/** "Name of 255 characters works, 256 doesn't", "limit 100 is fine, 101 gives 400": the request before with another value; undefined where a piece says something else. */
export function withOtherValue(tokens: readonly Token[], last: Action | undefined): Action | undefined {
  const status = statusIn(tokens)
  const number = tokens.find(({ kind, value }) => kind === 'number' && value !== undefined && value !== status)
  if (!last?.operation || number?.value === undefined || !isOtherValue(tokens)) return undefined
  // What was sent before: a number, or a text of so many characters.
  const sent = [...last.fields].findLast(
    ([, value]) => typeof value === 'number' || (typeof value === 'string' && /^a+$/.test(value)),
  )
  if (!sent) return undefined
  const [name, before] = sent
  const value = typeof before === 'number' ? number.value : 'a'.repeat(Math.min(10_000, Math.max(0, Math.round(number.value))))
  const { status: _status, ...rest } = last
  const made: Action = {
    ...rest,
    ...(status === undefined ? {} : { status }),
    refused: isDenied(tokens) && status === undefined,
    fields: new Map(last.fields).set(name, value),
    checks: [],
    used: [...tokens],
  }
  if (!made.refused && status === undefined && isOutside(made)) made.refused = true
  return made
}
