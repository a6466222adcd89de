import type { KnownOperation, ProjectIndex } from '../project-index.ts'

/** What people do with an API before and after everything else. */
export type SessionDeed = 'login' | 'logout' | 'signup' | 'self'

/** What people do with an API before and after everything else, and how documents call it: the likeliest first. */
const ways: readonly { concept: SessionDeed; methods: readonly string[]; called: readonly RegExp[] }[] = [
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

const known = new WeakMap<ProjectIndex, Map<SessionDeed, readonly KnownOperation[]>>()

/** Whether an operation is one of those that log in, register, …: an API may have one for each kind of user. */
export const isSession = (index: ProjectIndex, concept: SessionDeed, operation: KnownOperation | undefined): boolean =>
  operation !== undefined && sessionOperations(index, concept).includes(operation)

function sessionOperations(index: ProjectIndex, concept: SessionDeed): readonly KnownOperation[] {
  const found = known.get(index) ?? new Map<SessionDeed, readonly KnownOperation[]>()
  known.set(index, found)
  const there = found.get(concept)
  if (there) return there
  const made = look(index, concept)
  found.set(concept, made)
  return made
}

function look(index: ProjectIndex, concept: SessionDeed): KnownOperation[] {
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
