/** AWS Signature Version 4, as `Authorization: AWS accessKey secretKey token:… region:… service:… in:query` says. */
export interface AwsAuth {
  kind: 'aws'
  accessKey: string
  secretKey: string
  /** Of temporary credentials. */
  sessionToken: string
  /** Empty: read from the host. */
  region: string
  /** Empty: read from the host. */
  service: string
  place: 'header' | 'query'
}

/** Signature methods of OAuth 1.0a: RFC 5849 section 3.4, and the SHA-2 ones that providers added. */
export const oauth1Methods = [
  'HMAC-SHA1',
  'HMAC-SHA256',
  'HMAC-SHA512',
  'RSA-SHA1',
  'RSA-SHA256',
  'RSA-SHA512',
  'PLAINTEXT',
] as const

/** OAuth 1.0a, as `Authorization: OAuth oauth_consumer_key="…", consumer_secret="…"` says. */
export interface OAuth1Auth {
  kind: 'oauth1'
  consumerKey: string
  consumerSecret: string
  token: string
  tokenSecret: string
  /** One of {@link oauth1Methods}, or a template. */
  method: string
  /** PEM, for the RSA methods. */
  privateKey: string
  realm: string
  place: 'header' | 'query' | 'body'
  /** Sends `oauth_body_hash`. */
  bodyHash: boolean
  /** Other `oauth_…` parameters, by name: `oauth_callback`, `oauth_verifier`, a fixed `oauth_timestamp`. */
  others: Readonly<Record<string, string>>
}

/** NTLM, as `Authorization: NTLM DOMAIN\user:password` says. */
export interface NtlmAuth {
  kind: 'ntlm'
  /** `user`, `DOMAIN\user` or `user@domain`. */
  user: string
  password: string
}

/** Authorization that is made for each request; its texts are templates in a project. */
export type SignedAuth = AwsAuth | OAuth1Auth | NtlmAuth

const isAuthorization = (name: string): boolean => name.trim().toLowerCase() === 'authorization'

/** What a header says; undefined for other schemes, and for a header that is already signed. */
export function signedAuthIn(name: string, value: string): SignedAuth | undefined {
  if (!isAuthorization(name)) return undefined
  const [, scheme = '', rest = ''] = /^\s*(aws|oauth|ntlm)\s+(.*)$/is.exec(value) ?? []
  switch (scheme.toLowerCase()) {
    case 'aws':
      return awsIn(rest)
    case 'oauth':
      return oauth1In(rest)
    case 'ntlm':
      return ntlmIn(rest)
    default:
      return undefined
  }
}

/** `""` is an empty one. */
function awsIn(text: string): AwsAuth | undefined {
  const words = (text.match(/(?:\$\{[^{}]*\}|[^\s])+/g) ?? []).map((word) => (word === '""' ? '' : word))
  const [accessKey, secretKey, ...rest] = words
  if (accessKey === undefined || secretKey === undefined) return undefined
  const auth: AwsAuth = { kind: 'aws', accessKey, secretKey, sessionToken: '', region: '', service: '', place: 'header' }
  for (const word of rest) {
    const [, key, value = ''] = /^(token|region|service|in):(.*)$/is.exec(word) ?? []
    if (key === undefined) return undefined
    const name = key.toLowerCase()
    if (name === 'in') auth.place = value.toLowerCase() === 'query' ? 'query' : 'header'
    else if (name === 'token') auth.sessionToken = value
    else auth[name as 'region' | 'service'] = value
  }
  return auth
}

const word = (text: string): string => (text === '' ? '""' : text)

function awsText({ accessKey, secretKey, sessionToken, region, service, place }: AwsAuth): string {
  const named = { token: sessionToken, region, service, in: place === 'query' ? place : '' }
  const words = Object.entries(named).flatMap(([name, value]) => (value === '' ? [] : [`${name}:${value}`]))
  return ['AWS', word(accessKey), word(secretKey), ...words].join(' ')
}

/** Parameters that aren't sent under their name, by the field that they are. */
const own = {
  consumer_secret: 'consumerSecret',
  token_secret: 'tokenSecret',
  private_key: 'privateKey',
  realm: 'realm',
  oauth_consumer_key: 'consumerKey',
  oauth_token: 'token',
  oauth_signature_method: 'method',
} as const satisfies Record<string, keyof OAuth1Auth>

const isOwn = (name: string): name is keyof typeof own => Object.hasOwn(own, name)

