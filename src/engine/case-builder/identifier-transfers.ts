import { isObject } from '#engine/checks/values.ts'
import { isVariableName } from '#engine/templates/parse.ts'
import { shapeOf, type KnownOperation } from './project-index.ts'
import { collectionOf } from './related-operations.ts'
import type { Action } from './actions.ts'
import { answerMembers, identifierIn } from './identifier.ts'
import { sentMembers, sharedValue } from './request/sent-values.ts'
import { bareTemplate, bodyText, putInto, readJson } from './request/request-body.ts'
import { stemOf, wordsOf } from './words.ts'
import type { Workbench } from './workbench.ts'
import type { Built } from './built.ts'
import { isKeyOf, nounOfKey } from './needed-first.ts'

/** What of an answer a later request needs, and the variable that takes it there. */
interface Transfer {
  to: string
  raw: Record<string, unknown>
  /** A JSONPath whose value has to be there. */
  known?: string
}

/** What of this answer later requests ask for. */
export function transfersFor(built: readonly Built[], at: number, produced: Map<string, string>, bench: Workbench): Transfer[] {
  const maker = built[at]
  if (!maker || !['POST', 'PUT'].includes(maker.action.method) || maker.action.token) return []
  const found = new Map<string, Transfer>()
  for (const later of built.slice(at + 1)) {
    const settled = makes(maker.action, later.action) ? sentKeys(maker, later) : []
    if (!makes(maker.action, later.action)) continue
    const own = ownParameter(maker.action, later.request.url)
    const member = own ?? ''
    if (own !== undefined && settled.includes(own)) continue
    const wanted = member === '' ? parametersOf(later).filter((name) => !settled.includes(name)) : [member]
    // A ticket's `id` is taken where its comment's is looked for. `/products/delete/{id}`: no noun precedes the parameter.
    const isRepeated = built.filter(({ action }) => action.operation === maker.action.operation).length > 1
    const key = member === '' && isRepeated && later.action.operation?.role === 'delete' ? (wanted.at(-1) ?? '') : member
    const isTaken = key !== '' && produced.has(key) && !found.has(key)
    // "Create two products and delete both": each deletion is of another one.
    const isNext = (one: Built) => one.action.operation === later.action.operation && one.action.operation?.role === 'delete'
    if (isTaken && built.slice(at + 1, built.indexOf(later)).some(isNext)) continue
    const [parameter] = isTaken
      ? [`${maker.action.operation?.resource ?? 'new'}_id`]
      : wanted.filter((name) => !produced.has(name) || found.has(name))
    if (isTaken && parameter !== undefined)
      later.request.url = later.request.url.replaceAll(`\${${own ?? key}}`, () => `\${${parameter}}`)
    if (parameter === undefined || found.has(parameter)) continue
    const { at: place, documented: isKnown } = identifierIn(
      maker.action.operation,
      isTaken ? key : parameter,
      undefined,
      later.action.operation?.fields.find(({ name, in: where }) => where === 'path' && name === own)?.type,
    )
    if (!isKnown) bench.assume('identifier', bench.texts.assume.identifier('path' in place ? place.path : place.name), '')
    found.set(parameter, {
      to: parameter,
      raw: { ...place, to: parameter },
      ...('path' in place ? { known: place.path } : {}),
    })
  }
  for (const [name, transfer] of intoBodies(built, at, found, bench)) found.set(name, transfer)
  for (const name of found.keys()) produced.set(name, maker.request.id)
  return [...found.values()]
}

/**
 * `/subscriptions/{userID}/{serviceName}`: what a thing is found by was sent when it was made, as `user_id` and `service_name`;
 * one key that is answered is taken from there. Gives the variables of the URL that hold what was sent.
 */
function sentKeys(maker: Built, later: Built): string[] {
  const settled: string[] = []
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')
  const wanted = parametersOf(later)
  const { operation } = maker.action
  const answered = new Set(operation ? answerMembers(operation, undefined).map(({ name }) => plain(name)) : [])
  // `/tenants/{tenant}`, of a tenant that was made by its name and is answered with nothing.
  const own = ownParameter(maker.action, later.action.path)
  const type = later.action.operation?.fields.find(({ name, in: place }) => place === 'path' && name === own)?.type
  const isNamed = operation !== undefined && own !== undefined && !identifierIn(operation, own, undefined, type).documented
  for (const parameter of wanted) {
    const sentNames = Object.keys(sentMembers(maker))
    const name =
      sentNames.find((one) => plain(one) === plain(parameter)) ??
      (isNamed && parameter === own && !/id$/i.test(own)
        ? sentNames.find((one) => naming.test(one) && !later.action.path.includes(`{${one}}`))
        : undefined)
    // An `id` is given by the server as a rule, whatever was sent.
    if (name === undefined || /^_?id$/i.test(name) || (wanted.length === 1 && answered.has(plain(parameter)))) continue
    const value = sharedValue(maker, name)
    if (typeof value !== 'string' && typeof value !== 'number') continue
    const sent = typeof value === 'string' && /^\$\{\w+\}$/.test(value) ? value : encodeURIComponent(String(value))
    later.request.url = later.request.url.replaceAll(`\${${parameter}}`, () => sent)
    later.variables = later.variables.filter((one) => one.name !== parameter)
    const [, variable] = /^\$\{(\w+)\}$/.exec(sent) ?? []
    if (variable !== undefined) settled.push(variable)
  }
  return settled
}

