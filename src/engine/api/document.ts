import { AssayError } from '#engine/base/errors.ts'
import { tooDeep } from '#engine/base/encoding/json-depth.ts'
import { jsonText } from '#engine/base/encoding/json-text.ts'
import { fail, ok, type Result } from '#engine/base/result.ts'
import { isObject } from '#engine/checks/values.ts'
import { BundleExcess } from './parts/bundle.ts'
import { readParts, type ApiParts, type PartProblem } from './parts/read-parts.ts'
import { createReferences, looseReferences } from './references.ts'
import { apiDocumentTexts as texts } from './texts.ts'
import { parseYaml, type YamlText } from './yaml.ts'

/** The largest description that is read, in bytes: 10 MB of compact JSON have up to three times as much with white space. */
export const largestRead = 30_000_000

/** The largest one that is kept, as compact JSON. */
const largestKept = 15_000_000

/** An API definition, read and ready to be kept. */
export interface ApiText {
  /**
   * Compact JSON of the whole document, unchanged: references stay references; those to other documents that were read are in
   * it.
   */
  text: string
  /** `info.title`. */
  title: string
  /** `OpenAPI 3.1.0`, `Swagger 2.0`. */
  format: string
  /** Other documents, or places in them, that it refers to and that are not in it. */
  problems: PartProblem[]
  /** The documents that it was bundled from, itself first. */
  from: string[]
  /** The first name of its YAML that stands a second time in its mapping, and the line (from 1) of that: the last one counts. */
  repeated?: YamlText['repeated']
}

/**
 * Reads an API definition: OpenAPI 3.0, 3.1, 3.2 or Swagger 2.0, as JSON or YAML, in UTF-8 or UTF-16. Other documents that it
 * refers to are read where `parts` says, and become a part of it; without that nothing is. Fails with AssayError
 * `api-unusable`.
 */
export async function parseApi(input: Uint8Array | string, name: string, parts?: ApiParts): Promise<Result<ApiText, AssayError>> {
  const refuse = (message: string, hint: string) => fail(new AssayError('api-unusable', message, { hint }))
  if (input.length > largestRead) return refuse(texts.tooLarge(name, input.length, largestRead), texts.tooLargeHint)
  const text = decoded(input)
  if (text === undefined) return refuse(texts.notText(name), texts.notApiHint)
  if (text.trim() === '') return refuse(texts.empty(name), texts.notApiHint)
  if (/^\s*<(!doctype|html|\?xml)/i.test(text)) return refuse(texts.notApi(name, texts.html), texts.notApiHint)
  const parsed = await parseText(text)
  if (!parsed.ok) return refuse(texts.unreadable(name, parsed.error.message, parsed.error.line), texts.unreadableHint)
  const { value, repeated } = parsed.value
  const format = formatOf(value)
  if (!isObject(value) || 'problem' in format)
    return refuse(texts.notApi(name, 'problem' in format ? format.problem : texts.noVersion), texts.notApiHint)
  const whole = await withParts(value, name, parts)
  if (!whole.ok) return refuse(whole.error, texts.tooLargeHint)
  const compact = jsonText(whole.value.document)
  if (compact.length > largestKept) return refuse(texts.tooLarge(name, compact.length, largestKept), texts.tooLargeHint)
  const { problems, from } = whole.value
  return ok({ text: compact, title: titleOf(value), format: format.format, problems, from, ...(repeated ? { repeated } : {}) })
}

type Whole = Pick<ApiText, 'problems' | 'from'> & { document: Record<string, unknown> }

async function withParts(
  value: Record<string, unknown>,
  name: string,
  parts: ApiParts | undefined,
): Promise<Result<Whole, string>> {
  // What refers to itself only stays as it was written.
  if (!parts || looseReferences(value, createReferences(value)).remote.length === 0)
    return ok({ document: value, problems: [], from: [name] })
  try {
    return ok(await readParts(value, parts, texts))
  } catch (thrown) {
    if (thrown instanceof BundleExcess) return fail(texts.excess(name, thrown.excess))
    throw thrown
  }
}

/** A document that a description refers to: what its JSON or YAML says, or its text if it is none of both by its name; or why it can't be read. */
export async function parsePart(input: Uint8Array, name: string): Promise<Result<unknown, string>> {
  if (input.length > largestRead) return fail(texts.partTooLarge)
  const text = decoded(input)
  if (text === undefined) return fail(texts.partNotText)
  if (/\.[a-z]+$/i.test(name) && !/\.(ya?ml|json)$/i.test(name)) return ok(text)
  const parsed = await parseText(text)
  return parsed.ok ? ok(parsed.value.value) : fail(texts.partUnreadable(parsed.error.message, parsed.error.line))
}

/** Whether a value that was read looks like an API definition. Cheap. */
export const looksLikeApi = (value: unknown): boolean => !('problem' in formatOf(value))

function decoded(input: Uint8Array | string): string | undefined {
  if (typeof input === 'string') return input.replace(/^\uFEFF/, '')
  const [a, b] = input
  const encoding = a === 0xff && b === 0xfe ? 'utf-16le' : a === 0xfe && b === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(input)
  } catch {
    return undefined
  }
}

/** JSON by JSON's own parser, which is the fastest; all else, and JSON with mistakes, by YAML's, which names lines. */
async function parseText(text: string): ReturnType<typeof parseYaml> {
  if (!/^\s*\{/.test(text)) return parseYaml(text)
  if (tooDeep(text)) return fail({ message: texts.tooDeep })
  try {
    return ok({ value: JSON.parse(text) as unknown })
  } catch {
    return parseYaml(text)
  }
}

function formatOf(value: unknown): { format: string } | { problem: string } {
  if (!isObject(value)) return { problem: texts.noVersion }
  // YAML reads an unquoted 2.0 as a number.
  const { openapi, swagger } = value as { openapi?: unknown; swagger?: unknown }
  if (typeof openapi === 'string' || typeof openapi === 'number') {
    const version = Number.isInteger(openapi) ? `${openapi}.0` : String(openapi)
    return /^3\.[012](\.|$)/.test(version) ? { format: `OpenAPI ${version}` } : { problem: texts.otherVersion(version) }
  }
  if (swagger === undefined) return { problem: texts.noVersion }
  return String(swagger) === '2.0' || swagger === 2 ? { format: 'Swagger 2.0' } : { problem: texts.otherVersion(String(swagger)) }
}

function titleOf({ info }: Record<string, unknown>): string {
  const title = isObject(info) ? info['title'] : undefined
  return typeof title === 'string' && title.trim() !== '' ? title.trim() : texts.untitled
}