function oauth1In(text: string): OAuth1Auth | undefined {
  const found = new Map<string, string>()
  for (const [, name = '', value = ''] of text.matchAll(/(\w+)\s*=\s*"((?:\$\{[^{}]*\}|[^"\\]|\\.)*)"/gs))
    found.set(name.toLowerCase(), value.replace(/\\(["\\])/g, '$1'))
  if (found.has('oauth_signature') || !(found.has('consumer_secret') || found.has('private_key'))) return undefined
  const place = found.get('in')
  const auth: OAuth1Auth & { others: Record<string, string> } = {
    kind: 'oauth1',
    consumerKey: '',
    consumerSecret: '',
    token: '',
    tokenSecret: '',
    method: 'HMAC-SHA1',
    privateKey: '',
    realm: '',
    place: place === 'query' || place === 'body' ? place : 'header',
    bodyHash: found.get('body_hash') === 'true',
    others: {},
  }
  for (const [name, value] of found) {
    if (isOwn(name)) auth[own[name]] = value
    else if (name.startsWith('oauth_')) auth.others[name] = value
  }
  return auth
}

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`

function oauth1Text(auth: OAuth1Auth): string {
  const { consumerKey, consumerSecret, token, tokenSecret, method, privateKey, realm, place, bodyHash, others } = auth
  const isOf = (name: string): boolean => method.includes('${') || method.toUpperCase().startsWith(name)
  const parameters: [name: string, value: string, written: boolean][] = [
    ['realm', realm, realm !== ''],
    ['oauth_consumer_key', consumerKey, true],
    ['consumer_secret', consumerSecret, consumerSecret !== '' || !(isOf('RSA') && privateKey !== '')],
    ['oauth_token', token, token !== ''],
    ['token_secret', tokenSecret, tokenSecret !== ''],
    ['oauth_signature_method', method, true],
    ['private_key', privateKey, privateKey !== ''],
    ...Object.entries(others).map(([name, value]): [string, string, boolean] => [
      name,
      value,
      value !== '' || name.endsWith('version'),
    ]),
    ['in', place, place !== 'header'],
    ['body_hash', 'true', bodyHash],
  ]
  return `OAuth ${parameters.flatMap(([name, value, written]) => (written ? [`${name}=${quoted(value)}`] : [])).join(', ')}`
}

/** Messages of the protocol are base64, which has no colon. */
function ntlmIn(text: string): NtlmAuth | undefined {
  const [, user, password] = /^((?:\$\{[^{}]*\}|[^:])*):(.*)$/s.exec(text) ?? []
  return user === undefined || password === undefined ? undefined : { kind: 'ntlm', user, password }
}

/** The value of the header that says it; the reverse of {@link signedAuthIn}. */
export function signedAuthText(auth: SignedAuth): string {
  if (auth.kind === 'aws') return awsText(auth)
  return auth.kind === 'oauth1' ? oauth1Text(auth) : `NTLM ${auth.user}:${auth.password}`
}

/** The same with each text replaced, one after the other. */
export async function mapSignedAuth(auth: SignedAuth, change: (text: string) => string | Promise<string>): Promise<SignedAuth> {
  const changed: Record<string, unknown> = { ...auth }
  for (const [name, value] of Object.entries(auth)) {
    if (typeof value === 'string' && name !== 'kind' && name !== 'place') changed[name] = await change(value)
  }
  if (auth.kind === 'oauth1') {
    const others: Record<string, string> = {}
    for (const [name, value] of Object.entries(auth.others)) others[name] = await change(value)
    changed['others'] = others
  }
  return changed as unknown as SignedAuth
}

/** What of the settings is never sent or shown, by the name that masks it. */
export function secretsOf(auth: SignedAuth): [name: string, value: string][] {
  switch (auth.kind) {
    case 'aws':
      return [
        ['aws-secret-key', auth.secretKey],
        ['aws-session-token', auth.sessionToken],
      ]
    case 'oauth1':
      return [
        ['oauth1-consumer-secret', auth.consumerSecret],
        ['oauth1-token-secret', auth.tokenSecret],
        ['oauth1-private-key', auth.privateKey],
      ]
    case 'ntlm':
      return [['ntlm-password', auth.password]]
  }
}

/** Signatures, proofs and session tokens in a request that was sent, by the name that masks them. */
export function sentProofs({
  url,
  headers,
  body,
}: {
  url: string
  headers: readonly (readonly [string, string])[]
  body?: unknown
}): [name: string, value: string][] {
  const texts = [
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(/[?&](?:X-Amz-|oauth_)Signature=/i.test(url) ? [url] : []),
    ...(typeof body === 'string' && body.includes('oauth_signature=') ? [body] : []),
  ]
  return texts.flatMap((text) =>
    sentForms.flatMap(([name, form]) => {
      const value = form.exec(text)?.[1]
      return value === undefined ? [] : [[name, decoded(value)] as [string, string]]
    }),
  )
}

const sentForms: readonly (readonly [name: string, form: RegExp])[] = [
  ['aws-signature', /(?:^Authorization: AWS4-.*\b|[?&]X-Amz-)Signature=(\w+)/i],
  ['aws-session-token', /(?:^X-Amz-Security-Token: |[?&]X-Amz-Security-Token=)([^&\s]+)/i],
  ['oauth1-signature', /\boauth_signature="?([^"&]+)/],
  ['ntlm-proof', /^Authorization: NTLM (TlRMTVNTUAAD\S+)/i],
]

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
