import type { Concept } from '../glossaries/glossary.ts'
import type { KnownOperation, ProjectIndex } from '../project-index.ts'
import { isEndOfRefusal } from './expectations.ts'
import type { Token } from './reading.ts'
import { nounsOf } from './resolve-operation.ts'
import { stemOf, wordsOf } from './words.ts'

/** What people do with an API before and after everything else, and how documents call it: the likeliest first. */
const ways: readonly { concept: Concept; methods: readonly string[]; called: readonly RegExp[] }[] = [
  {
    concept: 'login',
    methods: ['POST'],
    called: [/(?:log|sign)[-_ ]?[io]n\b/i, /\bauthenticat/i, /\/sessions?$/i, /\/(?:auth|tokens?)$/i, /(?:log|sign)[-_ ]?in/i],
  },
  {
    concept: 'logout',
    methods: ['POST', 'DELETE', 'GET'],
    called: [/(?:log|sign)[-_ ]?(?:out|off)\b/i, /^DELETE .*\/(?:sessions?|auth|tokens?)$/i, /(?:log|sign)[-_ ]?(?:out|off)/i],
  },
  {
    concept: 'signup',
    methods: ['POST'],
    called: [/sign[-_ ]?up|\bregist(?:er|ration)|\benrol|\/join$/i, /\/(?:users?|accounts?|customers?|members?)$/i],
  },
  {
    concept: 'self',
    methods: ['GET'],
    called: [
      /\/(?:@?me|@?moi|self|whoami|userinfo|my-?info|my-?account|my-?profile|profile|current[-_]?user)$/i,
      /\/user$/i,
      /^(?:\w+ )?(?:the )?(?:current|authenticated|logged[- ]in|own) (?:user|account|profile)/i,
    ],
  },
]

const known = new WeakMap<ProjectIndex, Map<Concept, readonly KnownOperation[]>>()

/** The operation that logs in, logs out, registers, or tells who one is; undefined where the API has none. */
export const sessionOperation = (index: ProjectIndex, concept: Concept): KnownOperation | undefined =>
  sessionOperations(index, concept)[0]

/** Whether an operation is one of those that log in, register, …: an API may have one for each kind of user. */
export const isSession = (index: ProjectIndex, concept: Concept, operation: KnownOperation | undefined): boolean =>
  operation !== undefined && sessionOperations(index, concept).includes(operation)

function sessionOperations(index: ProjectIndex, concept: Concept): readonly KnownOperation[] {
  const found = known.get(index) ?? new Map<Concept, readonly KnownOperation[]>()
  known.set(index, found)
  const there = found.get(concept)
  if (there) return there
  const made = look(index, concept)
  found.set(concept, made)
  return made
}

function look(index: ProjectIndex, concept: Concept): KnownOperation[] {
  const way = ways.find((one) => one.concept === concept)
  if (!way) return []
  // Some sign in by GET, with the password in the query.
  for (const methods of concept === 'login' ? [way.methods, ['GET']] : [way.methods])
    for (const called of way.called) {
      const named = index.operations
        .filter(
          ({ method, path, fields }) =>
            methods.includes(method) &&
            !path.includes('{') &&
            (method !== 'GET' || concept !== 'login' || fields.some(({ name }) => /passw|pin$/i.test(name))),
        )
        .filter(({ name, title, api }) => called.test(name) || called.test(title) || called.test(api?.key ?? ''))
        .toSorted((a, b) => a.path.length - b.path.length)
      if (named.length > 0) return named
    }
  return []
}

/** "Log in as a driver", of an API with a sign-in for each kind of user: the one with a word that was said and the others lack. */
function sessionFor(
  tokens: readonly Token[],
  index: ProjectIndex,
  concept: Concept,
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
    for (const { concept } of ways) {
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
    ways.some(({ concept }) => token.concepts.has(concept)) || token.concepts.has('secret') || token.concepts.has('invalid')
      ? { ...token, concepts: new Set([...token.concepts].filter((concept) => !idle.includes(concept))) }
      : token,
  )
}
