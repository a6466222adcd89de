import type { Api } from './api.ts'
import { isJson } from './conform.ts'
import { fittingExample } from './fitting-example.ts'
import type { Content, OperationHead, Parameter } from './operation.ts'
import { outlineOf, typeText, type OutlineRow } from './outline.ts'
import { jsonSchemaOf, type Way } from './schema.ts'

/** A body in one media type, as users read it. */
export interface ContentText {
  type: string
  rows: OutlineRow[]
  /** JSON on several lines, or text; '' if none could be made. */
  example: string
}

/** A parameter or a header, as users read it. */
export interface ParameterText {
  name: string
  in: string
  required: boolean
  type: string
  description: string
}

/** An operation, as users read it: plain data. */
export interface OperationText extends OperationHead {
  parameters: ParameterText[]
  body: { required: boolean; description: string; contents: ContentText[] } | undefined
  responses: { status: string; description: string; headers: ParameterText[]; contents: ContentText[] }[]
  /** Alternatives: `oauth (orders:read) + key`. */
  security: string[]
}

/** An operation with its schemas and examples as text; undefined if there is none of this key. */
export async function describeOperation(api: Api, key: string): Promise<OperationText | undefined> {
  const operation = api.operation(key)
  if (!operation) return undefined
  const { parameters, body, responses, security, servers: _, ...head } = operation
  const contents = (all: readonly Content[] = [], way: Way) => Promise.all(all.map((one) => contentText(api, one, way)))
  return {
    ...head,
    parameters: parameters.map((one) => parameterText(api, one)),
    body: body && { required: body.required, description: body.description, contents: await contents(body.contents, 'request') },
    responses: await Promise.all(
      responses.map(async (one) => ({
        status: one.status,
        description: one.description,
        headers: one.headers.map((header) => parameterText(api, header)),
        contents: await contents(one.contents, 'response'),
      })),
    ),
    security: security.map((all) =>
      all.map(({ scheme, scopes }) => (scopes.length === 0 ? scheme : `${scheme} (${scopes.join(' ')})`)).join(' + '),
    ),
  }
}

const parameterText = (api: Api, { name, in: place, required, description, schema }: Parameter): ParameterText => ({
  name,
  in: place,
  required,
  description,
  type: typeText(jsonSchemaOf(schema ?? true, 'request', api)),
})

async function contentText(api: Api, { type, schema: given, example }: Content, way: Way): Promise<ContentText> {
  const schema = jsonSchemaOf(given ?? true, way, api)
  const rows = given === undefined ? [] : outlineOf(schema)
  if (!isJson(type) && typeof example === 'string') return { type, rows, example }
  if (given === undefined && example === undefined) return { type, rows, example: '' }
  const { value } = await fittingExample(schema, way, example)
  return { type, rows, example: typeof value === 'string' && !isJson(type) ? value : JSON.stringify(value, null, 2) }
}
