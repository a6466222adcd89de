import { apiOf, type Api } from '#engine/api/api.ts'
import type { Operation } from '#engine/api/operation.ts'
import { jsonSchemaOf } from '#engine/api/schema.ts'
import { member, textOf, textsOf } from '#engine/api/fields.ts'
import { isObject } from '#engine/checks/values.ts'
import { caseAsSent } from '#engine/project/headers-sent.ts'
import { levelsOf } from '#engine/project/inherited-headers.ts'
import type { Case, Project, Step, Suite } from '#engine/project/format/schema.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { isBelow, isOfOwner, resourceOf, roleOf, saidRole, type OperationRole } from './operation-role.ts'
import { Ranking } from './ranking.ts'
import { stemOf, wordsOf } from './words.ts'

/** A field of a body or a parameter that a person may name. */
export interface KnownField {
  name: string
  /** Where it is, if not at the top by its name: `movie.title`, `movie[title]` of a form. */
  key?: string
  in: 'body' | 'path' | 'query' | 'header'
  words: string[]
  /** Of JSON Schema, where it is known. */
  type?: string
  /** The type of its items. */
  items?: string
  /** The query parameter, an object, whose members are sent as parameters of their own. */
  of?: string
  required: boolean
}

/** Something that can be asked of the API: an operation of a document, or what the requests of the project show. */
export interface KnownOperation {
  /** `POST /orders`; unique in the project. */
  name: string
  method: string
  /** With parameters in braces. */
  path: string
  role: OperationRole
  /** Stem of the noun: `order` of `/orders/{id}/pay`. */
  resource: string
  title: string
  tags: readonly string[]
  words: string[]
  fields: KnownField[]
  /** Members of its body that stand deeper, those of the first item of a list too: their `key` says where. */
  inner: KnownField[]
  /** Where it is documented. */
  api?: { id: string; api: Api; key: string }
  /** Where it is used: a request to copy. */
  request?: SendRequestStep
  protected: boolean
}

/** A case with where it is. */
export interface KnownCase {
  suite: Suite
  one: Case
}

/** What the planner knows of a project: names, operations, words. Made once for a revision. */
export interface ProjectIndex {
  project: Project
  operations: readonly KnownOperation[]
  operation(name: string): KnownOperation | undefined
  ranking: Ranking<KnownOperation>
  cases: readonly KnownCase[]
}

/** The operation that a step's request asks for; undefined of other steps. */
export function indexOfRequest(index: ProjectIndex, step: Step): KnownOperation | undefined {
  if (!isSendRequestStep(step)) return undefined
  const path = templatePathOf(step.url)
  const shape = shapeOf(path)
  const same = index.operations.filter(({ method }) => method === step.method)
  return (
    same.find((one) => shapeOf(one.path) === shape) ?? same.find((one) => one.path !== '/' && shape.endsWith(shapeOf(one.path)))
  )
}

const cached = new WeakMap<Project, ProjectIndex>()

/** The index of a project. */
export function indexOf(project: Project): ProjectIndex {
  const known = cached.get(project)
  if (known) return known
  const documented = project.apis.flatMap((attached) => documentedOperations(attached.id, attached.document))
  const cases = project.suites.flatMap((suite) => suite.cases.map((one) => ({ suite, one })))
  const used = usedOperations(
    cases.map(({ suite, one }) => ({ suite, one: caseAsSent(one, levelsOf(project, suite, one)) })),
    documented,
  )
  const operations = [...documented, ...used]
  const names = new Map(operations.map((one) => [one.name, one]))
  const index: ProjectIndex = {
    project,
    operations,
    operation: (name) => names.get(name),
    ranking: new Ranking(operations, ({ words }) => words),
    cases,
  }
  cached.set(project, index)
  return index
}

/** Where an answer has what it is about, beside what it says of itself. */
const envelope = /^(?:data|result|item|payload|content|response)$/

/**
 * The members of a body, and those of the only object in it, which frameworks name after the thing: `title` of `{ "movie": { "title" } }`, of a form's
 * `movie[title]`. An answer may have it beside others, as its `data`.
 */
