import * as v from 'valibot'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { copiedStep } from '#engine/steps/references.ts'
import { keepInCase } from '#engine/steps/variables.ts'
import type { NewId } from '#engine/project/empty.ts'
import { tokenReference } from '../negative/kinds.ts'
import { neededSteps } from '../negative/needed-steps.ts'
import { stepSchema, type Case, type Step, type Variable } from '#engine/project/format/schema.ts'
import {
  identityFields,
  secretVariable,
  secretVariables,
  tokenSteps,
  withKeys,
  type Identity,
  type KeyedIdentity,
} from './identity.ts'

/** What the case about broken object level authorization and its steps are called. */
const texts = {
  objectLevel: (name: string) => `${name}: other users' objects`,
  objectLevelWhy:
    "Broken object level authorization (OWASP API1:2023): users who didn't create an object get 403 or 404 for reading, changing and deleting it.",
  tokenOf: (who: string) => `Get ${who}'s token`,
  create: (who: string) => `${who} creates an object`,
  created: 'It is created',
  id: 'Save its ID',
  location: 'Save its ID, from Location if present',
  hasId: 'Its ID is known',
  read: (who: string) => `${who} reads it`,
  mayRead: (who: string) => `${who} may read it`,
  change: (who: string) => `${who} changes it`,
  remove: (who: string) => `${who} deletes it`,
  refused: (who: string) => `${who} is denied`,
  still: (who: string) => `${who} reads it again`,
  isThere: 'It is still there',
}

/** The request of a case that makes an object as someone: the first POST with the token of its only OAuth2 step. */
export function creatingRequest(one: Case): SendRequestStep | undefined {
  const [token, ...more] = tokenSteps(one)
  if (!token || more.length > 0) return undefined
  return one.steps
    .filter(isSendRequestStep)
    .find((step) => !step.disabled && step.method === 'POST' && JSON.stringify(step).includes(tokenReference(token)))
}

/**
 * Broken object level authorization (OWASP API1:2023) as a case: the first identity makes an object by a copy of the case's POST and can
 * read it; the second one must get 403 or 404 for reading, changing and deleting it; the object is still there afterwards. Undefined
 * without such a POST or without two identities.
 */
export function objectLevelCase(
  one: Case,
  [first, second]: readonly Identity[],
  known: readonly Variable[],
  newId: NewId,
): { case: Case; variables: Variable[] } | undefined {
  const create = creatingRequest(one)
  const [token] = tokenSteps(one)
  if (!create || !token || !first || !second) return undefined
  const fields = identityFields(one)
  const identities = withKeys([first, second], fields, new Set(known.map(({ name }) => name)))
  const [owner, other] = identities
  if (!owner || !other) return undefined

  const make = (raw: object): Step => v.parse(stepSchema, { ...raw, id: newId() })
  const as = (identity: KeyedIdentity): Step => {
    const filled = fields.map(({ key, column, secret }) => [
      key,
      secret ? `\${${secretVariable(identity, column)}}` : (identity.values[column] ?? ''),
    ])
    return keepInCase(make({ ...structuredClone(token), name: texts.tokenOf(identity.name), ...Object.fromEntries(filled) }))
  }
  const status = (name: string, ...checks: object[]): Step => make({ kind: 'assertion', name, checks })
  const succeeded = [
    { source: 'status', is: 'at-least', value: 200 },
    { source: 'status', is: 'less-than', value: 300 },
  ]
  const request = (method: string, name: string): Step => {
    const url = `${create.url.replace(/[?#].*$/s, '').replace(/\/$/, '')}/\${created_id}`
    const { body, ...rest } = structuredClone(create)
    return make({ ...rest, name, method, url, ...(method === 'PUT' && body ? { body } : {}) })
  }
  const refused = (method: string, name: string): Step[] => [
    request(method, name),
    status(texts.refused(other.name), { source: 'status', is: 'one-of', value: [403, 404] }),
  ]
  const before = neededSteps(one, [token, create])
  const ids = new Map(before.map(({ id }) => [id, newId()]))
  const made: Case = {
    id: newId(),
    name: texts.objectLevel(one.name),
    description: texts.objectLevelWhy,
    tags: ['negative'],
    variables: structuredClone(one.variables),
    onFailure: 'continue',
    steps: [
      as(owner),
      ...before.map((step) => keepInCase(copiedStep(step, ids.get(step.id) ?? newId(), ids))),
      make({ ...structuredClone(create), name: texts.create(owner.name) }),
      status(texts.created, ...succeeded),
      // The body's `id`, unless a Location names the object (RFC 9110 section 15.3.2).
      make({
        kind: 'data-transfer',
        name: texts.id,
        transfers: [{ source: 'json', path: '$.id', to: 'id_in_body', default: '' }],
      }),
      make({
        kind: 'data-transfer',
        name: texts.location,
        transfers: [
          { source: 'header', name: 'location', match: '([^/?#]+)/?(?:[?#].*)?$', to: 'created_id', default: '${id_in_body}' },
        ],
      }),
      // An object that can't be named would make every refusal below a false one.
      status(texts.hasId, { source: 'variable', name: 'created_id', is: 'equals', not: true, value: '' }),
      request('GET', texts.read(owner.name)),
      status(texts.mayRead(owner.name), ...succeeded),
      as(other),
      ...refused('GET', texts.read(other.name)),
      ...refused('PUT', texts.change(other.name)),
      ...refused('DELETE', texts.remove(other.name)),
      as(owner),
      request('GET', texts.still(owner.name)),
      status(texts.isThere, ...succeeded),
    ],
  }
  return { case: made, variables: secretVariables(identities, fields) }
}
