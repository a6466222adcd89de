import type { Operation } from './operation.ts'

/** Verbs of paths and ids that stop a server or empty it, where nothing says of what. */
const whole = /^(?:shutdown|restart|reboot|reset|purge|flush|wipe|truncate|terminate|uninstall|destroy|erase)$/
const removes = /^(?:delete|remove|clear|drop|purge|wipe|destroy|erase|reset)$/
/** What is begun again at the next sign-in. */
const ofOnePerson =
  /^(?:sessions?|tokens?|cookies?|log(?:in|out)|sign(?:in|out)|passwords?|pin|email|otp|2fa|mfa|me|self|current|cart|basket)$/

/** The words of a name in a path or of an `operationId`: `deleteAll`, `__flush__`, `remove-all`. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)

/**
 * Whether an operation deletes all of something, or stops or resets the server, and nothing in its request says which part is meant: `DELETE /users`,
 * `POST /admin/shutdown`, `POST /messages/delete-all`. What a path, or a query or body that is required, narrows down does not.
 */
export function isSweeping({ method, path, key, parameters, body }: Operation): boolean {
  if (/^(?:HEAD|OPTIONS|TRACE)$/.test(method) || path.includes('{')) return false
  const isNarrowed = body?.required === true || parameters.some((one) => one.in === 'query' && one.required)
  const segments = path.split('/').filter(Boolean).map(wordsOf)
  const last = segments.at(-1) ?? []
  if (
    segments
      .slice(-2)
      .flat()
      .some((word) => ofOnePerson.test(word))
  )
    return false
  if (method === 'DELETE') return !isNarrowed
  const id = key.includes('/') ? [] : wordsOf(key)
  const saysAll = (words: readonly string[]) => words.includes('all') && words.some((word) => removes.test(word))
  return last.length === 1 && last.some((word) => whole.test(word)) ? true : !isNarrowed && (saysAll(last) || saysAll(id))
}
