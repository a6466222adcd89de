import type { Concept } from '../../glossaries/glossary.ts'
import type { Token } from '../reading.ts'
import type { Action } from './action.ts'

const idle: readonly Concept[] = [
  'test',
  'check',
  'then',
  'and',
  'it',
  'is',
  'must',
  'able',
  'expect',
  'again',
  'not',
  'to',
  'in',
  'with',
  'all',
  'answer',
  'status',
  'case',
  'new',
  'if',
  'yes',
  'help',
  'refuse',
  'now',
  'called',
  'token',
  'auth',
  'from',
  'before',
  'after',
  'every',
  'project',
  'suite',
]

/** Whether a clause has a word that means something by itself. */
export const saysSomething = (tokens: readonly Token[]): boolean =>
  tokens.some(
    (token) =>
      token.kind === 'quoted' ||
      (token.kind === 'word' &&
        !token.stop &&
        token.plain.length > 2 &&
        ![...token.concepts].some((concept) => idle.includes(concept))),
  )

/** What a request says and no action has: denials, numbers, comparisons, quotations. A plan without them would be a wrong one. */
export function leftOver(tokens: readonly Token[], actions: readonly Action[]): number {
  const isDenied = tokens.some(
    (token) =>
      token.concepts.has('not') ||
      token.concepts.has('refuse') ||
      token.concepts.has('without') ||
      token.concepts.has('invalid') ||
      token.concepts.has('minus'),
  )
  const isDenying = actions.some(
    (one) => one.refused || (one.status ?? 200) >= 400 || one.token || one.omit.length > 0 || one.checks.some(({ not }) => not),
  )
  const said = new Set(
    actions.flatMap((one) => [...one.fields.values(), one.status, ...one.checks.map(({ value }) => value)].map(String)),
  )
  const path = actions.map((one) => one.path).join(' ')
  const numbers = tokens.filter(
    ({ kind, value, text }) => kind === 'number' && value !== undefined && !said.has(String(value)) && !path.includes(text),
  )
  const close = numbers.filter(({ value }) => ![...said].some((one) => Math.abs(Number(one) - (value ?? 0)) <= 1))
  const quoted = tokens.filter(({ kind, text }) => kind === 'quoted' && !said.has(text))
  // A refusal of what is right: nothing says what is wrong in it.
  const isBaseless = actions.some(
    (one, at) =>
      one.refused &&
      one.fields.size === 0 &&
      one.omit.length === 0 &&
      !one.token &&
      !one.unknown &&
      actions[at - 1]?.path !== one.path &&
      actions.length === 1,
  )
  return (
    (isBaseless ? 0.3 : 0) + (isDenied && !isDenying ? 0.3 : 0) + (close.length > 0 ? 0.25 : 0) + (quoted.length > 0 ? 0.2 : 0)
  )
}

/** "the same book twice": the action once more; what must not be possible is the second one. */
export function repeat(actions: Action[], tokens: readonly Token[]): void {
  const at = tokens.findIndex((token) => token.concepts.has('again'))
  const last = actions.at(-1)
  const isWritten = actions.filter((one) => one.method === last?.method && one.path === last.path).length > 1
  if (at < 0 || !last || isWritten || last.implied || last.role === 'read' || last.role === 'list') return
  const { status, refused: wasRefused, ...rest } = last
  const isGone = last.role === 'delete' && status === undefined && !wasRefused
  const refused = wasRefused || (status === undefined && tokens.some((token) => token.concepts.has('not')))
  actions.splice(
    -1,
    1,
    { ...rest, refused: false, checks: [] },
    { ...rest, refused: refused && !isGone, ...(isGone ? { status: 404 } : status === undefined ? {} : { status }) },
  )
}

/** The same said twice, as in "delete it and check that it is gone. It must be gone". */
export function dropDouble(actions: Action[]): void {
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
