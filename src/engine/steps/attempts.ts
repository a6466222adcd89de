import { sourceFacts } from '#engine/extractors/facts.ts'
import type { Source } from '#engine/extractors/source.ts'
import type { Attempt } from './step-check.ts'
import type { FieldPath } from './step-facts.ts'

/** Compiles the path of a source that has one. */
export const pathAttempt = (source: Source, place: FieldPath): Attempt[] =>
  sourceFacts[source.source].needs?.key === 'path'
    ? [{ place: [...place, 'path'], attempt: async () => (await import('#engine/extractors/index.ts')).tryPath(source) }]
    : []
