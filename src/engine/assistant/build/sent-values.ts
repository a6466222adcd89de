import { isObject } from '#engine/checks/values.ts'
import { isVariableName } from '#engine/templates/parse.ts'
import type { Variable } from '#engine/project/schema.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import type { Action } from './actions.ts'
import type { RawCheck } from './checks.ts'
import { answerMembers } from './identifier.ts'
import { bodyText, readJson } from './request-body.ts'

/** A request that is built, with what it sends and the variables of its case. */
export interface Sending {
  action: Action
  request: SendRequestStep
  variables: Variable[]
}

/** The members of a body as they are sent; nothing of one that is no JSON by itself. */
export function sentMembers({ request: { body } }: Sending): Record<string, unknown> {
  if (body.type === 'form') return Object.fromEntries(body.fields.map(({ name, value }) => [name, value]))
  const made = body.type === 'json' ? readJson(body.text) : undefined
  return isObject(made) ? { ...made } : {}
}

/** Puts members into the body of a request. */
export function sendMembers({ request: { body } }: Sending, members: Record<string, unknown>): void {
  if (body.type === 'json' && Object.keys(members).length > 0) body.text = bodyText(members)
  if (body.type !== 'form') return
  for (const field of body.fields) if (Object.hasOwn(members, field.name)) field.value = String(members[field.name])
}

/** The value that a request sends, so that others of the case can name it: what is drawn anew becomes a variable, which is drawn once. */
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

/** Checks that an answer has what was sent before: the members that are said, else all that the answer is documented to have. */
export function sentChecks(built: readonly Sending[], at: number): RawCheck[] {
  const one = built[at]
  const same = one?.action.same
  if (!one || !same) return []
  const sender = built.slice(0, at + 1).findLast(({ request }) => ['POST', 'PUT', 'PATCH'].includes(request.method))
  if (!sender) return []
  const members = one.action.operation ? answerMembers(one.action.operation, one.action.status) : []
  const names =
    same.length > 0 ? same : Object.keys(sentMembers(sender)).filter((name) => members.some((known) => known.name === name))
  return names.flatMap((name): RawCheck[] => {
    const value = sharedValue(sender, name)
    const path = members.find((known) => known.name === name)?.path ?? `$.${name}`
    const isPlain = value === null || ['string', 'number', 'boolean'].includes(typeof value)
    return isPlain ? [{ source: 'json', path, is: 'equals', value }] : []
  })
}
