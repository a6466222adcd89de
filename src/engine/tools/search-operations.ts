import * as v from 'valibot'
import { indexOf, type KnownOperation, type ProjectIndex } from '#engine/case-builder/project-index.ts'
import { isSession, type SessionDeed } from '#engine/case-builder/credentials/session-operations.ts'
import { stemOf, wordsOf } from '#engine/case-builder/words.ts'
import { counted } from '#engine/base/counted.ts'
import { cursor, project } from './arguments.ts'
import { operationLine } from './lines.ts'
import { dataOutput } from './output.ts'
import { paged } from './page.ts'
import { defineTool } from './tool.ts'

/** How testers call what an API may name otherwise, as stems. */
const deedWords: Readonly<Record<SessionDeed, readonly string[]>> = {
  login: ['login', 'log', 'signin', 'sign', 'authenticat', 'token'],
  logout: ['logout', 'signout', 'logoff'],
  signup: ['signup', 'regist', 'register', 'registrat', 'enrol'],
  self: ['me', 'self', 'myself', 'whoami', 'profil'],
}

/** Operations that fit some words, best first: those about the thing that a word names before those that mention it, short paths before long ones. */
function rankedFor(index: ProjectIndex, words: readonly string[]): KnownOperation[] {
  const scores = new Map(
    index.ranking.rank(words.flatMap((word) => index.ranking.alike(word))).map(({ item, score }) => [item, score]),
  )
  const most = Math.max(1, ...scores.values())
  for (const [deed, called] of Object.entries(deedWords))
    if (words.some((word) => called.includes(word)))
      for (const operation of index.operations)
        if (isSession(index, deed as SessionDeed, operation)) scores.set(operation, (scores.get(operation) ?? 0) + most)
  const weight = ({ resource, path }: KnownOperation): number =>
    (words.includes(resource) ? 2 : 1) / (1 + 0.15 * path.split('/').filter((part) => part !== '').length)
  return [...scores].toSorted((a, b) => b[1] * weight(b[0]) - a[1] * weight(a[0])).map(([operation]) => operation)
}

/** Finds operations of the API definitions and of the project's own requests. */
export const searchOperations = defineTool({
  name: 'search_operations',
  description:
    'API operations by words of their path, summary, tags or security; an empty query lists all. Name an operation "POST /orders" in other tools.',
  input: v.strictObject({
    query: v.optional(v.pipe(v.string(), v.maxLength(300), v.description('English, "create order"')), ''),
    limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)), 25),
    cursor,
    project,
  }),
  output: dataOutput,
  run({ query, limit, cursor: from }, { loaded }) {
    const index = indexOf(loaded.project)
    const words = wordsOf(query).map(stemOf)
    const ranked = words.length === 0 ? [] : rankedFor(index, words)
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
