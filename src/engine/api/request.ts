import type { Api } from './api.ts'
import { flatSchema } from './example.ts'
import { fittingExample, type FittingExample } from './fitting-example.ts'
import { itemsOf, member, textOf } from './fields.ts'
import { isJson } from './conform.ts'
import type { Content, NeededScheme, Operation, Parameter } from './operation.ts'
import { styledPairs, styledText } from './parameter-style.ts'
import { jsonSchemaOf, type JsonSchema } from './schema.ts'

/** A name with a value, as Send Request writes them; a parameter that need not be sent is off. */
export interface SuggestedPair {
  name: string
  value: string
  disabled?: boolean
}

/** A body in the forms of Send Request. */
export type SuggestedBody =
  | { type: 'none' }
  | { type: 'json'; text: string }
  | { type: 'text'; mediaType: string; text: string }
  | { type: 'form'; fields: SuggestedPair[] }
  | { type: 'multipart'; parts: { name: string; value?: string; file?: string; disabled?: boolean }[] }
  | { type: 'file'; file: string; mediaType: string }

/** A request that asks for an operation, filled with examples; all texts are templates. */
export interface SuggestedRequest {
  method: string
  /** The path with its parameters as references, to be put behind a base URL. */
  path: string
  /** What the references of the path stand for. */
  variables: { name: string; value: string; description: string }[]
  query: SuggestedPair[]
  headers: SuggestedPair[]
  body: SuggestedBody
  /** The success that is documented: `201`, or `2XX`. */
  status: string | undefined
  /** What has to be shown to the server: the first of the alternatives. */
  security: readonly NeededScheme[]
  /** Parameters, and `body`, whose schemas only take values too large for an example: theirs are empty. */
  tooLarge: readonly string[]
}

/** What a template says literally. */
const literal = (text: string): string => text.replaceAll('${', () => '$${')

const shown = (value: unknown): string =>
  literal(typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value))

/** Creates a request of an operation. `legal` gives a parameter's name as one of a variable. */
export async function suggestRequest(api: Api, operation: Operation, legal: (name: string) => string): Promise<SuggestedRequest> {
  const variables: SuggestedRequest['variables'] = []
  const query: SuggestedPair[] = []
  const headers: SuggestedPair[] = []
  const cookies: string[] = []
  const tooLarge: string[] = []
  const inPath = new Map<string, string>()
  for (const parameter of operation.parameters) {
    const { value, isTooLarge } = await exampleOfParameter(api, parameter)
    if (isTooLarge) tooLarge.push(parameter.name)
    const off = parameter.required ? {} : { disabled: true }
    if (parameter.in === 'path') {
      const name = legal(parameter.name)
      inPath.set(parameter.name, name)
      variables.push({ name, value: textOfParameter(parameter, value), description: parameter.description.slice(0, 500) })
    } else if (parameter.in === 'query') query.push(...pairsOf(parameter, value).map((pair) => ({ ...pair, ...off })))
    else if (parameter.in === 'header') headers.push({ name: parameter.name, value: textOfParameter(parameter, value), ...off })
    else if (parameter.required) cookies.push(...pairsOf(parameter, value).map((one) => `${one.name}=${one.value}`))
  }
  if (cookies.length > 0) headers.push({ name: 'Cookie', value: cookies.join('; ') })
  const path = operation.path.replace(/#.*$/, '').replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const variable = inPath.get(name) ?? legal(name)
    if (!inPath.has(name)) variables.push({ name: variable, value: '1', description: '' })
    inPath.set(name, variable)
    return `\${${variable}}`
  })
  const { body, type, isTooLarge } = await bodyOf(api, operation)
  if (isTooLarge) tooLarge.push('body')
  if (type !== undefined) headers.push({ name: 'Content-Type', value: type })
  return {
    method: operation.method,
    path,
    variables,
    query,
    headers,
    body,
    status: successOf(operation),
    security: operation.security[0] ?? [],
    tooLarge,
  }
}

/** The success that is documented, the exact one before ranges; `2XX` where there are several, as which of them comes only the server knows. */
export function successOf({ responses }: Operation): string | undefined {
  const matching = (pattern: RegExp) => responses.map(({ status }) => status).filter((status) => pattern.test(status))
  const exact = matching(/^2\d\d$/)
  return exact.length > 1 ? '2XX' : [...exact, ...matching(/^2XX$/), ...matching(/^3\d\d$/)][0]
}

