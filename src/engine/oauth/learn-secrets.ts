import type { Redactor } from '#engine/base/redactor.ts'
import { isObject, parseForm, parseJsonObject } from './encoding.ts'

/** Members and parameters whose value is a secret, wherever they stand. */
const secretNames = [
  'access_token',
  'refresh_token',
  'id_token',
  'device_code',
  'code',
  'code_verifier',
  'client_secret',
  'client_assertion',
  'assertion',
  'password',
  'registration_access_token',
  'token',
]
const loose = new RegExp(`["']?\\b(${secretNames.join('|')})\\b["']?\\s*[:=>]+\\s*["']?([A-Za-z0-9._~+/=-]{8,})`, 'g')
const jwt = /\beyJ[A-Za-z0-9_-]{5,2048}\.[A-Za-z0-9_-]{5,16384}\.[A-Za-z0-9_-]*/g

/** Twice what the exchange record shows of a body: nothing beyond can be seen, and a hostile body costs no time. */
const searchedLength = 131_072

/** Deeper than any provider nests; a body beyond it is searched as text. */
const deepest = 64

function learnFromObject(redactor: Redactor, object: Record<string, unknown>, nameOf: (key: string) => string, depth = 0): void {
  if (depth > deepest) return
  for (const [key, value] of Object.entries(object)) {
    if (typeof value === 'string' && secretNames.includes(key) && !isWords(key, value)) redactor.add(nameOf(key), value)
    else if (isObject(value)) learnFromObject(redactor, value, nameOf, depth + 1)
    else if (Array.isArray(value))
      for (const item of value) if (isObject(item)) learnFromObject(redactor, item, nameOf, depth + 1)
  }
}

/**
 * Words for people, which must stay readable: `code: invalid_grant`, `password: is required`. Secrets of our own are known
 * before anything is sent; what only a provider knows is a token.
 */
const isWords = (key: string, value: string): boolean => !key.endsWith('_token') && /^[A-Za-z]+([_ -][A-Za-z]+)*\.?$/.test(value)

/** In free text a word is a token only if it looks like one. */
const looksRandom = (value: string): boolean => /\d/.test(value) || value.length >= 20

/**
 * Adds every token, code and secret of a body to the redactor: in JSON at any depth, in form encoding, and in texts that
 * are neither but look like one (case 48). `tokenName` is what the access token is called.
 */
export function learnFromBody(redactor: Redactor, text: string, tokenName: string): void {
  const nameOf = (key: string) => (key === 'access_token' ? tokenName : key)
  const object = parseJsonObject(text)
  if (object) learnFromObject(redactor, object, nameOf)
  else if (!/^[[{<\s]/.test(text) && text.includes('=')) {
    for (const [key, value] of parseForm(text)) if (secretNames.includes(key)) redactor.add(nameOf(key), value)
  }
  const shown = text.slice(0, searchedLength)
  for (const [, key, value] of shown.matchAll(loose)) {
    if (key !== undefined && value !== undefined && looksRandom(value) && !isWords(key, value)) redactor.add(nameOf(key), value)
  }
  for (const [token] of shown.matchAll(jwt)) redactor.add('token', token)
}
