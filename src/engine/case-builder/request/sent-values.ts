import { isObject } from '#engine/checks/values.ts'
import { isVariableName } from '#engine/templates/parse.ts'
import type { Variable } from '#engine/project/format/schema.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import type { Action } from '../actions.ts'
import { bodyText, readJson } from './request-body.ts'

/** A request that is built, with what it sends and the variables of its case. */
export interface Sending {
  action: Action
  request: SendRequestStep
  variables: Variable[]
}

/** The names of a request's members by where they are in its body, where that is inside something. */
const namesOf = ({ operation }: Action): ReadonlyMap<string, string> =>
  new Map(operation?.fields.flatMap(({ name, key }) => (key === undefined ? [] : [[key, name]])))

/** What an operation's body has everything in: `movie` of `{ "movie": { … } }`. */
export const wrapperOf = ({ operation }: Action): string | undefined =>
  operation?.fields.flatMap(({ key }) => (key === undefined ? [] : (/^([^.]+)\./.exec(key)?.[1] ?? [])))[0]

/** The members of a body as they are sent; nothing of one that isn't JSON by itself. */
export function sentMembers({ action, request: { body } }: Sending): Record<string, unknown> {
  const names = namesOf(action)
  const pairs = body.type === 'form' ? body.fields : body.type === 'multipart' ? body.parts : undefined
  if (pairs)
    return Object.fromEntries(pairs.flatMap(({ name, value }) => (value === undefined ? [] : [[names.get(name) ?? name, value]])))
  const made = body.type === 'json' ? readJson(body.text) : undefined
  const wrapper = wrapperOf(action)
  const members = wrapper !== undefined && isObject(made) ? made[wrapper] : made
  return isObject(members) ? { ...members } : {}
}

/** Puts members into the body of a request. */
export function sendMembers({ action, request: { body } }: Sending, members: Record<string, unknown>): void {
  const wrapper = wrapperOf(action)
  if (body.type === 'json' && Object.keys(members).length > 0)
    body.text = bodyText(wrapper === undefined ? members : { [wrapper]: members })
  const names = namesOf(action)
  for (const field of body.type === 'form' ? body.fields : body.type === 'multipart' ? body.parts : []) {
    const name = names.get(field.name) ?? field.name
    if (Object.hasOwn(members, name)) field.value = String(members[name])
  }
}

/**
 * The value that a request sends, so that others of the case can name it: what is drawn again becomes a variable, which is
 * drawn once.
 */
export function sharedValue(sending: Sending, name: string): unknown {
  const members = sentMembers(sending)
  const value = members[name]
  if (typeof value !== 'string' || !value.includes('${') || /^\$\{\w+\}$/.test(value)) return value
  if (!isVariableName(name)) return undefined
  const template = `\${${name}}`
  if (!sending.variables.some((one) => one.name === name)) sending.variables.push({ name, value, description: '' })
  sendMembers(sending, { ...members, [name]: template })
  return template
}