const exampleOfParameter = (api: Api, { schema, example }: Parameter): Promise<FittingExample> =>
  fittingExample(jsonSchemaOf(schema ?? true, 'request', api), 'request', example)

const textOfParameter = ({ name, style }: Parameter, value: unknown): string =>
  value === null ? '' : styledText(name, style, value, shown)

const pairsOf = ({ name, style }: Parameter, value: unknown): SuggestedPair[] => styledPairs(name, style, value ?? '', shown)

const form = /^application\/x-www-form-urlencoded/i
const multipart = /^multipart\//i
const preferred = [(type: string) => isJson(type), (type: string) => form.test(type), (type: string) => multipart.test(type)]

/**
 * The bodies that an operation is sent. One that a GET may have, but need not, is none: it means nothing to HTTP (RFC 9110 section 9.3.1), no
 * browser sends it, and generators describe an empty one.
 */
export const sentContents = ({ body, method }: Operation): readonly Content[] =>
  body?.required === true || !/^(get|head)$/i.test(method) ? (body?.contents ?? []) : []

interface MadeBody {
  body: SuggestedBody
  isTooLarge?: true
}

/** The body in the media type that can be filled best; `type` where the step would not say it by itself. */
async function bodyOf(api: Api, operation: Operation): Promise<MadeBody & { type?: string }> {
  const contents = sentContents(operation)
  const content = preferred.flatMap((is) => contents.filter(({ type }) => is(type)))[0] ?? contents[0]
  if (!content) return { body: { type: 'none' } }
  const { type } = content
  const schema = jsonSchemaOf(content.schema ?? true, 'request', api)
  if (isJson(type)) {
    const { value: made, isTooLarge } = await fittingExample(schema, 'request', content.example)
    const value = operation.method === 'POST' && content.example === undefined ? withoutMadeId(made, schema) : made
    const own = /^(application\/json|\*\/\*)\s*(;|$)/i.test(type) ? {} : { type }
    return {
      body: { type: 'json', text: literal(JSON.stringify(value, null, 2)) },
      ...own,
      ...(isTooLarge ? { isTooLarge } : {}),
    }
  }
  if (form.test(type) || multipart.test(type)) return formOf(content, schema)
  const text = content.example ?? (textOf(content.schema, 'format') === 'binary' ? undefined : textOf(content.schema, 'example'))
  if (/^text\/|[/+]xml/i.test(type)) return { body: { type: 'text', mediaType: type, text: shown(text ?? '') } }
  return { body: { type: 'file', file: 'body.bin', mediaType: type.includes('*') ? 'application/octet-stream' : type } }
}

/** An `id` that a POST need not send is the server's to give: one that is made up names something that is not there. */
export function withoutMadeId(value: unknown, schema: JsonSchema): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'id')) return value
  const flat = flatSchema(schema, schema)
  const own = flatSchema(member(flat['properties'], 'id'), schema)
  if (itemsOf(flat['required']).includes('id') || ['examples', 'default', 'const', 'enum'].some((key) => own[key] !== undefined))
    return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== 'id'))
}

async function formOf({ type, example, styles = {}, schema: given }: Content, schema: JsonSchema): Promise<MadeBody> {
  const { value, isTooLarge } = await fittingExample(schema, 'request', example)
  const required = itemsOf(schema['required'])
  const fields = Object.entries(typeof value === 'object' && value !== null ? value : {}).flatMap(([name, one]) => {
    const style = Object.hasOwn(styles, name) ? styles[name] : undefined
    const list = Array.isArray(one) ? (one as unknown[]) : [one]
    const pairs = style ? styledPairs(name, style, one, shown) : list.map((single) => ({ name, value: shown(single) }))
    return pairs.map((pair) => ({ ...pair, ...(required.length === 0 || required.includes(name) ? {} : { disabled: true }) }))
  })
  const more = isTooLarge ? { isTooLarge } : {}
  if (form.test(type)) return { body: { type: 'form', fields }, ...more }
  const isFile = (name: string) => {
    const property = member(member(given, 'properties'), name)
    return [property, member(property, 'items')].some((one) => /^(binary|byte)$/.test(textOf(one, 'format')))
  }
  const parts = fields.map(({ name, value: text, ...rest }) => ({
    name,
    ...(isFile(name) ? { file: `${name}.bin` } : { value: text }),
    ...rest,
  }))
  return { body: { type: 'multipart', parts }, ...more }
}
