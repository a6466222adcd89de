import { AssayError } from '#engine/base/errors.ts'
import { jsonMistake } from '#engine/base/encoding/json-mistake.ts'
import { sizeOf } from '#engine/base/encoding/blob-parts.ts'
import type { ReferencedFiles } from '#engine/ports/index.ts'
import type { RunContext } from '../step-kind.ts'
import { readBodyFile, shownFile } from './body-file.ts'
import { encodeForm, resolvePairs, type Resolve } from './encode.ts'
import { encodeMultipart, type Part } from './multipart.ts'
import type { RequestBody } from './schema.ts'
import { sendRequestTexts as texts } from './texts.ts'

/** A body as it is sent; `fields` are its parameters, for users, and `shown` makes what they see of one that holds bytes. */
export interface Body {
  content: string | Uint8Array | Blob
  shown?: () => string
  mediaType: string
  fields?: [string, string][]
}

type Of<T extends RequestBody['type']> = Extract<RequestBody, { type: T }>

/** The body of a request with its templates resolved; undefined for none. AssayError of the templates and of files. */
export async function buildBody(body: RequestBody, resolve: Resolve, context: RunContext): Promise<Body | undefined> {
  switch (body.type) {
    case 'none':
      return undefined
    case 'json':
      return { content: await resolveJson(body.text, context), mediaType: 'application/json' }
    case 'text':
      return { content: await resolve(body.text), mediaType: await resolve(body.mediaType) }
    case 'form':
      return form(await resolvePairs('Field', body.fields, resolve))
    case 'multipart':
      return multipart(body, resolve, context)
    case 'graphql':
      return graphql(body, resolve, context)
    case 'file':
      return file(body, resolve, context)
  }
}

const resolveJson = (text: string, { variables }: RunContext): string | Promise<string> =>
  text.includes('${') ? variables.resolve(text, { escape: 'json' }) : text

const form = (fields: [string, string][]): Body => ({
  content: encodeForm(fields),
  mediaType: 'application/x-www-form-urlencoded',
  fields,
})

async function file({ file: path, mediaType }: Of<'file'>, resolve: Resolve, { ports }: RunContext): Promise<Body> {
  const content = await readBodyFile(path, ports.files)
  return { content, shown: () => shownFile(content), mediaType: await resolve(mediaType) }
}

async function multipart({ parts }: Of<'multipart'>, resolve: Resolve, { ports }: RunContext): Promise<Body> {
  const resolved: Part[] = []
  for (const { name, value, file: path, mediaType = '', disabled } of parts) {
    if (disabled) continue
    const head = { name: await resolve(name), mediaType: await resolve(mediaType) }
    resolved.push(path === undefined ? { ...head, value: await resolve(value ?? '') } : await filePart(head, path, ports.files))
  }
  const boundary = `assay-${ports.random.uuid()}`
  return {
    ...encodeMultipart(resolved, boundary),
    mediaType: `multipart/form-data; boundary=${boundary}`,
    fields: resolved.map((part) => [part.name, 'bytes' in part ? texts.filePart(part.fileName, sizeOf(part.bytes)) : part.value]),
  }
}

/** A file as a part: under its own name, without its folders (RFC 7578 section 4.2). */
async function filePart({ name, mediaType }: Omit<Part, 'value'>, path: string, files: ReferencedFiles): Promise<Part> {
  const bytes = await readBodyFile(path, files)
  return { name, mediaType: mediaType || 'application/octet-stream', bytes, fileName: path.split('/').at(-1) ?? path }
}

/** GraphQL over HTTP: one JSON object. The variables are put in as they are written, so that numbers keep their digits. */
async function graphql({ query, variables, operationName }: Of<'graphql'>, resolve: Resolve, context: RunContext): Promise<Body> {
  const members = [`"query":${JSON.stringify(await resolve(query))}`]
  const given = (await resolveJson(variables, context)).trim()
  if (given !== '') members.push(`"variables":${checkedObject(given)}`)
  const operation = await resolve(operationName)
  if (operation !== '') members.push(`"operationName":${JSON.stringify(operation)}`)
  return { content: `{${members.join(',')}}`, mediaType: 'application/json' }
}

const badVariables = (cause?: unknown): AssayError =>
  new AssayError('http-invalid-request', texts.badVariables, {
    hint: texts.badVariablesHint,
    cause: cause === undefined ? undefined : jsonMistake(cause),
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
