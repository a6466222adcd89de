import { apiOf, type Api } from '#engine/api/api.ts'
import { flatSchema } from '#engine/api/example.ts'
import { fittingExample } from '#engine/api/fitting-example.ts'
import { matchOperation } from '#engine/api/match.ts'
import type { Operation } from '#engine/api/operation.ts'
import { successOf } from '#engine/api/request.ts'
import { jsonSchemaOf } from '#engine/api/schema.ts'
import { prepareSchema } from '#engine/checks/json-schema.ts'
import type { Http, HttpRequest } from '#engine/ports/index.ts'
import { sentBodyText, createScriptedHttp, type Answer } from '#engine/ports/testing/index.ts'

/** What a server does beyond its definition: the first rule that fits a request answers it. */
export interface MockRule {
  /** `POST /orders`. */
  operation: string
  /** Only where this member of the body is missing or empty … */
  missing?: string
  /** … where this member was sent before … */
  repeats?: string
  /** … or where the body breaks its schema. */
  invalid?: true
  /** … or shorter than so many characters … */
  shorter?: { member: string; than: number }
  /** Only from the so many-th request on. */
  from?: number
  status?: number
  /** Members of the response with these values. */
  respond?: unknown
}

type Json = Record<string, unknown>
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** One thing that the server keeps. */
interface Kept {
  /** Where it was made, `/orders`. */
  path: string
  value: unknown
}

