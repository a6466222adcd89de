import type { Concept } from '../glossaries/glossary.ts'
import type { KnownOperation, ProjectIndex } from '../project-index.ts'
import { isEndOfRefusal } from './expectations.ts'
import type { Token } from './reading.ts'
import { nounsOf } from './resolve-operation.ts'

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

const known = new WeakMap<ProjectIndex, Map<Concept, KnownOperation | undefined>>()

/** The operation that logs in, logs out, registers, or tells who one is; undefined where the API has none. */
export function sessionOperation(index: ProjectIndex, concept: Concept): KnownOperation | undefined {
  const found = known.get(index) ?? new Map<Concept, KnownOperation | undefined>()
  known.set(index, found)
  if (!found.has(concept)) found.set(concept, look(index, concept))
  return found.get(concept)
}

function look(index: ProjectIndex, concept: Concept): KnownOperation | undefined {
  const way = ways.find((one) => one.concept === concept)
  if (!way) return undefined
  const fitting = index.operations.filter(({ method, path }) => way.methods.includes(method) && !path.includes('{'))
  for (const called of way.called) {
    const named = fitting
      .filter(({ name, title, api }) => called.test(name) || called.test(title) || called.test(api?.key ?? ''))
      .toSorted((a, b) => a.path.length - b.path.length)
    if (named[0]) return named[0]
  }
  return undefined
}

/** "Update my profile" does not read it. */
const changes = (tokens: readonly Token[]): boolean =>
  tokens.some(({ concepts }) => (['update', 'delete', 'set', 'create'] as const).some((one) => concepts.has(one)))

/** "Register a device": something else than who one is. */
const makesOther = (tokens: readonly Token[], { resource }: KnownOperation, index: ProjectIndex): boolean =>
  index.operations.some(
    (one) => one.role === 'create' && one.resource !== resource && tokens.some(({ stems }) => stems.includes(one.resource)),
  )

/** What of the kind a text asks for, the first that it names. */
export function sessionIn(tokens: readonly Token[], index: ProjectIndex): KnownOperation | undefined {
  // "Wrong password": what else would be sent one?
  const isAlone = tokens.every(({ concepts, stems }) => concepts.size > 0 || !stems.some((stem) => nounsOf(index).has(stem)))
  if (
    isAlone &&
    tokens.some(({ concepts }) => concepts.has('invalid')) &&
    tokens.some(({ concepts }) => concepts.has('secret')) &&
    !tokens.some(({ concepts }) => (['create', 'update', 'delete', 'set'] as const).some((one) => concepts.has(one)))
  )
    return sessionOperation(index, 'login')
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
      const operation = token.concepts.has(concept) ? sessionOperation(index, concept) : undefined
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
