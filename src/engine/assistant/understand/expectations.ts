import type { Concept } from '../glossaries/glossary.ts'
import type { PlannedCheck } from '../plan.ts'
import { pathOf, type KnownField } from '#engine/case-builder/project-index.ts'
import { durationsIn, isStatus } from './quantities.ts'
import { says, type Token } from './reading.ts'
import { plainWord } from '#engine/case-builder/words.ts'

/** The status that a text expects: `answers 404`, `status 201`, `-> 401`, `must be 409`, `expect 400 instead of 201`. */
export function statusIn(tokens: readonly Token[]): number | undefined {
  const telling = (token: Token | undefined): boolean =>
    token !== undefined &&
    (token.kind === 'sign' || !token.concepts.has('to') || token.concepts.size > 1) &&
    says([token], 'expect', 'status', 'must', 'is', 'answer', 'to', 'check', 'refuse', 'again')
  const found = tokens.flatMap((token, at) => {
    if (!isStatus(token.value) || token.kind !== 'number') return []
    const unit = tokens[at + 1]
    if (unit && says([unit], 'millisecond', 'seconds', 'minute', 'hour', 'percent', 'users', 'times')) return []
    const before = tokens.slice(Math.max(0, at - 4), at)
    const after = tokens.slice(at + 1, at + 3)
    if (before.at(-1)?.concepts.has('instead') || tokens[at - 2]?.concepts.has('instead')) return []
    const isTold =
      before.some(telling) ||
      after.some(
        (one) =>
          one.concepts.has('expect') || one.concepts.has('status') || one.concepts.has('answer') || one.concepts.has('refuse'),
      )
    return isTold || tokens.length <= 2 || isEndOfRefusal(tokens, at) ? [token.value] : []
  })
  return found[0]
}

/** "Login wrong password 401": a status of an error as the last word of what is wrong. */
export const isEndOfRefusal = (tokens: readonly Token[], at: number): boolean => {
  const token = tokens[at]
  const rest = tokens.slice(at + 1)
  return (
    token?.kind === 'number' &&
    isStatus(token.value) &&
    token.value >= 400 &&
    (rest.length === 0 || rest[0]?.kind === 'end') &&
    tokens
      .slice(0, at)
      .some(({ concepts }) =>
        (['invalid', 'nonexistent', 'refuse', 'auth', 'without', 'missing', 'duplicate'] as const).some((one) =>
          concepts.has(one),
        ),
      )
  )
}

/** Checks beside the status: how long it may take, what type it is of, what stands at a path. */
export function checksIn(tokens: readonly Token[]): PlannedCheck[] {
  const checks: PlannedCheck[] = []
  const has = (...wanted: Concept[]) => says(tokens, ...wanted)
  const durations = durationsIn(tokens)
  const [duration] = durations
  if (
    duration &&
    !has('wait') &&
    !has('users') &&
    !has('load') &&
    (has('duration') || has('less') || has('atMost') || (has('answer') && duration.millisecond))
  ) {
    // "Under 500 ms, at least one book": how it is compared stands beside it.
    const near = tokens.slice(Math.max(0, duration.at - 4), duration.at)
    const beside = comparison(near.some(({ concepts }) => comparing.some((one) => concepts.has(one))) ? near : [])
    const is = beside === 'at-least' ? 'greater-than' : beside === 'equals' || beside === 'contains' ? 'less-than' : beside
    checks.push({ source: 'duration', is, value: Math.round(duration.seconds * 1000) })
  }
  if (has('contentType')) {
    const said = tokens.find(({ plain }) => /^(json|xml|html|csv|pdf)$/.test(plain))?.plain
    checks.push({ source: 'header', at: 'content-type', is: 'contains', value: said ?? 'json' })
  }
  const shape = has('array') ? 'array' : has('object') ? 'object' : undefined
  if (shape !== undefined && (has('answer') || has('body')) && (has('is') || has('check') || has('expect')))
    checks.push({ source: 'json', at: '$', is: 'is-type', value: shape })
  const header = tokens.findIndex((token) => token.concepts.has('header'))
  // "The header ETag", "the ETag header".
  const before = tokens[header - 1]
  const isBefore = before?.kind === 'word' && !before.stop && before.concepts.size === 0
  const named = isBefore ? before : tokens[header + 1]
  if (
    header >= 0 &&
    named?.kind === 'word' &&
    (has('exists') || has('check') || has('contains') || (isBefore && has('must'))) &&
    !has('set') &&
    !has('contentType')
  )
    checks.push({ source: 'header', at: named.text, is: 'exists', ...(has('not') ? { not: true } : {}) })
  for (const [at, token] of tokens.entries()) {
    // `meta.total is 3`.
    const isDotted = token.kind === 'word' && /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/.test(token.text)
    if (token.kind !== 'jsonpath' && !(isDotted && valueBehind(tokens, at)[1] !== undefined)) continue
    const path = isDotted ? `$.${token.text}` : token.text
    if (tokens.some((one) => one.concepts.has('keep'))) continue
    const [next, value] = valueBehind(tokens, at)
    const negative = tokens.slice(at, next).some((one) => one.concepts.has('not'))
    if (value === undefined) checks.push({ source: 'json', at: path, is: 'exists', ...(negative ? { not: true } : {}) })
    else
      checks.push({
        source: 'json',
        at: path,
        is: comparison(tokens.slice(at, next)),
        value,
        ...(negative ? { not: true } : {}),
      })
  }
  return checks
}

