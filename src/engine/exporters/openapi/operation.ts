import type { Environment, Project } from '#engine/project/format/schema.ts'
import { asksEqual } from '#engine/checks/facts.ts'
import { takesStatus } from '#engine/extractors/facts.ts'
import type { Check } from '#engine/steps/assertion/schema.ts'
import { isBasicInClear } from '#engine/steps/send-request/auth/basic-header.ts'
import type { RequestBody, SendRequestStep } from '#engine/steps/send-request/schema.ts'
import type { Omissions } from '../not-exported.ts'
import { mergedSchema, schemaOfChecks, schemaOfValue } from './infer-schema.ts'
import { isJsonObject, memberObject, type JsonObject } from './json-object.ts'
import { openApiExportTexts as texts } from './texts.ts'

/** Where an operation is: servers, and a path with names of parameters. */
export interface OperationPlace {
  servers: string[]
  path: string
  parameters: string[]
}

/** The place of a URL; undefined if it has no path that can be read. */
export function operationPlace(url: string, project: Project, environments: readonly Environment[]): OperationPlace | undefined {
  const [, origin, rest = ''] = /^(\$\{[^{}]*\}|https?:\/\/(?:\$\{[^{}]*\}|[^/?#$])+)([^]*)$/.exec(url.trim()) ?? []
  if (origin === undefined) return undefined
  const variable = /^\$\{([^{}]*)\}$/.exec(origin)?.[1]
  const values =
    variable === undefined
      ? [origin]
      : [...environments.map(({ variables }) => variables), project.variables].flatMap(
          (variables) => variables.find(({ name }) => name === variable)?.value ?? [],
        )
  const servers = values.filter((value): value is string => typeof value === 'string' && /^https?:\/\/[^$]+$/.test(value))
  const parameters: string[] = []
  const segments = (/^[^?#]*/.exec(rest)?.[0] ?? '').split('/').slice(1)
  const path = segments
    .map((segment) => {
      const name = /^\$\{([\w.-]+)(\(.*\))?\}$/.exec(segment)?.[1]
      if (name === undefined && !/^\d+$|^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(segment))
        return segment.replaceAll(/\$\{([\w.-]+)[^{}]*\}/g, (_, inner: string) => parameter(inner, parameters))
      return parameter(name ?? 'id', parameters)
    })
    .join('/')
  return { servers: servers.map((server) => server.replace(/\/$/, '')), path: `/${path}`, parameters }
}

function parameter(wanted: string, parameters: string[]): string {
  const base = wanted.replaceAll(/\W/g, '_')
  let name = base
  for (let number = 2; parameters.includes(name); number++) name = `${base}${number}`
  parameters.push(name)
  return `{${name}}`
}

/** What an operation is made of. */
export interface OperationSource {
  step: SendRequestStep
  suite: string
  checks: readonly Check[]
  place: OperationPlace
  /** The operation as requests before this one describe it. */
  before: JsonObject | undefined
  /** Security schemes, which are added to. */
  schemes: JsonObject
  where: string
  omissions: Omissions
}

const ignoredHeaders = /^(accept|content-type|authorization|cookie|host|content-length|user-agent)$/i

/** The operation of a request; one that is there is added to. */
export function describeOperation({
  step,
  suite,
  checks,
  place,
  before,
  schemes,
  where,
  omissions,
}: OperationSource): JsonObject {
  const operation: JsonObject = before ?? {
    operationId: idOf(step.name),
    summary: step.name,
    ...(step.description === '' ? {} : { description: step.description }),
    ...(suite === '' ? {} : { tags: [suite] }),
  }
  addParameters(operation, step, place)
  const body = bodyOf(step.body)
  if (body !== undefined) {
    const content = memberObject(memberObject(operation, 'requestBody'), 'content')
    const media = memberObject(content, body.type)
    media['schema'] = isJsonObject(media['schema']) ? mergedSchema(media['schema'], body.schema) : body.schema
  }
  const security = securityOf(step, schemes, where, omissions)
  if (security !== undefined) operation['security'] = [{ [security]: [] }]
  addResponse(memberObject(operation, 'responses'), checks)
  return operation
}

const idOf = (name: string): string => {
  const words = name.normalize('NFD').match(/[A-Za-z0-9]+/g) ?? ['operation']
  return words.map((word, index) => (index === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1))).join('')
}

interface Pair {
  name: string
  value: string
}

function addParameters(operation: JsonObject, { url, query, headers }: SendRequestStep, { parameters }: OperationPlace): void {
  const inUrl = [...new URLSearchParams(/\?([^#]*)/.exec(url)?.[1] ?? '')].map(([name, value]): Pair => ({ name, value }))
  const used = (pairs: SendRequestStep['query']): Pair[] =>
    pairs.filter(({ name, disabled }) => !disabled && name !== '' && !name.includes('${'))
  const made = [
    ...parameters.map((name): JsonObject => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...[...inUrl, ...used(query)].map(({ name, value }): JsonObject => ({ name, in: 'query', schema: schemaOfText(value) })),
    ...used(headers)
      .filter(({ name }) => !ignoredHeaders.test(name.trim()))
      .map(({ name, value }): JsonObject => ({ name: name.trim(), in: 'header', schema: schemaOfText(value) })),
  ]
  const known = (Array.isArray(operation['parameters']) ? operation['parameters'] : []) as JsonObject[]
  for (const one of made) if (!known.some((other) => other['name'] === one['name'] && other['in'] === one['in'])) known.push(one)
  if (known.length > 0) operation['parameters'] = known
}

const schemaOfText = (text: string): JsonObject => {
  if (/^-?\d{1,15}$/.test(text)) return { type: 'integer' }
  return { type: text === 'true' || text === 'false' ? 'boolean' : 'string' }
}

function bodyOf(body: RequestBody): { type: string; schema: JsonObject } | undefined {
  switch (body.type) {
    case 'none':
      return undefined
    case 'json':
      return { type: 'application/json', schema: schemaOfJson(body.text) }
    case 'graphql':
      return {
        type: 'application/json',
        schema: { type: 'object', properties: { query: { type: 'string' }, variables: schemaOfJson(body.variables) } },
      }
    case 'text':
      return { type: mediaType(body.mediaType), schema: { type: 'string' } }
    case 'file':
      return { type: mediaType(body.mediaType), schema: {} }
    case 'form':
      return { type: 'application/x-www-form-urlencoded', schema: fieldsSchema(body.fields) }
    case 'multipart':
      return { type: 'multipart/form-data', schema: fieldsSchema(body.parts.map(({ name, value = '' }) => ({ name, value }))) }
  }
}

const mediaType = (text: string): string => (/^[\w.+-]+\/[\w.+-]+$/.test(text) ? text : 'text/plain')

const fieldsSchema = (fields: readonly Pair[]): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(
    fields.filter(({ name }) => name !== '' && !name.includes('${')).map(({ name, value }) => [name, schemaOfText(value)]),
  ),
})

/** The schema of a JSON template: what is put in unquoted has any type. */
function schemaOfJson(text: string): JsonObject {
  try {
    const bare = text.replaceAll(/"(?:[^"\\]|\\.)*"|\$\{[^{}]*\}/g, (part) => (part.startsWith('"') ? part : 'null'))
    return schemaOfValue(JSON.parse(bare))
  } catch {
    return {}
  }
}

function securityOf({ headers }: SendRequestStep, schemes: JsonObject, where: string, omissions: Omissions): string | undefined {
  const value = headers.find(({ name, disabled }) => !disabled && /^authorization$/i.test(name.trim()))?.value
  if (value === undefined || value === '') return undefined
  const scheme = /^Bearer /i.test(value) ? 'bearer' : isBasicInClear('authorization', value) ? 'basic' : undefined
  if (scheme === undefined) {
    omissions.add(where, texts.signed)
    return undefined
  }
  schemes[scheme] = { type: 'http', scheme }
  return scheme
}

function addResponse(responses: JsonObject, checks: readonly Check[]): void {
  const status = checks.find((check) => takesStatus(check) && asksEqual(check) && !check.not)?.value
  const response = memberObject(responses, typeof status === 'number' ? String(status) : 'default')
  response['description'] ??= texts.response
  const schema = schemaOfChecks(checks)
  if (schema === undefined) return
  const media = memberObject(memberObject(response, 'content'), 'application/json')
  media['schema'] = isJsonObject(media['schema']) ? mergedSchema(media['schema'], schema) : schema
}
