import { cookie } from './cookie.ts'
import { sourceFacts, type PathLanguage, type SourceName } from './facts.ts'
import { compiledPath } from './json-path.ts'
import { json } from './json.ts'
import { body, duration, header, response, size, status, text, variable } from './response-parts.ts'
import { cell, rowCount } from './rows.ts'
import type { Extractor, Readable, Source } from './source.ts'
import { tryXPath, xml } from './xml.ts'

/** Every source by its name in the file. */
export const extractors = {
  status,
  header,
  cookie,
  json,
  xml,
  text,
  duration,
  size,
  variable,
  'row-count': rowCount,
  cell,
  body,
  response,
} as const satisfies Record<SourceName, Extractor>

/** The value of a source, synchronously if possible; undefined if nothing is found. Errors as {@link Extractor} says. */
export const extract = (source: Source, from: Readable): unknown => extractors[source.source](source, from)

/** How a path is compiled. */
const languages = { JSONPath: compiledPath, XPath: tryXPath } satisfies Record<PathLanguage, (path: string) => unknown>

/** Compiles the path of a source that has one, without a response. Throws or rejects with AssayError `bad-expression`. */
export function tryPath({ source, path }: Source): unknown {
  const { needs } = sourceFacts[source]
  return needs?.key === 'path' && path ? languages[needs.language](path) : undefined
}
