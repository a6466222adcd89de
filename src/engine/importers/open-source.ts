import { jsonValue } from '#engine/base/encoding/json-value.ts'
import { AssayError } from '#engine/base/errors.ts'
import { tooDeep } from '#engine/base/encoding/json-depth.ts'
import { fail, ok, type Result } from '#engine/base/result.ts'
import type { ImportFile, ImportSource } from './source.ts'
import { largestFile, largestImport, mostFiles } from './limits.ts'
import { importerTexts as texts } from './texts.ts'
import { isZip, unzip } from './unzip.ts'
import { parseYaml } from './yaml.ts'

/** A file of an import, read in the requested form; each reading is made once. */
export interface OpenedFile {
  path: string
  bytes: Uint8Array
  /** Its text (UTF-8 or UTF-16); undefined if it is none. */
  text(): string | undefined
  /** What its JSON says; undefined if it is none, or is nested too deeply. */
  json(): unknown
  /** What its JSON or YAML says; undefined if it is neither. Aliases are limited, tags of types that run code don't exist. */
  data(): Promise<unknown>
}

/** All that someone gave to be imported, archives unpacked. */
export interface OpenedSource {
  name: string
  files: readonly OpenedFile[]
  beside?: ImportSource['beside']
}

/** Opens what was given: archives are unpacked within limits (R8), nothing lies outside it. */
export async function openSource(source: ImportSource): Promise<Result<OpenedSource, AssayError>> {
  const refuse = (message: string, hint: string) => fail(new AssayError('import-unusable', message, { hint }))
  const [first] = source.files
  if (first === undefined || source.files.every(({ bytes }) => bytes.length === 0))
    return refuse(texts.empty(source.name), texts.unknownHint)
  const weight = source.files.reduce((sum, { bytes }) => sum + bytes.length, 0)
  if (weight > largestImport || source.files.some(({ bytes }) => bytes.length > largestImport))
    return refuse(texts.tooLarge(source.name, weight), texts.tooLargeHint)
  const unpacked = source.files.length === 1 && isZip(first.bytes) ? await unzip(source.name, first.bytes) : ok(source.files)
  if (!unpacked.ok) return unpacked
  const files = unpacked.value
  if (files.length === 0) return refuse(texts.empty(source.name), texts.unknownHint)
  if (files.length > mostFiles) return refuse(texts.tooManyFiles(source.name, files.length), texts.tooLargeHint)
  const large = files.find(({ bytes }) => bytes.length > largestFile)
  if (large) return refuse(texts.tooLarge(large.path, large.bytes.length), texts.tooLargeHint)
  const outside = files.find(({ path }) => /(^|[\\/])\.\.([\\/]|$)|^[\\/]|^[a-z]:/i.test(path))
  if (outside) return refuse(texts.outside(source.name, outside.path), texts.badZipHint)
  const opened = files.toSorted((a, b) => (a.path < b.path ? -1 : 1)).map(openFile)
  return ok({ name: source.name, files: opened, ...(source.beside ? { beside: source.beside } : {}) })
}

function openFile({ path, bytes }: ImportFile): OpenedFile {
  const text = once(() => decodeText(bytes))
  const json = once(() => parseJson(text()))
  return { path, bytes, text, json, data: once(async () => json() ?? (await parseYaml(text()))) }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

function decodeText(bytes: Uint8Array): string | undefined {
  const [a, b] = bytes
  const encoding = a === 0xff && b === 0xfe ? 'utf-16le' : a === 0xfe && b === 0xff ? 'utf-16be' : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

function parseJson(text: string | undefined): unknown {
  return text === undefined || !/^\s*[[{]/.test(text) || tooDeep(text) ? undefined : jsonValue(text)
}
