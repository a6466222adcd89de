import type { Concept } from '../../glossaries/glossary.ts'
import type { ProjectIndex } from '#engine/case-builder/project-index.ts'
import { statusIn } from '../expectations.ts'
import { says, type Token } from '../reading.ts'

const inOrder = ['create', 'update', 'read', 'exists', 'delete', 'gone'] as const
/** What a clause expects belongs to its last action. */
const expecting: readonly Concept[] = [
  'expect',
  'status',
  'refuse',
  'not',
  'must',
  'able',
  'nonexistent',
  'answer',
  'auth',
  'token',
  'without',
]

/** "a created order can be read", "a deleted one must be gone": a clause of several actions as one each, in the order of a thing's life. */
export function singleActions(tokens: readonly Token[]): Token[][] {
  const has = (token: Token, verb: (typeof inOrder)[number]) =>
    token.concepts.has(verb) && !(verb === 'create' && token.concepts.has('new'))
  const found = inOrder.filter((verb) => tokens.some((token) => has(token, verb)))
  const isSame = (a: Concept, b: Concept) => tokens.every((token) => token.concepts.has(a) === token.concepts.has(b))
  const verbs = found.filter((verb, at) => !found.slice(0, at).some((other) => isSame(verb, other)))
  if (verbs.length < 2 || tokens.some(({ kind }) => kind === 'path' || kind === 'method')) return [[...tokens]]
  const isRefused =
    statusIn(tokens) !== undefined
      ? (statusIn(tokens) ?? 0) >= 400
      : tokens.some((token) => token.concepts.has('not') || token.concepts.has('refuse'))
  const place = (verb: (typeof inOrder)[number]) => tokens.findIndex((token) => has(token, verb))
  // What is read after it was deleted is not there.
  const ordered =
    verbs.includes('delete') && verbs.includes('read') && (isRefused || place('delete') < place('read'))
      ? [...verbs.filter((verb) => verb !== 'read'), 'read' as const]
      : verbs
  return ordered.map((verb, at) => {
    const others = ordered.filter((other) => other !== verb)
    const isLast = at === ordered.length - 1
    return tokens.filter((token) => {
      if (has(token, verb)) return true
      if (others.some((other) => has(token, other))) return false
      return isLast || (token.value === undefined && !expecting.some((concept) => token.concepts.has(concept)))
    })
  })
}

/** "create a test that …", "make a case which …": what is made is this case, not a thing of the API. */
export function withoutWrapper(tokens: readonly Token[]): Token[] {
  const at = tokens.findIndex(
    (token, index) =>
      token.concepts.has('create') &&
      tokens
        .slice(index + 1, index + 4)
        .some((next) => (next.concepts.has('test') || next.concepts.has('case')) && !next.stems.includes('order')),
  )
  const noun = tokens.findIndex((token, index) => index > at && (token.concepts.has('test') || token.concepts.has('case')))
  const rest = tokens.slice(noun + 1)
  // "create a test order" is an order.
  return at < 0 || noun < 0 || !says(rest, 'create', 'delete', 'read', 'list', 'update', 'refuse', 'check')
    ? [...tokens]
    : [...tokens.slice(0, at), ...rest]
}

/** The resource of a request that names one only. */
export function onlyResource(tokens: readonly Token[], index: ProjectIndex): string | undefined {
  const stems = new Set(tokens.flatMap((token) => token.stems))
  const named = new Set(index.operations.filter(({ resource }) => stems.has(resource)).map(({ resource }) => resource))
  return named.size === 1 ? [...named][0] : undefined
}

/** The first resource that a clause names. */
export function topicOf(tokens: readonly Token[], index: ProjectIndex): string | undefined {
  const stems = tokens.flatMap((token) => token.stems)
  return index.operations.find(({ resource }) => stems.includes(resource))?.resource
}

/** The resources that a text names, in its order. */
export const topicsOf = (tokens: readonly Token[], index: ProjectIndex): string[] =>
  tokens.flatMap(({ stems }) => index.operations.find(({ resource }) => stems.includes(resource))?.resource ?? [])

/** Verbs that a story has to have at least behind its telling. */
const deeds = ['create', 'delete', 'update', 'read', 'list'] as const

/**
 * What is asked for behind a longer story of why: the sentences from the one on that creates something and does something with it. Undefined where there is no
 * story.
 */
export function withoutStory(tokens: readonly Token[]): Token[] | undefined {
  if (tokens.filter(({ kind }) => kind === 'word').length < 16) return undefined
  const starts = tokens.flatMap(({ kind, text }, at) => (kind === 'end' && /[.!?\n。！？…:：]/.test(text) ? [at + 1] : []))
  for (const start of starts.toReversed()) {
    const rest = tokens.slice(start)
    const done = deeds.filter((verb) => rest.some(({ concepts, stop }) => !stop && concepts.has(verb) && !concepts.has('new')))
    if (done.includes('create') && done.length > 1) return rest
  }
  return undefined
}

/** "… because the minimum is 1000": why it is so, and nothing that is asked for. */
export function withoutReason(tokens: readonly Token[]): Token[] {
  const at = tokens.findIndex(({ plain }) => /^(?:because|weil|porque|car)$/.test(plain))
  const end = tokens.findIndex(({ kind }, place) => place > at && kind === 'end')
  return at < 1 ? [...tokens] : [...tokens.slice(0, at), ...(end < 0 ? [] : tokens.slice(end))]
}
