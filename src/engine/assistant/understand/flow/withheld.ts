import type { Concept } from '../../glossaries/glossary.ts'
import type { Token } from '../reading.ts'
import type { Action } from './action.ts'

/** A member that must be nowhere in an answer, and the words that say so. */
export interface Withheld {
  name: string
  used: Token[]
}

const has = (token: Token | undefined, ...wanted: Concept[]): boolean => wanted.some((one) => token?.concepts.has(one) === true)
const shows =
  /^(?:show|shows|return|returns|returned|leak|leaks|leaked|expose|exposes|exposed|reveal|reveals|show up|appear|appears)$/

/** "Must not contain a password", "no token in the response": what is secret is nowhere in the answer. */
export function withheldIn(tokens: readonly Token[]): Withheld | undefined {
  const not = tokens.findIndex((token) => has(token, 'not', 'without'))
  const rest = tokens.slice(not + 1)
  const at = rest.findIndex(
    (token) =>
      token.kind === 'word' &&
      (has(token, 'secret', 'token') || /secret|passw|token|hash/i.test(token.text)) &&
      !has(token, 'auth', 'login'),
  )
  const named = rest[at]
  if (not < 0 || !named || !/^[A-Za-z_]\w*$/.test(named.text) || at > 5) return undefined
  const between = rest.slice(0, at)
  const behind = rest.slice(at + 1, at + 4)
  const isSaidOf =
    between.some((token) => has(token, 'contains', 'own', 'reveal') || shows.test(token.plain)) ||
    (behind.some((token) => has(token, 'in')) && behind.some((token) => has(token, 'answer', 'body', 'list')))
  const until = isSaidOf ? behind.findLastIndex((token) => has(token, 'in', 'answer', 'body')) : -1
  const from = tokens.slice(0, not).findLastIndex((token) => !has(token, 'check', 'must', 'answer', 'is') && !token.stop)
  return isSaidOf ? { name: named.text, used: tokens.slice(from + 1, not + 2 + at + until + 1) } : undefined
}

/** Looks for it in the whole answer of an action, however deep it stands. */
export function hold(action: Action | undefined, { name, used }: Withheld): void {
  action?.checks.push({ source: 'json', at: `$..${name}`, is: 'exists', not: true })
  action?.used.push(...used)
}
