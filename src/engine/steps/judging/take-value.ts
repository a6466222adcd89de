import { regexFor } from '#engine/checks/regex.ts'
import { extract } from '#engine/extractors/index.ts'
import type { Readable, Source } from '#engine/extractors/source.ts'
import { textOfValue } from '#engine/templates/insert.ts'

/** What was taken of a source: the value, or what an expression captures of it. Undefined if nothing was found, or nothing matches. */
export interface TakenValue {
  isFound: boolean
  taken: unknown
}

/** Takes the value of a source, and the first group of an expression, if any. Rejects as extractors do. */
export async function takeValue(source: Source, match: (() => Promise<string>) | undefined, from: Readable): Promise<TakenValue> {
  const value = await extract(source, from)
  const isFound = value !== undefined
  if (!isFound || match === undefined) return { isFound, taken: value }
  const regex = await regexFor(await match())
  return { isFound, taken: regex.capture(textOfValue(value)) }
}