function withWrapped(schema: Record<string, unknown>, of: 'request' | 'answer'): KnownField[] {
  const inner = new Map<string, unknown>()
  const fields = bodyFields(schema, of, inner)
  const wrappers = fields.filter(
    ({ name, type }) => type === 'object' && (fields.length === 1 || (of === 'answer' && envelope.test(name))),
  )
  const [wrapper] = wrappers
  if (wrapper && wrappers.length === 1) {
    const given = inner.get(wrapper.name)
    const within = isObject(given) ? bodyFields({ ...given, $defs: schema['$defs'] }, of) : []
    const taken = new Set(of === 'answer' ? fields.map(({ name }) => name) : [])
    const members = within
      .filter(({ name }) => !taken.has(name))
      .map((field) => ({ ...field, key: `${wrapper.name}.${field.name}` }))
    if (members.length > 0) return of === 'answer' ? [...fields, ...members] : members
  }
  return fields.map((field) => {
    const [, name] = /^\w+\[(\w+)\]$/.exec(field.name) ?? []
    return name === undefined ? field : { ...field, name, key: field.name, words: wordsOf(name).map(stemOf) }
  })
}

/** `MemoService_CreateMemo`, `usersController.list`: what it does is behind what it belongs to; `jobs_apply_create`: at the end, as Django writes it. */
const withoutService = (name: string): string =>
  name
    .replace(/^\w+(?:Service|Controller|Resource|Api)[_.](?=\w)/, '')
    .replace(/^([a-z]\w*?)_(create|retrieve|list|update|partial_update|destroy)(?:_\d+)?$/, '$2 $1')

/** Operations that are read with their bodies; of larger documents the rest is known by name. */
const mostRead = 400

function documentedOperations(id: string, document: string): KnownOperation[] {
  const api = apiOf(document)
  const taken = new Set<string>()
  const methods = new Map<string, Set<string>>()
  for (const { method, path } of api.operations) methods.set(path, (methods.get(path) ?? new Set()).add(method))
  const methodsAt = (path: string) => methods.get(path) ?? new Set<string>()
  return api.operations.flatMap((head, at): KnownOperation[] => {
    const name = `${head.method} ${head.path}`
    const bare = head.path.replace(/(?<=.)\/$/, '')
    if (taken.has(name)) return []
    taken.add(name)
    const operation = at < mostRead ? api.operation(head.key) : undefined
    const idWords = head.key.includes('/') ? [] : wordsOf(withoutService(head.key))
    const titleWords = wordsOf(withoutService(head.name))
    const verbs = [idWords[0], titleWords[0]].map((word) => stemOf(word ?? ''))
    const role = saidRole(head, verbs, methodsAt) ?? roleOf(head.method, head.path)
    const fields = operation ? fieldsOf(api, operation) : []
    const inner = operation ? innerFields(api, operation, fields) : []
    // `GET /subscriptions/{userID}`, "Get all subscriptions for a user": a list, by whose it is.
    const isListed =
      head.method === 'GET' && /^(?:get |fetch |find |retrieve )?(?:a )?(?:all|list)\b/i.test(head.name) && isOfOwner(head.path)
    return [
      {
        name,
        method: head.method,
        path: head.path,
        role: isListed ? 'list' : role,
        // `PUT /checkouts/{id}/session`, "Create a session": no checkout is made.
        resource:
          role === 'create' && head.method === 'PUT' && isBelow(bare)
            ? stemOf(wordsOf(bare.split('/').at(-1) ?? '').at(-1) ?? '')
            : resourceOf(head.path),
        title: head.name,
        tags: head.tags,
        words: [...idWords, ...idWords, ...titleWords, ...titleWords, ...wordsOf(head.path), ...head.tags.flatMap(wordsOf)].map(
          stemOf,
        ),
        fields,
        inner,
        api: { id, api, key: head.key },
        protected:
          operation !== undefined && operation.security.length > 0 && operation.security.every((needed) => needed.length > 0),
      },
    ]
  })
}

/** The operations that requests of the project show and no document describes. */
function usedOperations(cases: readonly KnownCase[], documented: readonly KnownOperation[]): KnownOperation[] {
  const known = new Set(documented.map(({ method, path }) => `${method} ${shapeOf(path)}`))
  const found = new Map<string, KnownOperation>()
  for (const { one } of cases)
    for (const step of one.steps) {
      if (!isSendRequestStep(step) || step.url === '') continue
      const path = templatePathOf(step.url)
      const key = `${step.method} ${shapeOf(path)}`
      if (known.has(key) || [...known].some((other) => sameEnd(key, other)) || found.has(key)) continue
      const titleWords = wordsOf(step.name)
      found.set(key, {
        name: `${step.method} ${path}`,
        method: step.method,
        path,
        role: roleOf(step.method, path),
        resource: resourceOf(path),
        title: step.name,
        tags: [],
        words: [...wordsOf(path), ...wordsOf(path), ...titleWords].map(stemOf),
        fields: fieldsOfStep(step),
        inner: [],
        request: step,
        protected: step.headers.some(({ name }) => name.toLowerCase() === 'authorization'),
      })
    }
  return [...found.values()]
}