/** A server that is made from a definition: it answers with valid examples, keeps what is created, and forgets what is deleted. */
export function createMock(document: string, rules: readonly MockRule[] = [], exists: readonly string[] = []): Http {
  const api = apiOf(document)
  let kept: Kept[] = []
  const there = new Set(exists)
  let drawn = 0
  const sent = new Map<string, unknown[]>()

  async function respond(request: HttpRequest): Promise<Answer> {
    const head = matchOperation(api, { method: request.method, url: request.url })
    const operation = head && api.operation(head.key)
    if (!operation) return { status: 404, json: { message: 'no such operation' } }
    const url = new URL(request.url)
    const name = `${operation.method} ${operation.path}`
    const body = bodyOf(request)
    const earlier = sent.get(name) ?? []
    sent.set(name, [...earlier, body])
    if (!isAuthenticated(api, operation, request)) return failure(operation, [401, 403])
    const rule = rules.find((one) => one.operation === name && fits(one, body, earlier))
    const valid = await isValid(api, operation, body, url)
    const broken = rules.find((one) => one.operation === name && one.invalid)
    if (rule?.status !== undefined && rule.status >= 400) return failure(operation, [rule.status], rule.respond)
    const path = decodeURIComponent(url.pathname)
    const values = parametersIn(operation.path, path)
    const isUpsert =
      (operation.method === 'PUT' || (operation.method === 'POST' && operation.path.endsWith('}'))) &&
      !api.operations.some((one) => one.method === 'POST' && operation.path.startsWith(`${one.path}/{`))
    const missing = values.filter((value) => !there.has(value) && !kept.some((one) => mentions(one.value, value)))
    if (missing.length > 0 && !(isUpsert && missing.length === 1 && missing[0] === values.at(-1) && operation.path.endsWith('}')))
      return failure(operation, [404, 400])
    if (!valid) return failure(operation, broken?.status === undefined ? [400, 422] : [broken.status])
    return success(operation, { path, values, body, rule })
  }

  const fits = (rule: MockRule, body: unknown, earlier: readonly unknown[]): boolean =>
    !rule.invalid &&
    (rule.missing === undefined || at(body, rule.missing) === undefined || at(body, rule.missing) === '') &&
    (rule.repeats === undefined || earlier.some((one) => at(one, rule.repeats ?? '') === at(body, rule.repeats ?? ''))) &&
    (rule.shorter === undefined || String(at(body, rule.shorter.member) ?? '').length < rule.shorter.than) &&
    (rule.from === undefined || earlier.length + 1 >= rule.from)

  async function success(
    operation: Operation,
    { path, values, body, rule }: { path: string; values: readonly string[]; body: unknown; rule: MockRule | undefined },
  ): Promise<Answer> {
    const documented = operation.responses.map((one) => one.status).filter((one) => one.startsWith('2'))
    const success = documented.find((one) => one === successOf(operation)) ?? documented.at(-1) ?? '200'
    const status = Number(success.replaceAll(/x/gi, '0'))
    const item = values.length > 0 && /\}(?:\.\w+)?$/.test(operation.path)
    const { value: example, fits: fitsSchema } = await exampleFor(operation, success)
    let json = example
    const last = values.at(-1)
    const known = last === undefined ? undefined : kept.find((one) => mentions(one.value, last))
    if (operation.method === 'DELETE') {
      if (item) kept = kept.filter((one) => one !== known)
    } else if (item && known) {
      if (operation.method !== 'GET') known.value = merged(known.value, withoutOwn(body))
      json = echoed(
        example,
        isJson(known.value) && isJson(known.value['__body'])
          ? merged(merged(example, known.value['__body']), known.value)
          : known.value,
        fitsSchema,
      )
    } else if (operation.method === 'GET')
      json = withItems(
        example,
        kept.filter((one) => listed(one, path, values)),
      )
    else {
      json = echoed(fresh(example), withoutOwn(body), fitsSchema)
      if (rule?.respond !== undefined) json = merged(json, rule.respond, true)
      kept.push({ path, value: joined(json, body, values) })
    }
    if (operation.method === 'DELETE' && last !== undefined) {
      json = identified(example, last)
      if (item && known) json = echoed(json, known.value, fitsSchema)
    }
    if (rule?.respond !== undefined) json = merged(json, rule.respond, true)
    return status === 204 || json === undefined ? { status, headers: [] } : typed(operation, status, json)
  }

  /** An example of a new thing: its identifiers are its own. */
  function fresh(value: unknown, depth = 0): unknown {
    if (typeof value === 'string' && depth === 0) return newIdentifier(value)
    if (!isJson(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        key,
        isIdentifier(key) && (depth === 0 || own.has(key)) ? newIdentifier(one) : depth === 0 ? fresh(one, 1) : one,
      ]),
    )
  }

  function newIdentifier(like: unknown): unknown {
    if (typeof like === 'number') return 1_000 + ++drawn
    if (typeof like !== 'string') return like
    const digits = String(++drawn).padStart(6, '0')
    return /^[0-9a-f-]{36}$/i.test(like) ? `${like.slice(0, 30)}${digits}` : `${like.slice(0, 24)}${digits}`
  }

  /** A valid response, with an identifier where the schema knows one. */
  async function exampleFor(
    operation: Operation,
    status: string,
  ): Promise<{ value: unknown; fits: (value: unknown) => boolean }> {
    const content = operation.responses.find((one) => one.status === status)?.contents?.[0]
    if (!content || content.schema === undefined) return { value: undefined, fits: () => true }
    const schema = jsonSchemaOf(content.schema, 'response', api)
    const prepared = await prepareSchema(schema, { lenient: true })
    // The example of the document is what its server returns, also where its own schema doesn't take it.
    const value = structuredClone(
      isJson(content.example) ? content.example : (await fittingExample(schema, 'response', content.example)).value,
    )
    const { properties } = flatSchema(schema, schema)
    if (isJson(value) && isJson(properties) && 'id' in properties && value['id'] === undefined) value['id'] = 'id'
    return { value, fits: (one) => prepared.errors(one).length === 0 }
  }

  async function failure(operation: Operation, wanted: readonly number[], respond?: unknown): Promise<Answer> {
    const documented = wanted.find((status) => operation.responses.some((one) => one.status === String(status)))
    const status = documented ?? wanted[0] ?? 400
    const json = (await exampleFor(operation, String(status))).value ?? { message: 'refused' }
    return { status, json: respond === undefined ? json : merged(json, respond, true) }
  }

  return createScriptedHttp((request) => respond(request))
}

const isIdentifier = (key: string): boolean =>
  /(^|_)id$|[a-z]Id$|^(token|slug)$/.test(key) && !/^(external|transaction|parent)/.test(key)

