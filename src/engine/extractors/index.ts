import { cookie } from './cookie.ts'
import { json } from './json.ts'
import { later } from './later.ts'
import { body, duration, header, size, status, text, variable } from './response-parts.ts'
import type { SourceName } from './schema.ts'
import type { Extractor, Readable, Source } from './source.ts'

/** Every source by its name in the file. */
export const extractors = {
  status,
  header,
  cookie,
  json,
  xml: later,
  text,
  duration,
  size,
  variable,
  'row-count': later,
  cell: later,
  body,
} as const satisfies Record<SourceName, Extractor>

/** What a source yields, at once where that is possible; undefined for nothing. Errors as {@link Extractor} says. */
export const extract = (source: Source, from: Readable): unknown => extractors[source.source](source, from)