const comparing = ['less', 'greater', 'atLeast', 'atMost'] as const

function comparison(tokens: readonly Token[]): PlannedCheck['is'] {
  const has = (...wanted: Concept[]) => says(tokens, ...wanted)
  if (has('contains')) return 'contains'
  if (has('atLeast')) return 'at-least'
  if (has('atMost')) return 'at-most'
  if (has('less')) return 'less-than'
  return has('greater') ? 'greater-than' : 'equals'
}

/** The value that stands behind a path: quoted, a number, true or false, a word behind "is". */
export function valueBehind(tokens: readonly Token[], at: number): [next: number, value: string | number | boolean | undefined] {
  for (let next = at + 1; next < Math.min(tokens.length, at + 6); next++) {
    const token = tokens[next] as Token
    if (token.kind === 'quoted') return [next, token.text]
    if (token.value !== undefined) return [next, token.value]
    if (/^(true|false)$/.test(token.plain)) return [next, token.plain === 'true']
    const before = tokens[next - 1]
    if (
      token.kind === 'word' &&
      before &&
      (before.concepts.has('is') || before.kind === 'sign') &&
      !token.stop &&
      token.concepts.size === 0 &&
      !there.test(token.plain)
    )
      return [next, token.text]
    if (token.kind === 'end') break
  }
  return [at + 1, undefined]
}

/** "A token is returned": it is there, and no value. */
const there =
  /^(?:returned|present|provided|given|sent|shown|displayed|included|filled|available|valid|correct|generated|issued|received)$/

/** A text's sentences, without what ends them. */
export function sentencesOf(tokens: readonly Token[]): Token[][] {
  const sentences: Token[][] = [[]]
  for (const token of tokens)
    if (token.kind === 'end' && /[.!?\n。！？…]/.test(token.text)) sentences.push([])
    else sentences.at(-1)?.push(token)
  return sentences.filter((one) => one.length > 0)
}

/** Checks of members of an answer that a text names: that they have the value beside the name, else that they are there. */
export function memberChecks(tokens: readonly Token[], fields: readonly KnownField[]): PlannedCheck[] {
  const identifier = fields.find(({ name }) => /^id$/i.test(name)) ?? fields.find(({ name }) => /id$/i.test(name))
  return fields.flatMap((field): PlannedCheck[] => {
    const at = tokens.findIndex(
      (token, place) =>
        token.kind === 'word' &&
        (token.plain === field.name.toLowerCase() ||
          // "A confirmation code".
          (field.words.length > 1 && field.words.every((word, next) => tokens[place + next]?.stems.includes(word))) ||
          (field === identifier && token.stems.includes('id') && token.text !== "I'd")) &&
        !token.concepts.has('status'),
    )
    if (at < 0) return []
    const not = tokens.slice(at).some((token) => token.concepts.has('not')) ? { not: true } : {}
    const place = { source: 'json' as const, at: pathOf(field) }
    const near = tokens.slice(Math.max(0, at - 2), at + 5)
    const typed = near.find(({ plain }) => types.has(plain))
    if (typed && near.some(({ concepts }) => concepts.has('must') || concepts.has('is') || concepts.has('expect')))
      return [{ ...place, is: 'is-type', value: types.get(typed.plain) ?? '', ...not }]
    const member = field.values?.find(
      (value) => typeof value === 'string' && near.some(({ plain }) => plain === plainWord(value)),
    )
    const value = typeof member === 'string' ? member : fittingValue(tokens, at, field)
    if (value === undefined) return [{ ...place, is: 'exists', ...not }]
    const compared = comparison(tokens.slice(at + 1, valueBehind(tokens, at)[0] + 1))
    // "Not more than 3" is a comparison of its own.
    const is = typeof value === 'number' || compared === 'contains' ? compared : 'equals'
    return [{ ...place, is, value, ...(orders.has(is) ? {} : not) }]
  })
}

/** "Must be a number": the types of JSON, by the words of people. */
const types: ReadonlyMap<string, string> = new Map([
  ...['number', 'numeric'].map((word) => [word, 'number'] as const),
  ...['string', 'text'].map((word) => [word, 'string'] as const),
  ...['boolean', 'bool'].map((word) => [word, 'boolean'] as const),
  ...['array', 'list'].map((word) => [word, 'array'] as const),
  ['integer', 'integer'],
  ['object', 'object'],
])

const orders: ReadonlySet<string> = new Set(['less-than', 'at-most', 'greater-than', 'at-least'])

function fittingValue(tokens: readonly Token[], at: number, { type, values }: KnownField): string | number | boolean | undefined {
  const [, value] = valueBehind(tokens, at)
  if (value === undefined || (values && !values.includes(value))) return undefined
  const isFitting =
    type === undefined || type === typeof value || (typeof value === 'number' && (type === 'integer' || type === 'number'))
  return isFitting ? value : undefined
}
