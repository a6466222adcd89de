import { AssayError, textOf } from '#engine/base/errors.ts'
import { notYet } from '../later.ts'
import type { RunContext } from '../step-kind.ts'
import { encodeForm, resolvePairs, type Resolve } from './encode.ts'
import { encodeMultipart, type Part } from './multipart.ts'
import type { RequestBody } from './schema.ts'
import { texts } from './texts.ts'

/** A body as it is sent; `fields` are its parameters, for people. */
export interface Body {
  text: string
  mediaType: string
  fields?: [string, string][]
}

type Of<T extends RequestBody['type']> = Extract<RequestBody, { type: T }>

/** The body of a request with its templates resolved; undefined for none. AssayError `kind-not-available` for files. */
export async function buildBody(body: RequestBody, resolve: Resolve, context: RunContext): Promise<Body | undefined> {
  switch (body.type) {
    case 'none':
      return undefined
    case 'json':
      return { text: await resolveJson(body.text, context), mediaType: 'application/json' }
    case 'text':
      return { text: await resolve(body.text), mediaType: await resolve(body.mediaType) }
    case 'form':
      return form(await resolvePairs('Field', body.fields, resolve))
    case 'multipart':
      return multipart(body, resolve, context)
    case 'graphql':
      return graphql(body, resolve, context)
    case 'file':
      throw notYet(texts.file)
  }
}

const resolveJson = (text: string, { variables }: RunContext): string | Promise<string> =>
  text.includes('${') ? variables.resolve(text, { escape: 'json' }) : text

const form = (fields: [string, string][]): Body => ({
  text: encodeForm(fields),
  mediaType: 'application/x-www-form-urlencoded',
  fields,
})

async function multipart({ parts }: Of<'multipart'>, resolve: Resolve, { ports }: RunContext): Promise<Body> {
  const resolved: Part[] = []
  for (const { name, value, file, mediaType, disabled } of parts) {
    if (disabled) continue
    if (file !== undefined) throw notYet(texts.file)
    resolved.push({ name: await resolve(name), value: await resolve(value ?? ''), mediaType: await resolve(mediaType ?? '') })
  }
  const boundary = `assay-${ports.random.uuid()}`
  return {
    text: encodeMultipart(resolved, boundary),
    mediaType: `multipart/form-data; boundary=${boundary}`,
    fields: resolved.map(({ name, value }) => [name, value]),
  }
}

/** GraphQL over HTTP: one JSON object. The variables are put in as they are written, so that numbers keep their digits. */
async function graphql({ query, variables, operationName }: Of<'graphql'>, resolve: Resolve, context: RunContext): Promise<Body> {
  const members = [`"query":${JSON.stringify(await resolve(query))}`]
  const given = (await resolveJson(variables, context)).trim()
  if (given !== '') members.push(`"variables":${checkedObject(given)}`)
  const operation = await resolve(operationName)
  if (operation !== '') members.push(`"operationName":${JSON.stringify(operation)}`)
  return { text: `{${members.join(',')}}`, mediaType: 'application/json' }
}

const badVariables = (cause?: unknown): AssayError =>
  new AssayError('http-invalid-request', texts.badVariables, {
    hint: texts.badVariablesHint,
    cause: cause === undefined ? undefined : textOf(cause),
  })

function checkedObject(text: string): string {
  try {
    JSON.parse(text)
  } catch (error) {
    throw badVariables(error)
  }
  if (!text.startsWith('{')) throw badVariables()
  return text
}
