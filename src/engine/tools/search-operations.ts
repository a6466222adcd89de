import * as v from 'valibot'
import { indexOf } from '#engine/case-builder/project-index.ts'
import { stemOf, wordsOf } from '#engine/case-builder/words.ts'
import { counted } from '#engine/base/counted.ts'
import { cursor, project } from './arguments.ts'
import { operationLine } from './lines.ts'
import { dataOutput } from './output.ts'
import { paged } from './page.ts'
import { defineTool } from './tool.ts'

/** Finds operations of the API definitions and of the project's own requests. */
export const searchOperations = defineTool({
  name: 'search_operations',
  description:
    'Find API operations by words of their path, summary or tags; an empty query lists all. Each line: method and path, summary, tags, "protected" where a token or key is needed. ' +
    'Use the name ("POST /orders") in the other tools.',
  input: v.strictObject({
    query: v.optional(v.pipe(v.string(), v.maxLength(300), v.description('Words in English, such as "create order"')), ''),
    limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)), 25),
    cursor,
    project,
  }),
  output: dataOutput,
  run({ query, limit, cursor: from }, { loaded }) {
    const index = indexOf(loaded.project)
    const words = wordsOf(query).map(stemOf)
    const ranked = words.length === 0 ? [] : index.ranking.rank(words).map(({ item }) => item)
    // What a query names exactly comes first.
    const exact = index.operations.filter(({ name, path }) => name === query.trim() || path === query.trim())
    const fitting = words.length === 0 ? index.operations : [...new Set([...exact, ...ranked])]
    const total = index.operations.length
    if (total === 0) return { result: { kind: 'data', text: 'The project has no API definition and no request yet.' } }
    const head =
      words.length === 0
        ? `${counted(total, 'operation')}.`
        : fitting.length === 0
          ? `None of ${counted(total, 'operation')} matches. Try other words, or an empty query.`
          : `${fitting.length} of ${counted(total, 'operation')} match, the best first.`
    return { result: paged(head, fitting.map(operationLine), from, limit) }
  },
})