/** Identifiers that servers give, whatever a request says. */
const own: ReadonlySet<string> = new Set(['id', 'lago_id', 'token'])
const withoutOwn = (body: unknown): unknown =>
  isJson(body) ? Object.fromEntries(Object.entries(body).filter(([key]) => !own.has(key))) : body

/** What a rule or a check of the server looks at. */
const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, key) => (isJson(inner) ? inner[key] : undefined), value)

function bodyOf({ body }: HttpRequest): unknown {
  const text = body === undefined ? '' : sentBodyText(body)
  if (text === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return Object.fromEntries(new URLSearchParams(text))
  }
}

/** A credential of any scheme that the operation takes, and not one that is made wrong on purpose. */
function isAuthenticated(api: Api, { security }: Operation, { headers, url }: HttpRequest): boolean {
  if (security.length === 0 || security.some((all) => all.length === 0)) return true
  return security.some((all) =>
    all.every(({ scheme }) => {
      const known = api.schemes.find(({ name }) => name === scheme)
      const header = known?.type === 'apiKey' && known.in === 'header' ? known.parameter : 'authorization'
      const value =
        known?.type === 'apiKey' && known.in === 'query'
          ? new URL(url).searchParams.get(known.parameter)
          : headers.find(([name]) => name.toLowerCase() === header.toLowerCase())?.[1]
      return value !== undefined && value !== null && value.trim() !== '' && !/invalid|wrong|not-a|no-token|false/i.test(value)
    }),
  )
}

async function isValid(api: Api, operation: Operation, body: unknown, url: URL): Promise<boolean> {
  for (const { in: place, name, required, schema } of operation.parameters) {
    if (place !== 'query') continue
    const text = url.searchParams.get(name)
    if (text === null) {
      if (required && !isJson(flatIn(api, schema))) return false
      continue
    }
    const value = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text === 'true' || text === 'false' ? text === 'true' : text
    const prepared = await prepareSchema(jsonSchemaOf(schema ?? true, 'request', api), { lenient: true })
    if ([value, text, [text]].every((one) => prepared.errors(one).length > 0)) return false
  }
  const content = operation.body?.contents.find(({ type }) => type.includes('json'))
  if (!content) return true
  if (body === undefined) return operation.body?.required !== true
  const prepared = await prepareSchema(anyOfThem(jsonSchemaOf(content.schema ?? true, 'request', api)), { lenient: true })
  return prepared.errors(body).length === 0
}

/** Servers take what fits two alternatives that a definition writes as `oneOf`. */
const anyOfThem = (schema: Json): Json =>
  JSON.parse(
    JSON.stringify(schema, (_, value: unknown) => {
      if (!isJson(value) || !Array.isArray(value['oneOf']) || 'anyOf' in value) return value
      const { oneOf, ...rest } = value
      return { ...rest, anyOf: oneOf }
    }),
  ) as Json

/** Members of a parameter that is an object, which are sent as parameters of their own. */
const flatIn = (api: Api, schema: unknown): unknown => {
  const whole = jsonSchemaOf(schema ?? true, 'request', api)
  const { properties } = flatSchema(whole, whole)
  return isJson(properties) ? properties : undefined
}

/** The values of a path's parameters. */
function parametersIn(template: string, path: string): string[] {
  const wanted = template.split('/').toReversed()
  const given = path.split('/').toReversed()
  return wanted
    .flatMap((part, index) => {
      const [, ending] = /^\{[^{}]*\}(\.\w+)?$/.exec(part) ?? []
      const value = given[index] ?? ''
      return part.startsWith('{') ? [ending === undefined ? value : value.slice(0, -ending.length)] : []
    })
    .toReversed()
}

/** Whether a value stands anywhere in what is kept. */
function mentions(kept: unknown, value: string): boolean {
  if (Array.isArray(kept)) return kept.some((one) => mentions(one, value))
  if (isJson(kept)) return Object.values(kept).some((one) => mentions(one, value))
  return kept !== null && kept !== undefined && String(kept) === value
}

