import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { signedAuthIn, signedAuthText, type AwsAuth, type OAuth1Auth } from '#engine/steps/send-request/auth/signed-auth.ts'
import { headerKey } from '#engine/project/inherited-headers.ts'

/** What can say who asks. */
export type Carriers = Pick<SendRequestStep, 'headers' | 'query'>

/** Where an API key stands, and what it is called there: a row of another name has come in its place. */
export interface KeyPlace {
  place: 'header' | 'query'
  index: number
  name: string
}

/** Without a name both are in one variable, or in base64 already. */
interface Named {
  user?: string
  password: string
}

/** How a request says who asks, as its headers and parameters have it. */
export type RequestAuth =
  | { kind: 'none' }
  /** Inherited. */
  | { kind: 'inherit' }
  | { kind: 'bearer'; token: string }
  | ({ kind: 'basic' } & Named)
  | ({ kind: 'digest' } & Named)
  | ({ kind: 'ntlm' } & Named)
  | AwsAuth
  | OAuth1Auth
  | ({ kind: 'api-key'; value: string } & KeyPlace)
  | { kind: 'other'; value: string }

/** What a user may choose. */
export const authKinds = [
  'inherit',
  'none',
  'bearer',
  'basic',
  'api-key',
  'digest',
  'ntlm',
  'aws',
  'oauth1',
] as const satisfies RequestAuth['kind'][]

const keyName =
  /^(?:x-)?(?:api|app|auth|access|subscription|private)?[-_]?(?:key|token)$|(?:api|access|subscription)[-_]?(?:key|token)$/i

const isOn = ({ disabled }: { disabled: boolean }): boolean => !disabled
const isAuthorization = (row: { name: string }): boolean => headerKey(row) === 'authorization'
const ownIndex = (headers: Carriers['headers']): number => headers.findIndex((one) => isOn(one) && isAuthorization(one))

/** Headers that a request inherits, unless it has its own. */
export type Offered = readonly { name: string; value: string }[]

/** Whether a variable holds a secret. */
type IsSecret = (name: string) => boolean
const nothingSecret: IsSecret = () => false

/** Secrets that are credentials of something else. */
const ofOthers = /^(?:cookie|proxy-authorization)$/i

/** One secret and nothing else, under whatever name. */
function isSecretAlone({ name, value }: { name: string; value: string }, isSecret: IsSecret): boolean {
  const variable = /^\s*\$\{([^{}]+)\}\s*$/.exec(value)?.[1]
  return variable !== undefined && isSecret(variable) && !ofOthers.test(name.trim())
}

/** Of headers that are inherited, those that say who asks. */
export const credentialsIn = <H extends Offered[number]>(offered: readonly H[], isSecret = nothingSecret): H[] =>
  offered.filter((row) => isAuthorization(row) || keyName.test(row.name.trim()) || isSecretAlone(row, isSecret))

/** See {@link RequestAuth}. `key` is where an API key stands whose name says nothing; a pair that is one secret and nothing else is one too. */
export function authOf(
  { headers, query }: Carriers,
  key?: KeyPlace,
  offered: Offered = [],
  isSecret = nothingSecret,
): RequestAuth {
  const value = headers[ownIndex(headers)]?.value
  if (value !== undefined) return authIn(value.trimStart())
  const places = [
    ...(key && pairsAt({ headers, query }, key.place)[key.index]?.name === key.name ? [key] : []),
    ...keysIn(headers).map((index) => ({ place: 'header' as const, index })),
    ...keysIn(query).map((index) => ({ place: 'query' as const, index })),
    ...secretsIn(headers, isSecret).map((index) => ({ place: 'header' as const, index })),
    ...secretsIn(query, isSecret).map((index) => ({ place: 'query' as const, index })),
  ]
  for (const found of places) {
    const pair = pairsAt({ headers, query }, found.place)[found.index]
    if (pair && isOn(pair)) return { kind: 'api-key', ...found, name: pair.name, value: pair.value }
  }
  const named = new Set(headers.map(headerKey))
  return { kind: credentialsIn(offered, isSecret).some((row) => !named.has(headerKey(row))) ? 'inherit' : 'none' }
}

const keysIn = (pairs: Carriers['query']): number[] =>
  pairs.flatMap((pair, index) => (isOn(pair) && keyName.test(pair.name.trim()) ? [index] : []))

