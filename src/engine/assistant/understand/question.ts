import type { Concept } from '../glossaries/glossary.ts'
import {
  shapeOf,
  type KnownField,
  type KnownOperation,
  type OperationRole,
  type ProjectIndex,
} from '#engine/case-builder/project-index.ts'
import type { Asked, Candidate, Recogniser } from './candidate.ts'
import { isStatus } from './quantities.ts'
import { says, type Token } from './reading.ts'
import { generic, nounsOf } from './resolve-operation.ts'

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
  const has = (...wanted: Concept[]) => says(tokens, ...wanted)
  const asks = has('ask') || /[?？]\s*$/.test(text)
  const covering = asks ? casesAskedFor(asked) : undefined
  const [expected] = tokens.flatMap(({ kind, value }) => (kind === 'number' && isStatus(value) ? [value] : []))
  const status = expected === undefined ? {} : { status: expected }
  if (covering) return { confidence: 0.97, operations: [], spoken: { say: 'covering', about: covering.join('\n'), ...status } }
  const answering = asks ? statusesAskedFor(asked) : undefined
  if (answering) return { confidence: 0.97, operations: [], spoken: { say: 'statuses', about: answering.name } }
  if (
    !asks ||
    (has('create') && !has('largest', 'smallest', 'untested')) ||
    has('delete', 'update', 'load', 'users', 'rename', 'move', 'why', 'explain')
  )
    return undefined
  if (has('untested') && index.operations.some(({ api }) => api))
    return { confidence: 0.94, operations: [], spoken: { say: 'untested', ...status } }
  if (has('boundary', 'partition', 'check', 'refuse', 'pairwise') || tokens.some(({ kind }) => kind === 'quoted'))
    return undefined
  if (!has('largest', 'smallest') && !has('ask')) return undefined
  const [bound, ...others] = boundsNamed(tokens, index)
  if (!bound || others.some(({ field }) => field.least !== bound.field.least || field.most !== bound.field.most)) return undefined
  return { confidence: 0.96, operations: [], spoken: { say: 'bounds', about: `${bound.operation.name}\n${bound.field.name}` } }
}

/** "Which statuses does POST /contacts return?": the operation whose documented answers are asked for. */
function statusesAskedFor({ reading: { text, tokens }, index }: Asked): KnownOperation | undefined {
  const isOfStatuses = /^\s*(?:which|what)\b.*\b(?:status(?:es)?(?: codes?)?|response codes?|codes)\b/i.test(text)
  const method = tokens.find(({ kind }) => kind === 'method')?.text
  const path = tokens.find(({ kind }) => kind === 'path')?.text
  if (!isOfStatuses || method === undefined || path === undefined) return undefined
  return index.operations.find((one) => one.api && one.method === method && shapeOf(one.path) === shapeOf(path))
}

/** What is asked for by a verb. */
const rolesOf: readonly [concept: Concept, roles: readonly OperationRole[]][] = [
  ['create', ['create']],
  ['update', ['update']],
  ['delete', ['delete']],
  ['list', ['list']],
]

/** "Which tests cover DELETE?", "how many cases do I have for projects?": the names of the operations that are asked about. */
function casesAskedFor({ reading: { text, tokens }, index }: Asked): string[] | undefined {
  const has = (...wanted: Concept[]) => says(tokens, ...wanted)
  const opens = /^\s*(?:(?:are|is) there|do (?:we|i) have|how many|which|what|list (?:me )?(?:all )?the)\b/i.test(text)
  const isOfTests = tokens.some(({ plain }) => /^(?:tests?|test cases?|testcases?|cases?|scenarios?)$/.test(plain))
  if (!opens || !isOfTests || has('untested', 'largest', 'smallest', 'load', 'boundary', 'pairwise', 'rename', 'move', 'explain'))
    return undefined
  const [, ...behind] = tokens
  const methods = new Set(behind.flatMap(({ kind, text: method }) => (kind === 'method' ? [method] : [])))
  const shapes = behind.flatMap(({ kind, text: path }) => (kind === 'path' ? [shapeOf(path)] : []))
  const roles = rolesOf.flatMap(([concept, some]) => (behind.some(({ concepts }) => concepts.has(concept)) ? some : []))
  const nouns = nounsOf(index)
  const named = behind.flatMap(({ stems }) => stems.filter((stem) => nouns.has(stem)))
  const verbs = behind.flatMap(({ stems, concepts }) =>
    concepts.size === 0 ? stems.filter((stem) => index.verbs.has(stem) && !generic.has(stem) && !nouns.has(stem)) : [],
  )
  // Something else is asked about, which nothing here has a name for.
  const isOther = behind.some(
    ({ kind, stop, concepts, stems }) =>
      kind === 'word' && !stop && concepts.size === 0 && !stems.some((stem) => index.vocabulary.stems.has(stem)),
  )
  if (isOther) return undefined
  const isAbout = index.operations.some(({ resource }) => named.includes(resource))
  return index.operations
    .filter(
      (one) =>
        (methods.size === 0 || methods.has(one.method)) &&
        (shapes.length === 0 || shapes.some((shape) => shapeOf(one.path).startsWith(shape))) &&
        (roles.length === 0 || roles.includes(one.role)) &&
        (named.length === 0 || named.some((noun) => (isAbout ? one.resource === noun : one.words.includes(noun)))) &&
        (verbs.length === 0 || verbs.some((verb) => one.verbs.includes(verb))),
    )
    .map(({ name }) => name)
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