const listed = (one: Kept, path: string, values: readonly string[]): boolean =>
  one.path === path ||
  values.some((value) => mentions(one.value, value)) ||
  path.startsWith(one.path) ||
  shareStart(one.path, path)

const shareStart = (a: string, b: string): boolean =>
  a.split('/').slice(0, -1).join('/') !== '' && b.startsWith(`${a.split('/').slice(0, -1).join('/')}/`)

/** The sent members in place of an example's, whatever they are wrapped in. */
function merged(example: unknown, given: unknown, adds = false): unknown {
  if (!isJson(given)) return given === undefined || isJson(example) ? example : given
  if (!isJson(example)) return example === undefined || adds ? given : example
  const result: Json = { ...example }
  const keys = Object.keys(given)
  const inner = Object.keys(example).find((key) => isJson(example[key]) && keys.every((one) => !(one in example)))
  if (inner !== undefined && !adds) return { ...result, [inner]: merged(result[inner], given) }
  for (const key of keys) {
    if (isJson(result[key]) && isJson(given[key])) result[key] = merged(result[key], given[key], true)
    else if (adds || key in example || typeof given[key] !== 'object') result[key] = given[key]
  }
  return result
}

/** What was sent stands in the response, as far as that stays valid. */
function echoed(example: unknown, given: unknown, fits: (value: unknown) => boolean): unknown {
  const all = merged(example, given)
  if (!isJson(given) || fits(all) || !fits(example)) return all
  const few = (one: unknown, part: Json): unknown =>
    Object.entries(part).reduce((json, [key, value]) => {
      const next = merged(json, { [key]: value })
      return fits(next) ? next : isJson(value) ? few(json, Object.fromEntries(Object.entries(value))) : json
    }, one)
  return few(example, given)
}

/** What is kept of a created thing: what it is, and what it belongs to. */
const joined = (json: unknown, body: unknown, values: readonly string[]): unknown =>
  isJson(json) ? { ...json, __body: body, __of: values } : { __value: json, __body: body, __of: values }

function identified(example: unknown, value: string): unknown {
  if (!isJson(example)) return example
  const key = Object.keys(example).find(isIdentifier)
  const id = typeof (key === undefined ? '' : example[key]) === 'number' ? Number(value) : value
  return key === undefined ? example : { ...example, [key]: id, ...('deleted' in example ? { deleted: true } : {}) }
}

/** A list with an item for each thing that is kept; other lists of the response stay. */
function withItems(example: unknown, things: readonly Kept[], depth = 0): unknown {
  if (Array.isArray(example)) {
    if (example.length > 0 && !isJson(example[0])) return example
    if (things.length === 0) return example.length === 1 ? [example[0], other(example[0])] : example
    return things.map(({ value }) => itemOf(example[0], value))
  }
  if (!isJson(example) || depth > 1) return example
  return Object.fromEntries(Object.entries(example).map(([key, value]) => [key, withItems(value, things, depth + 1)]))
}

/** The second of two things. */
const other = (example: unknown): unknown =>
  isJson(example)
    ? Object.fromEntries(
        Object.entries(example).map(([key, one]) => [
          key,
          !isIdentifier(key) ? one : typeof one === 'number' ? one + 1 : `${String(one).slice(0, -1)}2`,
        ]),
      )
    : example

function itemOf(example: unknown, value: unknown): unknown {
  if (!isJson(example) || !isJson(value)) return value
  const { __body: _, __of: _of, ...plain } = value
  const inner = Object.values(plain).find(isJson)
  const all = { ...inner, ...plain }
  return Object.fromEntries(
    Object.entries(example).map(([key, one]) => [
      key,
      key in all && !isJson(all[key]) ? all[key] : isJson(one) ? itemOf(one, value) : one,
    ]),
  )
}

const typed = ({ responses }: Operation, status: number, json: unknown): Answer => {
  const type = responses.find((one) => one.status === String(status))?.contents?.[0]?.type ?? 'application/json'
  return type.includes('json')
    ? { status, body: JSON.stringify(json), headers: [['content-type', 'application/json']] }
    : { status, body: typeof json === 'string' ? json : JSON.stringify(json), headers: [['content-type', type]] }
}
