import { isSweeping } from '#engine/api/sweeping.ts'
import type { Concept } from '../glossaries/glossary.ts'
import type { PlanOperation } from '../plan.ts'
import type { KnownOperation, OperationRole } from '#engine/case-builder/project-index.ts'
import type { Recogniser } from './candidate.ts'
import { checksIn, statusIn } from './expectations.ts'
import { claimsOfList } from './flow/verbs.ts'
import { says, type Token } from './reading.ts'
import type { ProjectIndex } from '#engine/case-builder/project-index.ts'
import { generic, nounsOf } from './resolve-operation.ts'
import { stemOf, wordsOf } from '#engine/case-builder/words.ts'

/** What narrows "every operation" down, by what is done. */
const rolesOf: readonly [concept: Concept, role: OperationRole][] = [
  ['list', 'list'],
  ['update', 'update'],
  ['delete', 'delete'],
]

/** Cases that one request may make. */
const most = 200

/** What a request for tests of a whole API, or of one thing in it, consists of besides the name of that thing. */
const idle: readonly Concept[] = ['create', 'new', 'test', 'case', 'suite', 'every', 'all', 'each', 'operation', 'project']
const idleToo: readonly Concept[] = ['in', 'with', 'it', 'and', 'from', 'own', 'is', 'here', 'now', 'help', 'able']
const ofTests =
  /^(?:apis?|endpoints?|routes?|resources?|methods?|service|server|backend|documents?|docs?|specs?|specification|swagger|openapi|basic|simple|some|functional|automated|happy|path|smoke|sanity|regression|integration|full|complete|whole|entire|please|everything|set|collection|tags?|groups?|controller)$/

const ofDocument = /^(?:apis?|specs?|specification|swagger|openapi)$/

/** `isWhole`: all of an API, of which what has tests already need not be repeated. */
interface Wholesale {
  operations: KnownOperation[]
  isWhole?: boolean
}

/**
 * The operations that "create tests for this API", "tests for the comments" and the like are for: all of them, or those of the things that are named, by a
 * tag or a noun; undefined where the text says anything else, a verb or a value.
 */
function wholesale(tokens: readonly Token[], index: ProjectIndex, newApis: readonly string[]): Wholesale | undefined {
  // "This API" is the one that came with the request.
  const documented = index.operations.filter(
    ({ api, method }) => api && method !== 'TRACE' && (newApis.length === 0 || newApis.includes(api.id)),
  )
  const at = tokens.findIndex(({ concepts }) => concepts.has('test') || concepts.has('case'))
  // A smoke test only looks whether everything answers.
  const words = tokens.filter(({ kind, stop, plain }) => kind === 'word' && (!stop || plain === 'smoke'))
  if (
    at >= 0 &&
    words.length <= 3 &&
    words.some(({ plain }) => /^(?:smoke|sanity)$/.test(plain)) &&
    words.every(({ plain, concepts }) => ofTests.test(plain) || concepts.size > 0)
  ) {
    const plain = documented.filter(({ method, role }) => method === 'GET' && role === 'list')
    if (plain.length > 0) return { operations: plain }
  }
  const isSeveral =
    /s$|te$|en$|试|例/.test(tokens[at]?.plain ?? '') ||
    tokens.some(({ concepts }) => concepts.has('suite') || concepts.has('every'))
  const isAsked = tokens.some(({ concepts }) => concepts.has('create') || concepts.has('new')) || tokens[0] === tokens[at]
  if (at < 0 || !isSeveral || !isAsked || documented.length === 0) return undefined
  const nouns = nounsOf(index)
  const tags = new Set(documented.flatMap((one) => one.tags.flatMap(wordsOf).map(stemOf)))
  const named: string[] = []
  let isWhole = false
  for (const token of tokens) {
    if (token.kind === 'end' || token.stop) continue
    if (token.kind !== 'word') return undefined
    const noun = token.stems.find((stem) => !generic.has(stem) && (nouns.has(stem) || tags.has(stem)))
    // "This API", though its paths begin with `/api`.
    if (ofDocument.test(token.plain)) {
      isWhole = true
      continue
    }
    const isIdle = [...token.concepts].some((one) => idle.includes(one) || idleToo.includes(one))
    if (noun !== undefined && !isIdle) named.push(noun)
    else if (ofTests.test(token.plain) || (['every', 'all', 'it'] as const).some((one) => token.concepts.has(one))) isWhole = true
    else if (!isIdle) return undefined
  }
  // "A new suite Customers, in it a test that makes one": what its test does is said.
  const made = tokens.filter(({ concepts }) => concepts.has('create') || concepts.has('new'))
  if (made.length > 1) return undefined
  // Who says "every" means those with tests too.
  const isEvery = tokens.some(({ concepts }) => concepts.has('every') || concepts.has('all'))
  if (named.length === 0) return isWhole ? { operations: documented, isWhole: !isEvery } : undefined
  const isOf = ({ tags: own, resource }: KnownOperation) =>
    named.some((stem) => resource === stem || own.flatMap(wordsOf).map(stemOf).includes(stem))
  const found = documented.filter(isOf)
  return found.length > 1 ? { operations: found } : undefined
}

/** A case for each operation, in the suite that is called like its tag. */
const caseEach = (operations: readonly KnownOperation[]): PlanOperation[] =>
  operations.map((one) => ({
    do: 'add_case',
    name: one.title,
    operation: one.name,
    ...(one.tags[0] === undefined ? {} : { suite: one.tags[0] }),
    ...(sweeps(one) ? { off: true } : {}),
  }))

function sweeps({ api }: KnownOperation): boolean {
  const operation = api?.api.operation(api.key)
  return api !== undefined && operation !== undefined && isSweeping(operation, api.api)
}

/** "make tests for every operation", "401 without a token on every GET endpoint", "smoke test all list endpoints". */
export const everyOperation: Recogniser = ({ reading: { tokens }, index, newApis = [] }) => {
  // What a path names is one of them.
  if (tokens.some(({ kind }) => kind === 'path' || kind === 'url')) return undefined
  const whole = wholesale(tokens, index, newApis)
  if (whole) {
    const used = new Set(whole.isWhole ? index.cases.flatMap((known) => index.operationsIn(known)) : [])
    const rest = whole.operations.filter((one) => !used.has(one))
    const isPart = rest.length > 0 && rest.length < whole.operations.length
    const tested = isPart ? whole.operations.filter((one) => used.has(one)).map(({ name }) => name) : []
    const wanted = isPart ? rest : whole.operations
    const over = wanted.slice(most).map(({ name }) => name)
    return {
      confidence: 0.96,
      operations: caseEach(wanted.slice(0, most)),
      ...(isPart ? { tested } : {}),
      // What is over is offered by the same request again.
      ...(over.length > 0 ? { leftOut: `${over.slice(0, 5).join(', ')}${over.length > 5 ? ' …' : ''} (${over.length})` } : {}),
    }
  }
  const has = (...wanted: Concept[]) => says(tokens, ...wanted)
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
    operations: meant.slice(0, most).flatMap((one): PlanOperation[] => {
      const { name, title, tags } = one
      const suite = tags[0] === undefined ? {} : { suite: tags[0] }
      if (answer === undefined && checks.length === 0) return caseEach([one])
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
