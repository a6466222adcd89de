import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'

type Carriers = Pick<SendRequestStep, 'headers' | 'query'>

/** Where an API key stands. */
export interface KeyPlace {
  place: 'header' | 'query'
  index: number
}

/** Without a name both stand in one variable, or in base64 already. */
interface Named {
  user?: string
  password: string
}

/** How a request says who asks, as its headers and parameters have it. */
export type RequestAuth =
  | { kind: 'none' }
  | { kind: 'bearer'; token: string }
  | ({ kind: 'basic' } & Named)
  | ({ kind: 'digest' } & Named)
  | ({ kind: 'api-key'; name: string; value: string } & KeyPlace)
  | { kind: 'other'; value: string }

/** What a person may choose. */
export const authKinds = ['none', 'bearer', 'basic', 'api-key', 'digest'] as const satisfies RequestAuth['kind'][]

const keyName =
  /^(?:x-)?(?:api|app|auth|access|subscription|private)?[-_]?(?:key|token)$|(?:api|access|subscription)[-_]?(?:key|token)$/i

const isOn = ({ disabled }: { disabled: boolean }): boolean => !disabled
const isAuthorization = ({ name }: { name: string }): boolean => name.trim().toLowerCase() === 'authorization'
const ownIndex = (headers: Carriers['headers']): number => headers.findIndex((one) => isOn(one) && isAuthorization(one))

/** See {@link RequestAuth}. `key` is where an API key stands whose name says nothing. */
export function authOf({ headers, query }: Carriers, key?: KeyPlace): RequestAuth {
  const value = headers[ownIndex(headers)]?.value
  if (value !== undefined) return authIn(value.trimStart())
  const places = [
    ...(key ? [key] : []),
    ...keysIn(headers).map((index) => ({ place: 'header' as const, index })),
    ...keysIn(query).map((index) => ({ place: 'query' as const, index })),
  ]
  for (const found of places) {
    const pair = pairsAt({ headers, query }, found.place)[found.index]
    if (pair && isOn(pair)) return { kind: 'api-key', ...found, name: pair.name, value: pair.value }
  }
  return { kind: 'none' }
}

const keysIn = (pairs: Carriers['query']): number[] =>
  pairs.flatMap((pair, index) => (isOn(pair) && keyName.test(pair.name.trim()) ? [index] : []))

const pairsAt = (carriers: Carriers, place: KeyPlace['place']) => (place === 'query' ? carriers.query : carriers.headers)

function authIn(value: string): RequestAuth {
  const [, scheme = '', rest = ''] = /^(bearer|basic|digest)(?:\s+(.*))?$/is.exec(value) ?? []
  const kind = scheme.toLowerCase()
  if (kind === 'bearer') return { kind, token: rest }
  if (kind !== 'basic' && kind !== 'digest') return { kind: 'other', value }
  // An answer to a challenge that somebody has written out is no name with a password.
  if (kind === 'digest' && /\bresponse *=/i.test(rest)) return { kind: 'other', value }
  const [, user, password = rest] = /^((?:\$\{[^{}]*\}|[^:])*):(.*)$/s.exec(rest) ?? []
  return user === undefined ? { kind, password } : { kind, user, password }
}

/** The header of an authorization. */
function valueOf(auth: Exclude<RequestAuth, { kind: 'none' | 'api-key' }>): string {
  if (auth.kind === 'other') return auth.value
  if (auth.kind === 'bearer') return `Bearer ${auth.token}`
  const scheme = auth.kind === 'basic' ? 'Basic' : 'Digest'
  return `${scheme} ${auth.user === undefined ? '' : `${auth.user}:`}${auth.password}`
}

/** Changes a request so that it says who asks in this way, and in the one before no more; gives the place of an API key. */
export function setAuth(draft: Carriers, auth: RequestAuth, key?: KeyPlace): KeyPlace | undefined {
  const before = authOf(draft, key)
  if (auth.kind === 'api-key') return setKey(draft, auth, before)
  if (before.kind === 'api-key') pairsAt(draft, before.place).splice(before.index, 1)
  const at = ownIndex(draft.headers)
  const header = draft.headers[at]
  if (auth.kind === 'none') draft.headers.splice(at, header ? 1 : 0)
  else if (header) header.value = valueOf(auth)
  else draft.headers.push({ name: 'Authorization', value: valueOf(auth), disabled: false })
  return undefined
}

function setKey(draft: Carriers, auth: Extract<RequestAuth, { kind: 'api-key' }>, before: RequestAuth): KeyPlace {
  const { name, value, place } = auth
  if (before.kind === 'api-key') {
    const known = pairsAt(draft, before.place)[before.index]
    if (known && before.place === place) {
      Object.assign(known, { name, value })
      return { place, index: before.index }
    }
    pairsAt(draft, before.place).splice(before.index, 1)
  }
  const at = ownIndex(draft.headers)
  if (at >= 0) draft.headers.splice(at, 1)
  const index = pairsAt(draft, place).push({ name, value, disabled: false }) - 1
  return { place, index }
}
