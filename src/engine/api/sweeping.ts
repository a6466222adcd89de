import type { Api } from './api.ts'
import { flatSchema } from './example.ts'
import { membersOf } from './fields.ts'
import type { Operation } from './operation.ts'
import { jsonSchemaOf } from './schema.ts'

/** Verbs of paths and ids that stop a server or empty it, where nothing says of what. */
const whole = /^(?:shutdown|restart|reboot|reset|purge|flush|wipe|truncate|terminate|uninstall|destroy|erase)$/
/** Modes in which a server is closed to everyone. */
const closes = /^(?:maintenance|lockdown|read_?only)$/
const removes = /^(?:delete|remove|clear|drop|purge|wipe|destroy|erase|reset)$/
const many = /^(?:all|every|bulk|batch|mass|multiple)$/
/** What is started again at the next sign-in. */
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
 * Whether an operation deletes or changes all of something, or stops or resets the server, and nothing in its request says which part is meant: `DELETE /users`,
 * `PATCH /users`, `POST /admin/shutdown`, `POST /messages/delete-all`. What a path, or a query or body that is required, narrows down does not delete
 * all; a change of a whole collection is one unless its body says which one is meant.
 */
export function isSweeping(operation: Operation, api: Api): boolean {
  const { method, path, key, parameters, body } = operation
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
  if (method !== 'GET' && last.length === 1 && last.some((word) => closes.test(word))) return true
  if (/^(?:PUT|PATCH)$/.test(method) && isOfCollection(path, api)) return !namesOne(operation, api)
  const id = key.includes('/') ? [] : wordsOf(key)
  const saysAll = (words: readonly string[]) => words.some((word) => many.test(word)) && words.some((word) => removes.test(word))
  return last.length === 1 && last.some((word) => whole.test(word)) ? true : !isNarrowed && (saysAll(last) || saysAll(id))
}

/** Whether things of a kind are kept at this path: `/users`, beside `/users/{id}`. */
const isOfCollection = (path: string, { operations }: Api): boolean => {
  const base = path.replace(/\/$/, '')
  return operations.some((one) => one.path.startsWith(`${base}/{`) && /^\{[^{}]*\}\/?$/.test(one.path.slice(base.length + 1)))
}

/** Whether the body of an operation says which thing is meant, by its identifier: `PUT /pet`. */
function namesOne({ path, body }: Operation, api: Api): boolean {
  const noun = wordsOf(path.split('/').filter(Boolean).at(-1) ?? '').at(-1) ?? ''
  const isKey = (name: string) => {
    const words = wordsOf(name)
    const last = words.at(-1) ?? ''
    return /^(?:id|uuid|key|name|slug|code)$/.test(last) && (words.length === 1 || noun.startsWith(words[0] ?? ''))
  }
  return (body?.contents ?? []).some(({ schema: given }) => {
    const schema = jsonSchemaOf(given ?? true, 'request', api)
    return membersOf(flatSchema(schema, schema)['properties']).some(([name]) => isKey(name))
  })
}
