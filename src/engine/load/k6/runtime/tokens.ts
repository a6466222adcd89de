import type { RuntimeFunction } from './function.ts'

/** Tokens of OAuth 2.0, and signed ones. */
export const tokenFunctions = {
  authenticate: {
    needs: ['tokenOf', 'set'],
    text: String.raw`/** Gets the token of a step. Its variable returns a valid token on each use. */
function authenticate({ to, scope, always = false }, settings) {
  const key = JSON.stringify(settings)
  if (always) delete tokens[key]
  const token = tokenOf(settings)
  set(scope, to, liveToken(settings))
  for (const [name, value] of Object.entries(token.besides)) set(scope, to + '.' + name, value)
}`,
  },
  tokenOf: {
    needs: ['form', 'run'],
    imports: ['http', 'encoding'],
    text: String.raw`/** The tokens of this user, by the settings they were requested with. */
const tokens = {}

const liveToken = (settings) => Object.assign(() => tokenOf(settings).accessToken, { settings })

/** A valid token: cached, refreshed before it expires, or newly requested (RFC 6749). */
function tokenOf(settings) {
  const key = JSON.stringify(settings)
  const held = tokens[key]
  if (held && (held.renewAt === undefined || Date.now() < held.renewAt)) return held
  tokens[key] = (held?.refreshToken && refreshed(settings, held)) || issued(settings)
  return tokens[key]
}

function issued(settings) {
  const { grant, username, password = '', scope, resource = [], parameters = [] } = settings
  const fields = [['grant_type', grant]]
  if (username !== undefined) fields.push(['username', username], ['password', password])
  if (scope) fields.push(['scope', scope])
  fields.push(...resource.map((one) => ['resource', one]), ...parameters)
  return askForToken(settings, endpointOf(settings), fields)
}

/** Undefined if the provider rejects the refresh. If it fails, the token itself while it is valid. */
function refreshed(settings, held) {
  const fields = [['grant_type', 'refresh_token'], ['refresh_token', held.refreshToken]]
  fields.push(...(settings.resource ?? []).map((one) => ['resource', one]))
  try {
    const token = askForToken(settings, settings.refreshEndpoint || endpointOf(settings), fields)
    return { ...token, refreshToken: token.refreshToken ?? held.refreshToken }
  } catch (error) {
    if (error.status >= 400 && error.status < 500) return undefined
    if (Date.now() < held.expiresAt) return held
    throw error
  }
}

const documents = {}

function endpointOf({ tokenEndpoint, discovery }) {
  if (tokenEndpoint) return tokenEndpoint
  documents[discovery] ??= http.get(discovery, { tags: { step: run.step, name: 'discovery' } }).json()
  return documents[discovery].token_endpoint
}

function askForToken({ clientId, clientSecret, secretTransport = 'body' }, endpoint, fields) {
  const headers = { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' }
  const inBody = !clientSecret || secretTransport === 'body'
  if (inBody) fields.push(['client_id', clientId])
  if (inBody && clientSecret) fields.push(['client_secret', clientSecret])
  const encode = secretTransport === 'basic' ? formEncoded : (text) => text
  if (!inBody) headers.Authorization = 'Basic ' + encoding.b64encode(encode(clientId) + ':' + encode(clientSecret))
  const asked = Date.now()
  const tags = { step: run.step, name: 'token endpoint' }
  const answer = http.post(endpoint, form(fields), { headers, redirects: 0, jar: new http.CookieJar(), tags })
  const body = String(answer.body ?? '')
  const given = /^\s*\{/.test(body) ? JSON.parse(body) : {}
  if (answer.status >= 300 || given.error || !given.access_token) {
    const why = [given.error, given.error_description].filter(Boolean).join(': ')
    throw Object.assign(new Error('the token endpoint answered ' + answer.status + ' ' + why), { status: answer.status })
  }
  return tokenFrom(given, asked)
}

function tokenFrom(given, asked) {
  const lifetime = given.expires_in === undefined || given.expires_in === null ? undefined : Number(given.expires_in) * 1000
  const expiresAt = Number.isFinite(lifetime) ? asked + lifetime : undefined
  const besides = { id_token: given.id_token, refresh_token: given.refresh_token, scope: given.scope, token_type: given.token_type }
  if (expiresAt !== undefined) besides.expires_at = new Date(expiresAt).toISOString()
  for (const [name, value] of Object.entries(besides)) if (!value) delete besides[name]
  return {
    accessToken: given.access_token,
    refreshToken: given.refresh_token,
    expiresAt,
    renewAt: expiresAt === undefined ? undefined : expiresAt - Math.min(30000, lifetime / 2),
    besides,
  }
}`,
  },
  signedJwt: {
    imports: ['crypto', 'encoding'],
    text: String.raw`/** A JWT signed with a symmetric key (RFC 7515). */
function signedJwt(algorithm, header, claims, key, encodingOfKey) {
  const part = (value) => encoding.b64encode(JSON.stringify(value), 'rawurl')
  const signed = part(header) + '.' + part(claims)
  const bytes = encodingOfKey === 'base64' ? encoding.b64decode(key) : key
  const hash = /** @type {any} */ ('sha' + algorithm.slice(2))
  return signed + '.' + crypto.hmac(hash, bytes, signed, 'base64rawurl')
}`,
  },
} as const satisfies Record<string, RuntimeFunction>
