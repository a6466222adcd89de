import { percentDecoded } from '#engine/base/encoding/percent-decoded.ts'
import { looksLikeApi, parseApi, parsePart, type ApiText } from '#engine/api/document.ts'
import type { ApiParts, PartProblem } from '#engine/api/parts/read-parts.ts'
import { apiDocumentTexts as apiTexts } from '#engine/api/texts.ts'
import { AssayError } from '#engine/base/errors.ts'
import { fail, ok, type Result } from '#engine/base/result.ts'
import type { OpenedFile, OpenedSource } from '../open-source.ts'
import { importerTexts as importTexts } from '../texts.ts'
import { openApiTexts as texts } from './texts.ts'

/** Says its version, in JSON or YAML; some generators say it last. */
const versionKey = /(^|[\s{,])["']?(openapi|swagger)["']?\s*:/

/** Starts with its version: a description also where the rest can't be read, which is then told with its line. */
const beginsAsApi = /^\uFEFF?\s*(?:#[^\n]*\n\s*|---[ \t]*\r?\n\s*|\{\s*)*["']?(?:openapi|swagger)["']?\s*:\s*["']?[23]\./

/** A description among the files that were given, combined with those that it refers to. */
export interface ReadDocument {
  path: string
  api: ApiText
  /** Descriptions of their own that are no part of it. */
  others: string[]
}

/** Reads the description among files, and with it those that it refers to. Fails with AssayError `import-unusable`. */
export async function readDocument(source: OpenedSource): Promise<Result<ReadDocument, AssayError>> {
  const [file = source.files[0], ...others] = await documentsIn(source)
  if (!file) return fail(new AssayError('import-unusable', importTexts.empty(source.name), { hint: importTexts.unknownHint }))
  const name = source.files.length > 1 ? file.path : source.name
  const parsed = await parseApi(file.bytes, name, partsIn(source, file.path))
  if (!parsed.ok) {
    const { message, hint, cause } = parsed.error
    return fail(new AssayError('import-unusable', message, { hint, cause }))
  }
  const taken = new Set(parsed.value.from)
  return ok({ path: file.path, api: parsed.value, others: others.map(({ path }) => path).filter((path) => !taken.has(path)) })
}

/** Whether there is an API definition among the files. */
export const holdsDocument = async (source: OpenedSource): Promise<boolean> => (await documentsIn(source)).length > 0

/** The API definitions among the files, the likeliest first; where none can be read, the first that starts as one. */
async function documentsIn({ files }: OpenedSource): Promise<OpenedFile[]> {
  const found: OpenedFile[] = []
  for (const file of files) {
    const text = file.text()
    if (text !== undefined && versionKey.test(text) && looksLikeApi(await file.data())) found.push(file)
  }
  if (found.length > 1) return inOrder(found)
  if (found.length > 0) return found
  for (const file of files) {
    const text = file.text()
    if (text !== undefined && beginsAsApi.test(text) && (await file.data()) === undefined) return [file]
  }
  return []
}

/** One to which others refer is a part of theirs; the nearest to the top is the one that is meant. */
function inOrder(found: readonly OpenedFile[]): OpenedFile[] {
  const referred = new Set<string>()
  for (const { path, text } of found)
    for (const [, ref = ''] of (text() ?? '').matchAll(/\$ref["']?\s*:\s*["']?([^\s"'#]+)/g)) {
      const to = joined(ref, path)
      if (to !== undefined && to !== path) referred.add(to)
    }
  const weight = ({ path }: OpenedFile): number =>
    (referred.has(path) ? 1_000 : 0) +
    path.split('/').length * 10 +
    (/(^|\/)(openapi|swagger|api|index|main)\.\w+$/i.test(path) ? 0 : 1)
  return found.toSorted((a, b) => weight(a) - weight(b))
}

/** The documents beside one, and what lies below the same folder. */
export function partsIn({ files, beside }: Pick<OpenedSource, 'files' | 'beside'>, root: string): ApiParts {
  const known = new Map(files.map((file) => [file.path, file]))
  return {
    root,
    resolve(file, from) {
      if (/^[a-z][a-z0-9+.-]+:/i.test(file) || file.startsWith('//')) return fail(apiTexts.elsewhere)
      const path = joined(file, from)
      return path === undefined ? fail(apiTexts.outside) : ok(path)
    },
    async read(path) {
      const bytes = known.get(path)?.bytes ?? (await beside?.(path))
      if (typeof bytes === 'string') return fail(bytes)
      return bytes === undefined ? fail(apiTexts.notGiven) : parsePart(bytes, path)
    },
  }
}

/** A path as a document names it, from that document; undefined if it leads out of what was given. */
function joined(file: string, from: string): string | undefined {
  const name = percentDecoded(file).replaceAll('\\', '/')
  if (name.startsWith('/')) return undefined
  const parts = from.split('/').slice(0, -1)
  for (const part of name.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined
    } else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

/** Parts that are listed one by one. */
const mostListed = 10

/** What is not in a description although it refers to it, for users: each with its place, and what to do. */
export function describePartProblems(problems: readonly PartProblem[], hint: string): string[] {
  const told = problems
    .slice(0, mostListed)
    .map(({ wanted, ref, location, pointer, why }) => apiTexts.part(wanted ?? ref, location, pointer, why))
  if (problems.length > mostListed) told.push(texts.moreParts(problems.length - mostListed))
  return told.length === 0 ? [] : [...told, hint]
}
