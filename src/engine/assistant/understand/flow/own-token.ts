import { answerFields, type KnownOperation, type ProjectIndex } from '#engine/case-builder/project-index.ts'
import type { Token } from '../reading.ts'
import { isSession, sessionOperation } from '#engine/case-builder/session-operations.ts'
import { plainAction, type Action } from './action.ts'

/** "With the token", "use the token of the first step for …": the words that say with what a request is sent; none where they say that there is none. */
export function tokenWords(tokens: readonly Token[]): Token[] {
  const at = tokens.findIndex(({ concepts, plain }) => concepts.has('token') && /token|jwt|bearer|jeton|令牌/.test(plain))
  const from = tokens.findLastIndex(
    ({ concepts, plain }, place) =>
      place < at && place >= at - 4 && (concepts.has('use') || /^(?:with|by|mit|con|avec)$/.test(plain)),
  )
  const isOther = (token: Token) =>
    (['not', 'without', 'invalid', 'missing', 'check', 'contains'] as const).some((one) => token.concepts.has(one))
  if (at < 0 || from < 0 || tokens.slice(Math.max(0, from - 1), at + 2).some(isOther)) return []
  let end = at + 1
  // "Of the first step", "from the login".
  const origin = tokens
    .slice(end, end + 5)
    .findIndex(
      ({ concepts, plain }) => concepts.has('step') || concepts.has('login') || /^(?:it|that|response|answer)$/.test(plain),
    )
  if (origin >= 0 && /^(?:of|from|in|we|you|i)$/.test(tokens[end]?.plain ?? '')) end += origin + 1
  if (/^(?:for|to|when|and|in)$/.test(tokens[end]?.plain ?? '')) end += 1
  return tokens.slice(from, end)
}

/**
 * What is asked for behind a sign-in is sent with its token, though no document protects it: where the text says so, or where the sign-in is documented to
 * give one and the document protects nothing, as if it had forgotten to.
 */
export function withOwnToken(actions: readonly Action[], isSaid: boolean, index: ProjectIndex): void {
  const at = actions.findIndex(
    ({ operation, status, refused }) => isSession(index, 'login', operation) && (status ?? 200) < 400 && !refused,
  )
  const login = actions[at]?.operation
  if (!login) return
  const isForgotten =
    index.operations.every((one) => !one.protected) && answerFields(login).some(({ name }) => /token|jwt/i.test(name))
  if (!isSaid && !isForgotten) return
  const isOpen = (one: KnownOperation) => isSession(index, 'login', one) || isSession(index, 'signup', one)
  for (const one of actions.slice(at + 1))
    if (one.operation && !one.operation.protected && !isOpen(one.operation) && !one.token && one.as === undefined)
      one.token = 'own'
}

/** "Refresh the token": there is one to refresh once somebody has signed in. */
export function signInFirst(actions: Action[], index: ProjectIndex): void {
  const [first] = actions
  const login = sessionOperation(index, 'login')
  const renewed = first?.operation?.fields.find(
    ({ name, in: place }) => place === 'body' && /^refresh_?token$|^refresh$/i.test(name),
  )
  const isRefused = first && (first.refused || (first.status ?? 200) >= 400 || first.omit.length > 0)
  if (first && login && renewed && !isRefused && !first.fields.has(renewed.name) && first.operation !== login)
    actions.unshift(plainAction(login, first.score))
}