/** What things are called by those who make them. */
const naming = /^(?:name|key|slug|code|login|username)$/i

/** Members of later bodies that name what this request makes: the `memberId` of a loan, behind the member. */
function intoBodies(
  built: readonly Built[],
  at: number,
  found: ReadonlyMap<string, Transfer>,
  bench: Workbench,
): Map<string, Transfer> {
  const made = new Map<string, Transfer>()
  const maker = built[at]?.action.operation
  if (!maker?.api || maker.role !== 'create') return made
  const base = collectionOf(maker)
  const own = bench.index.operations.find(
    (one) => one.role === 'read' && one.api?.id === maker.api?.id && collectionOf(one) === base,
  )
  const parameter = /\{([^{}]+)\}\/?$/.exec(own?.path ?? '')?.[1]
  const lastNoun = stemOf(wordsOf(maker.title).at(-1) ?? '')
  for (const { action, request } of built.slice(at + 1)) {
    if (request.body.type !== 'json' || action.operation === maker) continue
    const field = action.operation?.fields.find((one) => {
      const { name, words, in: place, type } = one
      return (
        place === 'body' &&
        !Object.hasOwn(action.fields, name) &&
        ((name === parameter && !/^(id|name|key)$/i.test(name)) ||
          isKeyOf(one, maker.resource) ||
          // `recipient` of a transfer, behind the transfer recipient.
          (type === 'string' && words.length === 1 && words[0] === lastNoun && action.operation?.resource !== maker.resource))
      )
    })
    const body = field && readJson(request.body.text, true)
    if (!field || !isObject(body)) continue
    const known = [...found.values()].find(({ known: path }) => path !== undefined && path.endsWith(`.${field.name}`))
    const { at: place } = identifierIn(maker, parameter ?? field.name)
    const variable = known?.to ?? field.name
    if (!known && !made.has(variable))
      made.set(variable, { to: variable, raw: { ...place, to: variable }, ...('path' in place ? { known: place.path } : {}) })
    const template = `\${${variable}}`
    const listed = body[field.name]
    if (field.type === 'array') {
      putInto(body, field.key ?? field.name, [
        Array.isArray(listed) && typeof listed[0] === 'number' ? bareTemplate(template) : template,
      ])
      request.body = { type: 'json', text: bodyText(body) }
      continue
    }
    putInto(
      body,
      field.key ?? field.name,
      field.type === 'integer' || field.type === 'number' ? bareTemplate(template) : template,
    )
    request.body = { type: 'json', text: bodyText(body) }
  }
  return made
}

/** Whether a request makes what another one is about: `POST /orders` what `/orders/{id}/pay` pays. */
function makes(maker: Action, user: Action): boolean {
  if (!/\{/.test(user.path)) return false
  // `/matches/{id}/messages` is done with a match, and makes none: only what is below it has what it makes.
  const [held = ''] = /^.*?\{[^{}]*\}/.exec(maker.path) ?? []
  const whole = shapeOf(maker.path)
  if (held !== '' && shapeOf(user.path).startsWith(shapeOf(held)) && !shapeOf(user.path).startsWith(`${whole}/{}`)) {
    const [, inner = ''] = shapeOf(user.path).split(shapeOf(held))
    if (!inner.includes('{}') || maker.operation?.role === 'action') return false
  }
  const own = collectionOf({ path: maker.path })
  const base = collectionOf({ path: user.path.replace(/\{[^{}]*\}.*$/, '') })
  return (
    isMaking(maker) && (own === base || own === collectionOf({ path: user.path }) || ownParameter(maker, user.path) !== undefined)
  )
}

/** Some documents make things by PUT on what holds them. */
const isMaking = ({ method, operation }: { method: string; operation?: KnownOperation | undefined }): boolean =>
  method === 'POST' || (method === 'PUT' && operation?.role === 'create')

/** The parameter of a URL that represents what a request makes: `id` of `/tasks/{id}/labels/{label}`, of a task. */
function ownParameter({ operation }: Action, address: string): string | undefined {
  if (operation?.role !== 'create') return undefined
  const segments = address.replace(/[?#].*$/s, '').split('/')
  const parameters = segments.flatMap((segment, at) => {
    const name = /^\$?\{([^{}]+)\}$/.exec(segment)?.[1]
    return name === undefined ? [] : [{ name, noun: stemOf(wordsOf(segments[at - 1] ?? '').at(-1) ?? '') }]
  })
  const named = parameters.find(({ name }) => nounOfKey(name) === operation.resource)
  // `/tasks/{projectId}` makes no project.
  const behind = parameters.find(
    ({ name, noun }) => noun === operation.resource && !(nounOfKey(name) !== undefined && operation.path.includes(`{${name}}`)),
  )
  return (named ?? behind)?.name
}

/** The variables that a URL refers to, the last first: those of a request's own thing. */
function parametersOf({ request }: Built): string[] {
  const path = request.url.replace(/^\$\{[^{}]*\}/, '').replace(/\?.*$/s, '')
  return [...path.matchAll(/\$\{([^{}]+)\}/g)].map((match) => match[1] ?? '').filter((name) => isVariableName(name))
}
