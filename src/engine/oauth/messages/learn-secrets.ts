import type { Redactor } from '#engine/base/secrets/redactor.ts'
import { isObject, parseJsonObject } from '#engine/base/encoding/json-value.ts'
import { parseForm } from '../encoding.ts'

/** Members and parameters whose value is a secret, wherever they stand, as {@link plainName} has them. */
const secretNames = new Set([
  'authreqid',
  'devicecode',
  'code',
  'codeverifier',
  'clientsecret',
  'clientassertion',
  'assertion',
  'password',
  'token',
])

/** Tokens of the standards; what is there is a token even if it looks like words. */
const tokenNames = new Set(['accesstoken', 'refreshtoken', 'idtoken', 'registrationaccesstoken'])

/** `accessToken`, `AccessToken` and `access_token` are one name: login services of applications have their own spelling. */
const plainName = (key: string): string => key.replace(/[_-]/g, '').toLowerCase()

/**
 * Also what only one provider has is a token by its name, such as `bot_access_token`, unless it is short: masked wherever it is
 * in the run, a `next_page_token` of 2 would take the numbers out of every later text.
 */
const isSecret = (key: string, value: string): boolean => {
  const name = plainName(key)
  return secretNames.has(name) || tokenNames.has(name) || (name.endsWith('token') && value.length >= 8)
}
// `<code>` is an element of HTML: pages of errors show addresses and names in it. JSON within a string has backslashes before
// its quotes.
const loose =
  /\b((?:[Aa]ccess|[Rr]efresh|[Ii]d)_?[Tt]oken|registration_access_token|token|device_code|auth_req_id|(?<!<)code|code_verifier|client_secret|client_assertion|assertion|password)\b\\*["']?\s*[:=>]+\s*\\*["']?([A-Za-z0-9._~+/=-]{8,})/g
const jwt = /\beyJ[A-Za-z0-9_-]{5,2048}\.[A-Za-z0-9_-]{5,16384}\.[A-Za-z0-9_-]*/g

/** Twice what the exchange record shows of a body: nothing beyond can be seen, and a hostile body costs no time. */
const searchedLength = 131_072

/** Deeper than any provider nests; a body beyond it is searched as text. */
const deepest = 64

function learnFromObject(redactor: Redactor, object: Record<string, unknown>, nameOf: (key: string) => string, depth = 0): void {
  if (depth > deepest) return
  for (const [key, value] of Object.entries(object)) {
    if (typeof value === 'string' && isSecret(key, value) && !isWords(key, value)) redactor.add(nameOf(key), value)
    else if (isObject(value)) learnFromObject(redactor, value, nameOf, depth + 1)
    else if (Array.isArray(value))
      for (const item of value) if (isObject(item)) learnFromObject(redactor, item, nameOf, depth + 1)
  }
}

/**
 * Words for users, which must stay readable: `code: invalid_grant`, `password: is required`. Secrets of our own are known
 * before anything is sent; what only a provider knows is a token.
 */
const isWords = (key: string, value: string): boolean =>
  !tokenNames.has(plainName(key)) && /^[A-Za-z]+([_ -][A-Za-z]+)*\.?$/.test(value)

/** In free text a word is a token only if it looks like one. */
const looksRandom = (value: string): boolean => /\d/.test(value) || value.length >= 20

/**
 * Adds every token, code and secret of a body to the redactor: in JSON at any depth, in form encoding, and in texts that
 * are neither but look like one (case 48). `tokenName` is what the access token is called.
 */
export function learnFromBody(redactor: Redactor, text: string, tokenName: string): void {
  const nameOf = (key: string) => (plainName(key) === 'accesstoken' ? tokenName : key)
  const object = parseJsonObject(text)
  if (object) learnFromObject(redactor, object, nameOf)
  else if (!/^[[{<\s]/.test(text) && text.includes('=')) {
    for (const [key, value] of parseForm(text)) if (isSecret(key, value)) redactor.add(nameOf(key), value)
  }
  const shown = text.slice(0, searchedLength)
  for (const [, key, value] of shown.matchAll(loose)) {
    if (key !== undefined && value !== undefined && looksRandom(value) && !isWords(key, value)) redactor.add(nameOf(key), value)
  }
  for (const [token] of shown.matchAll(jwt)) redactor.add('token', token)
}