const secretsIn = (pairs: Carriers['query'], isSecret: IsSecret): number[] =>
  pairs.flatMap((pair, index) => (isOn(pair) && isSecretAlone(pair, isSecret) ? [index] : []))

const pairsAt = (carriers: Carriers, place: KeyPlace['place']) => (place === 'query' ? carriers.query : carriers.headers)

function authIn(value: string): RequestAuth {
  const signing = signedAuthIn('authorization', value)
  if (signing && signing.kind !== 'ntlm') return signing
  const [, scheme = '', rest = ''] = /^(bearer|basic|digest|ntlm)(?:\s+(.*))?$/is.exec(value) ?? []
  const kind = scheme.toLowerCase()
  if (kind === 'bearer') return { kind, token: rest }
  if (kind !== 'basic' && kind !== 'digest' && kind !== 'ntlm') return { kind: 'other', value }
  // A literal response to a challenge isn't a user name with a password.
  if (kind === 'digest' && /\bresponse *=/i.test(rest)) return { kind: 'other', value }
  // Nor is a message of NTLM.
  if (kind === 'ntlm' && rest.startsWith('TlRM')) return { kind: 'other', value }
  const [, user, password = rest] = /^((?:\$\{[^{}]*\}|[^:])*):(.*)$/s.exec(rest) ?? []
  return user === undefined ? { kind, password } : { kind, user, password }
}

/** The header of an authorization. */
function valueOf(auth: Exclude<RequestAuth, { kind: 'none' | 'inherit' | 'api-key' }>): string {
  if (auth.kind === 'other') return auth.value
  if (auth.kind === 'bearer') return `Bearer ${auth.token}`
  if (auth.kind === 'aws' || auth.kind === 'oauth1') return signedAuthText(auth)
  const scheme = { basic: 'Basic', digest: 'Digest', ntlm: 'NTLM' }[auth.kind]
  return `${scheme} ${auth.user === undefined ? '' : `${auth.user}:`}${auth.password}`
}

/**
 * Changes a request so that it says who asks in this way, and in the one before no more, be it inherited; gives the place of an API key.
 */
export function setAuth(
  draft: Carriers,
  auth: RequestAuth,
  key?: KeyPlace,
  offered: Offered = [],
  isSecret = nothingSecret,
): KeyPlace | undefined {
  const inherited = credentialsIn(offered, isSecret)
  const isLeftOut = (row: Carriers['headers'][number]): boolean =>
    row.disabled && row.value === '' && inherited.some((one) => headerKey(one) === headerKey(row))
  // Rows that left something out are written again, before anything is put behind them.
  const place = setOwn(draft, auth, keptPlace(draft, key, isLeftOut), isSecret)
  if (auth.kind === 'inherit') return place
  const named = new Set(draft.headers.map(headerKey))
  for (const { name } of inherited) if (!named.has(headerKey({ name }))) draft.headers.push({ name, value: '', disabled: true })
  return place
}

/** Takes rows out of the headers; where the API key stands without them. */
function keptPlace(
  draft: Carriers,
  key: KeyPlace | undefined,
  goes: (row: Carriers['headers'][number]) => boolean,
): KeyPlace | undefined {
  const before = key?.place === 'header' ? draft.headers.slice(0, key.index).filter(goes).length : 0
  for (let index = draft.headers.length - 1; index >= 0; index--) {
    const row = draft.headers[index]
    if (row && goes(row)) draft.headers.splice(index, 1)
  }
  return key && { ...key, index: key.index - before }
}

function setOwn(draft: Carriers, auth: RequestAuth, key: KeyPlace | undefined, isSecret: IsSecret): KeyPlace | undefined {
  const before = authOf(draft, key, [], isSecret)
  if (auth.kind === 'api-key') return setKey(draft, auth, before)
  if (before.kind === 'api-key') pairsAt(draft, before.place).splice(before.index, 1)
  const at = ownIndex(draft.headers)
  const header = draft.headers[at]
  if (auth.kind === 'none' || auth.kind === 'inherit') draft.headers.splice(at, header ? 1 : 0)
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
      return { place, index: before.index, name }
    }
    pairsAt(draft, before.place).splice(before.index, 1)
  }
  const at = ownIndex(draft.headers)
  if (at >= 0) draft.headers.splice(at, 1)
  const index = pairsAt(draft, place).push({ name, value, disabled: false }) - 1
  return { place, index, name }
}
