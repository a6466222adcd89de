import { AssayError } from '#engine/base/errors.ts'
import { prepareSchema, type PreparedSchema } from '#engine/checks/json-schema.ts'
import { violationsOf } from '#engine/checks/violations.ts'
import type { Api } from './api.ts'
import type { Content, Operation, Parameter, ResponseContent } from './operation.ts'
import { jsonSchemaOf } from './schema.ts'
import { apiDocumentTexts as texts } from './texts.ts'

/** A response that is held against an operation. */
export interface Answered {
  /** Of the request. */
  method: string
  status: number
  /** A header's value; undefined if it is not there. */
  header(name: string): string | undefined
  /** Whether it has no body. Throws AssayError if the body is not whole. */
  isEmpty(): boolean
  /** The body as JSON; throws AssayError `nothing-found` if it is none. */
  json(): unknown
}

/** One deviation of a response from its operation, in one line; bodies with a JSON pointer. */
export type Deviation = string

/** How a response deviates from its operation: status, headers, content type, body. Empty if it conforms. */
export async function deviations(api: Api, operation: Operation, answer: Answered): Promise<Deviation[]> {
  const { status } = answer
  const response = responseFor(operation, status)
  if (!response) {
    const documented = operation.responses.map((one) => one.status)
    return [texts.statusNotDocumented(status, documented)]
  }
  return [...(await headerDeviations(api, response, answer)), ...(await bodyDeviations(api, response, answer))]
}

/** The response that is documented for a status: itself, its range, or the one for all others. */
function responseFor({ responses }: Operation, status: number): ResponseContent | undefined {
  const find = (wanted: string) => responses.find((one) => one.status === wanted)
  return find(String(status)) ?? find(`${Math.floor(status / 100)}XX`) ?? find('default')
}

async function headerDeviations(api: Api, { headers }: ResponseContent, answer: Answered): Promise<Deviation[]> {
  const found: Deviation[] = []
  for (const header of headers) {
    if (/^content-type$/i.test(header.name)) continue
    const value = answer.header(header.name)
    if (value === undefined) {
      if (header.required) found.push(texts.headerMissing(header.name))
    } else if (header.schema !== undefined) found.push(...(await headerProblem(api, header, value)))
  }
  return found
}

async function headerProblem(api: Api, header: Parameter, value: string): Promise<Deviation[]> {
  const schema = await preparedFor(api, header)
  if (schema instanceof AssayError) return []
  // A header is text: what it says counts if it fits as any of the types that the text can be read as.
  const readings = readingsOf(value)
  const all = readings.map((reading) => violationsOf(schema, reading))
  const [violation] = all.some((one) => one.length === 0) ? [] : (all[0] ?? [])
  return violation ? [texts.headerWrong(header.name, violation.text)] : []
}

function readingsOf(value: string): unknown[] {
  const trimmed = value.trim()
  const scalar = (text: string): unknown[] => [
    text,
    ...(/^-?\d+(\.\d+)?$/.test(text) ? [Number(text)] : []),
    ...(text === 'true' || text === 'false' ? [text === 'true'] : []),
  ]
  const list = trimmed.split(',').map((one) => one.trim())
  return [...scalar(trimmed), list, list.map((one) => scalar(one).at(-1))]
}

async function bodyDeviations(api: Api, { contents, status }: ResponseContent, answer: Answered): Promise<Deviation[]> {
  if (contents === undefined || contents.length === 0) return []
  const hasNone = answer.method.toUpperCase() === 'HEAD' || answer.status === 204 || answer.status === 304
  const documented = contents.map(({ type }) => type)
  if (answer.isEmpty()) return hasNone || status === 'default' ? [] : [texts.bodyMissing(documented)]
  const type = answer.header('content-type')
  const content = contentFor(contents, type)
  if (!content) return [texts.typeNotDocumented(type ?? texts.noType, documented)]
  if (content.schema === undefined || !isJson(type ?? content.type)) return []
  let value: unknown
  try {
    value = answer.json()
  } catch (error) {
    if (error instanceof AssayError && error.code === 'nothing-found') return [texts.bodyUnreadable(error.message)]
    throw error
  }
  const schema = await preparedFor(api, content)
  if (schema instanceof AssayError) throw schema
  return violationsOf(schema, value).map(({ pointer, text }) => texts.bodyWrong(pointer, text))
}

/** JSON, and what is JSON inside (RFC 6839). Lines of JSON are not one value. */
export const isJson = (type: string): boolean => /^[^;]*[/+]json\s*(;|$)/i.test(type) || type.startsWith('*/*')

const bare = (type: string): string => (type.split(';', 1)[0] ?? '').trim().toLowerCase()

/** The content that is documented for a media type, the most exact first; without a type the only one. */
function contentFor(contents: readonly Content[], type: string | undefined): Content | undefined {
  if (type === undefined) return contents.length === 1 ? contents[0] : contents.find((one) => bare(one.type) === '*/*')
  const wanted = bare(type)
  const [main = ''] = wanted.split('/')
  const fits = (one: Content): number => {
    const known = bare(one.type)
    if (known === wanted) return 3
    if (known === `${main}/*`) return 2
    // Before there were names for kinds of JSON, documents said JSON.
    if (known === 'application/json' && wanted.endsWith('+json')) return 1
    return known === '*/*' || known === '*' ? 1 : 0
  }
  return contents.filter((one) => fits(one) > 0).toSorted((a, b) => fits(b) - fits(a))[0]
}

const prepared = new WeakMap<object, Promise<PreparedSchema | AssayError>>()

/** The schema of a content or a header, converted and prepared once; the error if it can't be judged by. */
function preparedFor(api: Api, part: Content | Parameter): Promise<PreparedSchema | AssayError> {
  const known = prepared.get(part)
  if (known) return known
  const made = prepare(api, part.schema)
  prepared.set(part, made)
  return made
}

async function prepare(api: Api, schema: unknown): Promise<PreparedSchema | AssayError> {
  try {
    return await prepareSchema(jsonSchemaOf(schema, 'response', api), { all: true, lenient: true })
  } catch (error) {
    if (!(error instanceof AssayError)) throw error
    return new AssayError(error.code, texts.notJudged(error.message), { hint: error.hint, cause: error.cause })
  }
}
