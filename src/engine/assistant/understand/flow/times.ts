import type { Token } from '../reading.ts'
import type { Action } from './action.ts'

/** The most requests that are written one below the other; for more there are loops and load tests. */
const most = 20

/** "Park 3 cars", "create two accounts", "log in 5 times": how often something is done, and the words that say so. */
export function timesOf(
  { role, resource, operation, fields, method }: Action,
  tokens: readonly Token[],
): { times: number; used: Token[] } | undefined {
  for (const [at, token] of tokens.entries()) {
    const { value } = token
    if (value === undefined || !Number.isInteger(value) || value < 2 || value > most) continue
    const next = tokens[at + 1]
    if (!next || [...fields.values()].some((one) => String(one) === String(value))) continue
    if (next.concepts.has('times')) return { times: value, used: [token, next] }
    const inRow = tokens.findIndex(({ plain }, place) => plain === 'row' && place > at)
    // "With 3 items": what one request has of something.
    const isOwn = tokens.slice(Math.max(0, at - 2), at).some(({ concepts }) => concepts.has('with') || concepts.has('own'))
    const isThing = next.stems.includes(resource) || next.stems.some((stem) => operation?.words.includes(stem))
    if (method !== 'GET' && (role === 'create' || role === 'action') && isThing && !isOwn && next.plain.endsWith('s'))
      return { times: value, used: [token, ...(inRow < 0 ? [] : tokens.slice(inRow - 2, inRow + 1))] }
  }
  return undefined
}

const ordinals = ['second', 'third', 'fourth', 'last'] as const

/** Each action as often as it was said. Where an ordinal tells the last one from those before, what is expected is expected of that one. */
export function manifold(actions: Action[], tokens: readonly Token[]): void {
  // "From the first one's to the second's": what is done with each is not known.
  if (
    (['first', 'second'] as const).every((one) => tokens.some(({ concepts, text }) => concepts.has(one) || text.startsWith(one)))
  ) {
    for (const one of actions) if (one.times) one.used = one.used.filter(({ value }) => value !== one.times)
    return
  }
  for (let at = actions.length - 1; at >= 0; at--) {
    const one = actions[at]
    if (!one?.times || one.times < 2) continue
    const { times = 2, ...each } = one
    const isLast = tokens.some(
      ({ concepts, plain }) =>
        ordinals.some((ordinal, place) => concepts.has(ordinal) && (ordinal === 'last' || place + 2 === times)) ||
        plain === `${times}th`,
    )
    const { status, refused: _refused, ...plain } = each
    const before: Action = isLast
      ? { ...plain, refused: false, checks: [], ...(status !== undefined && status < 400 ? { status } : {}) }
      : { ...each, checks: [] }
    actions.splice(at, 1, ...Array.from({ length: times - 1 }, () => ({ ...before, fields: new Map(before.fields) })), each)
  }
}
