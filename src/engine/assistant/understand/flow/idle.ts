import { shapeOf } from '#engine/case-builder/project-index.ts'
import type { Asked, Missing } from '../candidate.ts'
import type { Token } from '../reading.ts'
import { sizeOf, type Action } from './action.ts'
import { mostPlain } from './coverage.ts'
import { topicOf } from './parts.ts'
import { saysSomething } from './whole.ts'

/** "Delete everything", "read /etc/passwd": what is in focus is not what is meant. */
export function isNoRequest({ reading: { tokens }, index }: Asked): boolean {
  const isAll =
    tokens.some(({ concepts }) => concepts.has('all')) &&
    tokens.some(({ concepts }) => concepts.has('delete')) &&
    topicOf(tokens, index) === undefined
  const hasMethod = tokens.some(({ kind }) => kind === 'method')
  const isStrange = tokens.some(
    ({ kind, text }) =>
      kind === 'path' &&
      !hasMethod &&
      !index.operations.some(
        ({ path }) => shapeOf(path) === shapeOf(text.replace(/:([A-Za-z_]\w*)/g, '{$1}').replace(/[?#].*$/s, '')),
      ),
  )
  // "Duplicate the case": a copy, and no request.
  const isCopy = tokens.some(
    ({ concepts }, at) =>
      concepts.has('duplicate') &&
      tokens
        .slice(at + 1, at + 4)
        .some((one) => one.concepts.has('case') || one.concepts.has('suite') || one.concepts.has('step')),
  )
  return isAll || isCopy || (isStrange && index.operations.some(({ api }) => api))
}

/** Parts behind a comma or `and` that say something, and without which the same would come of a clause. */
export function idleParts(
  tokens: readonly Token[],
  made: Action,
  all: readonly Token[],
  again: (tokens: readonly Token[]) => Action | Missing | undefined,
): Token[][] {
  const words = all.filter(({ kind }) => kind === 'word')
  // Longer ones tell why; Chinese has no spaces that would tell.
  if (words.length > mostPlain || words.some(({ text }) => /\p{Script=Han}/u.test(text))) return []
  const parts: Token[][] = [[]]
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1]
    const isApart =
      before !== undefined &&
      all.some(
        ({ start, kind, concepts }) => start >= before.end && start < token.start && (kind === 'end' || concepts.has('and')),
      )
    if (isApart) parts.push([])
    parts.at(-1)?.push(token)
  }
  if (parts.length < 2) return []
  return parts.slice(1).filter((part) => {
    if (!saysSomething(part, made.resource) || part.some(({ value }) => value !== undefined)) return false
    const rest = again(tokens.filter((token) => !part.includes(token)))
    return (
      rest !== undefined &&
      !('options' in rest) &&
      rest.path === made.path &&
      rest.method === made.method &&
      sizeOf(rest) === sizeOf(made)
    )
  })
}