const sameEnd = (key: string, other: string): boolean => {
  const [method, path = ''] = key.split(' ')
  const [otherMethod, otherPath = ''] = other.split(' ')
  return method === otherMethod && otherPath !== '/' && path.endsWith(otherPath)
}

/** `/orders/{id}` and `/orders/{orderId}` alike. */
export const shapeOf = (path: string): string => path.replace(/\{[^{}]*\}/g, '{}').replace(/\/$/, '')

/** The path of a request's address with its references as parameters: `${baseUrl}/orders/${order_id}` is `/orders/{order_id}`. */
export function templatePathOf(url: string): string {
  const path = url
    .replace(/[?#].*$/s, '')
    .replace(/^[a-z]+:\/\/[^/]*/i, '')
    .replace(/^\$\{[^{}]*\}(?=\/|$)/, '')
  return (path || '/')
    .replace(/\$\{([^{}]*)\}/g, '{$1}')
    .split('/')
    .map((segment) => (/^\d+$|^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(segment) ? '{id}' : segment))
    .join('/')
}

function fieldsOf(api: Api, operation: Operation): KnownField[] {
  const fields: KnownField[] = operation.parameters.flatMap(({ name, in: place, required, schema, style }): KnownField[] => {
    if (place === 'cookie') return []
    const whole = jsonSchemaOf(schema ?? true, 'request', api)
    const field = { name, in: place, words: wordsOf(name).map(stemOf), required, ...typeOf(inOne(whole)) }
    const isSpread = place === 'query' && style.explode && (style.style === 'form' || style.style === 'deepObject')
    const members = isSpread ? bodyFields(whole).map((one) => memberOf(one, field, style.style === 'deepObject')) : []
    return [field, ...members]
  })
  const content = operation.body?.contents[0]
  if (!content) return fields
  const schema = jsonSchemaOf(content.schema ?? true, 'request', api)
  const given = schema['example'] === undefined ? (member(content.schema, 'example') ?? content.example) : undefined
  return [...fields, ...withWrapped(given === undefined ? schema : { ...schema, example: given }, 'request')]
}

const memberOf = (one: KnownField, { name, required }: KnownField, isDeep: boolean): KnownField => ({
  ...one,
  in: 'query',
  of: name,
  required: required && one.required,
  ...(isDeep ? { key: `${name}[${one.name}]` } : {}),
})

/** The members of a body, one level deep, references and `allOf` followed; without those that only the other direction has. */
export function bodyFields(
  schema: Record<string, unknown>,
  of: 'request' | 'answer' = 'request',
  schemas = new Map<string, unknown>(),
): KnownField[] {
  const other = of === 'request' ? 'readOnly' : 'writeOnly'
  const definitions = schema['$defs']
  const fields = new Map<string, KnownField>()
  const visit = (given: unknown, depth: number): void => {
    if (!isObject(given) || depth > 6) return
    const ref = textOf(given, '$ref')
    if (ref !== '') visit(member(definitions, ref.slice(8)), depth + 1)
    for (const key of ['allOf', 'oneOf', 'anyOf'])
      for (const part of Array.isArray(given[key]) ? (given[key] as unknown[]) : []) visit(part, depth + 1)
    const required = new Set(textsOf(given['required']))
    const properties = given['properties']
    for (const [name, part] of Object.entries(isObject(properties) ? properties : {})) {
      const target = isObject(part) && textOf(part, '$ref') !== '' ? member(definitions, textOf(part, '$ref').slice(8)) : part
      if (isObject(target) && target[other] === true) continue
      schemas.set(name, target)
      fields.set(name, {
        name,
        in: 'body',
        words: wordsOf(name).map(stemOf),
        required: required.has(name),
        ...typeOf(inOne(target, definitions)),
        ...itemsOf(inOne(target, definitions), definitions),
      })
    }
    for (const name of required) {
      const known = fields.get(name)
      if (known) known.required = true
    }
  }
  visit(schema, 0)
  // Some documents give an example and no members.
  const example = fields.size === 0 ? schema['example'] : undefined
  for (const [name, value] of Object.entries(isObject(example) ? example : {}))
    fields.set(name, { name, in: 'body', words: wordsOf(name).map(stemOf), required: false, ...typeOfValue(value) })
  return [...fields.values()]
}

/** How many members deeper in a body are known. */
const mostInner = 60
const deepestInner = 4

/** The members of the objects in a body, and of the first items of its lists, that no member above them is called like. */
function innerFields(api: Api, operation: Operation, above: readonly KnownField[]): KnownField[] {
  const content = operation.body?.contents[0]
  if (!content) return []
  const schema = jsonSchemaOf(content.schema ?? true, 'request', api)
  const taken = new Set(above.map(({ name }) => name))
  const keys = new Set(above.map(({ name, key }) => key ?? name))
  const found: KnownField[] = []
  const visit = (given: Record<string, unknown>, within: string, depth: number): void => {
    const parts = new Map<string, unknown>()
    for (const field of bodyFields({ ...given, $defs: schema['$defs'] }, 'request', parts)) {
      const key = within === '' ? field.name : `${within}.${field.name}`
      const isFree = !/^_?id$/i.test(field.name) && !taken.has(field.name)
      if (depth > 0 && !keys.has(key) && isFree && found.length < mostInner) {
        taken.add(field.name)
        found.push({ ...field, key })
      }
      const part = inOne(parts.get(field.name), schema['$defs'])
      const items = isObject(part) && part['type'] === 'array' ? inOne(part['items'], schema['$defs']) : undefined
      const next = items ?? part
      if (depth < deepestInner && isObject(next) && (next['properties'] || next['allOf']))
        visit(next, items ? `${key}.0` : key, depth + 1)
    }
  }
  visit(schema, '', 0)
  return found
}

/** Everything that may be sent with a request, deeper members of its body last. */
export const sendable = ({ fields, inner }: KnownOperation): KnownField[] => [...fields, ...inner]

function typeOfValue(value: unknown): Pick<KnownField, 'type'> {
  if (value === null || value === undefined) return {}
  return { type: Array.isArray(value) ? 'array' : typeof value }
}

/** `anyOf` of one schema and null, as Python writes what may be left out, and `allOf` of one, as others write a reference with a description: that one. */
function inOne(schema: unknown, definitions = member(schema, '$defs'), depth = 0): unknown {
  if (!isObject(schema) || depth > 4) return schema
  const ref = textOf(schema, '$ref')
  if (ref !== '') return inOne(member(definitions, ref.slice(8)), definitions, depth + 1)
  const variants = ['anyOf', 'oneOf', 'allOf']
    .flatMap((key) => (Array.isArray(schema[key]) ? (schema[key] as unknown[]) : []))
    .filter((one) => !(isObject(one) && one['type'] === 'null'))
  const [only] = variants
  return schema['type'] === undefined && schema['enum'] === undefined && only !== undefined && variants.length === 1
    ? inOne(only, definitions, depth + 1)
    : schema
}

function typeOf(schema: unknown): Pick<KnownField, 'type'> {
  if (!isObject(schema)) return {}
  const type = Array.isArray(schema['type']) ? (schema['type'] as unknown[]).find((one) => one !== 'null') : schema['type']
  return typeof type === 'string' ? { type } : {}
}

/** The type of a list's items. */
function itemsOf(schema: unknown, definitions: unknown): Pick<KnownField, 'items'> {
  const items = isObject(schema) && schema['type'] === 'array' ? inOne(schema['items'], definitions) : undefined
  const type = isObject(items) ? textOf(items, 'type') || (items['properties'] ? 'object' : '') : ''
  return type === '' ? {} : { items: type }
}

function fieldsOfStep(step: SendRequestStep): KnownField[] {
  const fields: KnownField[] = step.query.map(({ name }) => ({
    name,
    in: 'query',
    words: wordsOf(name).map(stemOf),
    required: false,
  }))
  if (step.body.type !== 'json') return fields
  try {
    const body: unknown = JSON.parse(step.body.text)
    for (const [name, value] of Object.entries(isObject(body) ? body : {}))
      fields.push({
        name,
        in: 'body',
        words: wordsOf(name).map(stemOf),
        required: true,
        type: Number.isInteger(value) ? 'integer' : typeof value,
      })
  } catch {
    // A body that is no JSON by itself, with references outside of quotes: its fields are unknown.
  }
  return fields
}
