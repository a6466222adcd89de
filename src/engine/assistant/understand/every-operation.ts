import type { Concept } from '../glossaries/glossary.ts'
import type { PlanOperation } from '../plan.ts'
import type { KnownOperation, OperationRole } from '../project-index.ts'
import type { Recogniser } from './candidate.ts'
import { checksIn, statusIn } from './expectations.ts'
import { claimsOfList } from './flow/verbs.ts'
import type { Token } from './reading.ts'
import { nounsOf } from './resolve-operation.ts'

/** What narrows "every operation" down, by what is done. */
const rolesOf: readonly [concept: Concept, role: OperationRole][] = [
  ['list', 'list'],
  ['update', 'update'],
  ['delete', 'delete'],
]

/** Cases that one request may make. */
const most = 200

/** "make tests for every operation", "401 without a token on every GET endpoint", "smoke test all list endpoints". */
export const everyOperation: Recogniser = ({ reading: { tokens }, index }) => {
  const has = (...wanted: Concept[]) => wanted.some((concept) => tokens.some(({ concepts }) => concepts.has(concept)))
  const isAll = has('every') || (has('all') && has('operation'))
  const status = statusIn(tokens)
  const checks = checksIn(tokens)
  const isWithout = has('auth')
  if (!isAll || (!has('test', 'create', 'case', 'check') && status === undefined && checks.length === 0 && !isWithout))
    return undefined
  const operations = index.operations.filter((one) => one.api !== undefined && fits(one, tokens, nounsOf(index)))
  const needing = operations.filter((one) => one.protected)
  const meant = isWithout && needing.length > 0 ? needing : operations
  // "Every order has a total" is said of one list.
  if (meant.length === 0 || claimsOfList(tokens, index)) return undefined
  const answer = status ?? (isWithout ? 401 : undefined)
  return {
    confidence: 0.9,
    operations: meant.slice(0, most).flatMap(({ name, title, tags }): PlanOperation[] => {
      const suite = tags[0] === undefined ? {} : { suite: tags[0] }
      if (answer === undefined && checks.length === 0) return [{ do: 'add_case', name: title, operation: name, ...suite }]
      return [
        { do: 'add_case', name: title, ...suite },
        {
          do: 'add_step',
          kind: 'send-request',
          operation: name,
          ...(answer === undefined ? {} : { status: answer }),
          ...(isWithout ? { token: 'none' as const } : {}),
          ...(checks.length > 0 ? { checks } : {}),
        },
      ]
    }),
  }
}

function fits({ method, role, resource }: KnownOperation, tokens: readonly Token[], nouns: ReadonlySet<string>): boolean {
  const methods = tokens.filter(({ kind }) => kind === 'method').map(({ text }) => text)
  const roles = rolesOf.filter(([concept]) => tokens.some(({ concepts }) => concepts.has(concept))).map(([, one]) => one)
  const named = tokens.flatMap(({ stems, concepts }) => (concepts.size === 0 ? stems.filter((stem) => nouns.has(stem)) : []))
  return (
    (methods.length === 0 || methods.includes(method)) &&
    (roles.length === 0 || roles.includes(role)) &&
    (named.length === 0 || named.includes(resource))
  )
}
