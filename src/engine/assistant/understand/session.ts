import type { Concept } from '../glossaries/glossary.ts'
import type { KnownOperation, ProjectIndex } from '#engine/case-builder/project-index.ts'
import {
  type SessionDeed,
  isSession,
  sessionOperation,
  sessionOperations,
  sessionWays,
} from '#engine/case-builder/session-operations.ts'
import { isEndOfRefusal } from './expectations.ts'
import type { Token } from './reading.ts'
import { nounsOf } from './resolve-operation.ts'
import { stemOf, wordsOf } from '#engine/case-builder/words.ts'

/** "Log in as a driver", of an API with a sign-in for each kind of user: the one with a word that was said and the others lack. */
function sessionFor(
  tokens: readonly Token[],
  index: ProjectIndex,
  concept: SessionDeed,
  before?: KnownOperation,
): KnownOperation | undefined {
  const all = sessionOperations(index, concept)
  if (all.length < 2) return all[0]
  const stems = new Set(tokens.flatMap((token) => [...token.stems, stemOf(token.plain)]))
  const own = (one: KnownOperation) =>
    new Set(
      wordsOf(one.path)
        .map(stemOf)
        .filter((word) => !all.every(({ path }) => wordsOf(path).map(stemOf).includes(word))),
    )
  const alike = before && isSession(index, 'signup', before) ? new Set(wordsOf(before.path).map(stemOf)) : undefined
  return (
    all.find((one) => [...own(one)].some((word) => stems.has(word))) ??
    // "Sign up as a customer and log in".
    all.find((one) => alike && [...own(one)].some((word) => alike.has(word))) ??
    all[0]
  )
}

/** Whether a role says which of several sign-ins is meant, and not whose token is sent. */
export const saysWhichSession = (tokens: readonly Token[], index: ProjectIndex): boolean =>
  (['login', 'signup'] as const).some(
    (concept) =>
      tokens.some(({ concepts }) => concepts.has(concept)) &&
      sessionFor(tokens, index, concept) !== undefined &&
      sessionFor(tokens, index, concept) !== sessionFor([], index, concept),
  )

/** "Update my profile" does not read it. */
const changes = (tokens: readonly Token[]): boolean =>
  tokens.some(({ concepts }) => (['update', 'delete', 'set', 'create'] as const).some((one) => concepts.has(one)))

/** "Register a device": something else than who one is. */
const makesOther = (tokens: readonly Token[], { resource, fields }: KnownOperation, index: ProjectIndex): boolean =>
  index.operations.some(
    (one) =>
      one.role === 'create' &&
      one.resource !== resource &&
      // "With different passwords": what is sent.
      !fields.some(({ words }) => words.length === 1 && words[0] === one.resource) &&
      tokens.some(({ stems }) => stems.includes(one.resource)),
  )

/** What of the kind a text asks for, the first that it names. */
export function sessionIn(tokens: readonly Token[], index: ProjectIndex, before?: KnownOperation): KnownOperation | undefined {
  // "Wrong password": what else would be sent one?
  const isAlone = tokens.every(({ concepts, stems }) => concepts.size > 0 || !stems.some((stem) => nounsOf(index).has(stem)))
  if (
    isAlone &&
    tokens.some(({ concepts }) => concepts.has('invalid')) &&
    tokens.some(({ concepts }) => concepts.has('secret')) &&
    !tokens.some(({ concepts }) => (['create', 'update', 'delete', 'set'] as const).some((one) => concepts.has(one)))
  )
    return sessionFor(tokens, index, 'login', before)
  const own = sessionOperation(index, 'self')
  const called = /\/(profile|whoami|userinfo)$/i.exec(own?.path ?? '')?.[1]?.toLowerCase()
  // "Then profile gives 401": what the API has one of.
  if (
    own &&
    called !== undefined &&
    !changes(tokens) &&
    !tokens.some(({ concepts }) => concepts.has('nonexistent')) &&
    tokens.some(({ plain }) => plain === called) &&
    !index.operations.some(({ path }) => path !== own.path && path.toLowerCase().includes(called))
  )
    return own
  for (const token of tokens)
    for (const { concept } of sessionWays) {
      const operation = token.concepts.has(concept) ? sessionFor(tokens, index, concept, before) : undefined
      if (
        operation &&
        !(concept === 'signup' && makesOther(tokens, operation, index)) &&
        !(concept === 'self' && changes(tokens))
      )
        return operation
    }
  return undefined
}

/** A request for it is about that: its words ask for no token, and make nothing. */
export function withoutSessionWords(tokens: readonly Token[], isSigningUp = false): Token[] {
  // "Register with an invalid email": what is sent is wrong, and nobody's credentials are.
  const idle: readonly Concept[] = ['token', 'secret', 'create', 'users', ...(isSigningUp ? [] : ['invalid' as const])]
  // "Wrong password 401": what is answered is no value of what is wrong.
  const said = tokens.filter((_, at) => !isEndOfRefusal(tokens, at))
  return said.map((token) =>
    sessionWays.some(({ concept }) => token.concepts.has(concept)) ||
    token.concepts.has('secret') ||
    token.concepts.has('invalid')
      ? { ...token, concepts: new Set([...token.concepts].filter((concept) => !idle.includes(concept))) }
      : token,
  )
}
