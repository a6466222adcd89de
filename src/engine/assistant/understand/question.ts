import type { KnownField, KnownOperation, ProjectIndex } from '../project-index.ts'
import type { Candidate, Recogniser } from './candidate.ts'
import type { Token } from './reading.ts'

/** A bound that a document gives a field. */
export interface KnownBound {
  operation: KnownOperation
  field: KnownField
}

/** "what's the most pieces in one order?", "which operations have no test?": questions that the documents and the project answer. */
export const question: Recogniser = (asked): Candidate | undefined => {
  const {
    reading: { text, tokens },
    index,
  } = asked
  const has = (...wanted: string[]) => tokens.some((token) => wanted.some((concept) => token.concepts.has(concept as never)))
  const asks = has('ask') || /[?？]\s*$/.test(text)
  if (
    !asks ||
    (has('create') && !has('largest', 'smallest', 'untested')) ||
    has('delete', 'update', 'load', 'users', 'rename', 'move', 'why', 'explain')
  )
    return undefined
  if (has('untested') && index.operations.some(({ api }) => api))
    return { confidence: 0.94, operations: [], spoken: { say: 'untested' } }
  if (has('boundary', 'partition', 'check', 'refuse', 'pairwise') || tokens.some(({ kind }) => kind === 'quoted'))
    return undefined
  if (!has('largest', 'smallest') && !has('ask')) return undefined
  const [bound, ...others] = boundsNamed(tokens, index)
  if (!bound || others.some(({ field }) => field.least !== bound.field.least || field.most !== bound.field.most)) return undefined
  return { confidence: 0.96, operations: [], spoken: { say: 'bounds', about: `${bound.operation.name}\n${bound.field.name}` } }
}

/** Fields with bounds whose names a text has; of operations that it names, if it names some. */
function boundsNamed(tokens: readonly Token[], index: ProjectIndex): KnownBound[] {
  const stems = new Set(tokens.flatMap((token) => token.stems))
  const found = index.operations.flatMap((operation) =>
    operation.fields
      .filter(
        ({ words, least, most }) =>
          (least !== undefined || most !== undefined) && words.length > 0 && words.every((word) => stems.has(word)),
      )
      .map((field) => ({ operation, field })),
  )
  const about = found.filter(({ operation }) => stems.has(operation.resource))
  return about.length > 0 ? about : found
}
