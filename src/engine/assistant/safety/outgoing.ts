import { createRedactor } from '#engine/base/secrets/redactor.ts'
import { conversationTexts as texts } from '../texts.ts'
import { credentialShapes, type Range } from './shapes.ts'

/**
 * Says why a string must not leave; undefined: nothing in it is secret. `written` is what the model that gets the text wrote
 * itself: what only looks like a credential and is from there, as the invalid token of a negative test, tells it nothing.
 */
export type OutgoingCheck = (text: string, written?: string) => string | undefined

/** Searched for in pieces that are in several fields only from this length on: shorter ones are met by chance. */
const shortestSplit = 8

const plain = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '')

/**
 * Searches what is about to leave for the values of secrets: unchanged, in base64, percent-encoded, escaped, and split over the
 * values of fields, and for what has the form of a credential. `constant` is what every request holds: a value that is a word
 * of it isn't a secret.
 */
export function createOutgoingCheck(secrets: readonly string[], constant: string): OutgoingCheck {
  const redactor = createRedactor()
  const values = [...new Set(secrets)].filter((value) => value !== '' && !constant.includes(value))
  for (const [at, value] of values.entries()) redactor.add(`${at}`, value)
  const split = values.map(plain).filter((value) => value.length >= shortestSplit)
  return (text, written = '') => {
    if (values.length > 0 && redactor.mask(text) !== text) return texts.safety.secret
    const joined = split.length === 0 ? [] : joinedFields(text)
    if (split.some((value) => joined.some((all) => all.includes(value)))) return texts.safety.secret
    const isForeign = ({ start, end }: Range) => !written.includes(text.slice(start, end))
    return credentialShapes(text).some(isForeign) ? texts.safety.shape : undefined
  }
}

/**
 * The values of a JSON text behind each other, however often it is quoted in another one: of all fields in their order, and of those of one name, as
 * the values of headers.
 */
function joinedFields(text: string): string[] {
  const all = text.replace(/\\+[nrt]/g, ' ')
  const named = new Map<string, string>()
  for (const [, name = '', value = ''] of all.matchAll(/"([\w.-]{1,60})\\*"\s*:\s*\\*"((?:[^"\\]|\\[^"])*)/g))
    named.set(name, (named.get(name) ?? '') + value)
  return [all.replace(/\\*"[\w.-]{1,60}\\*"\s*:/g, ''), ...named.values()].map(plain)
}
