import { grantOf } from '#engine/steps/oauth2/grant.ts'
import * as v from 'valibot'
import type { OAuth2Step } from '#engine/steps/oauth2/schema.ts'
import { copiedStep } from '#engine/steps/references.ts'
import { keepInCase } from '#engine/steps/variables.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { stepSchema, type Case, type Step } from '#engine/project/format/schema.ts'
import { negativeOffers, requestWithToken, scopesOf, tokenReference, type NegativeKind } from './kinds.ts'
import { neededSteps } from './needed-steps.ts'
import { negativeCaseTexts as texts } from './texts.ts'

/** What the tests can't know of the provider; absent ones have the defaults named here. */
export interface NegativeOptions {
  /** Seconds that access tokens live; {@link usualLifetime}. The expired token's test waits that long and a little longer. */
  tokenLifetime?: number
  /** What names another API at the provider: a resource indicator (RFC 8707), or the value of an additional parameter `audience`. */
  otherAudience?: string
  /** The scope to omit; the last one of the step. */
  scope?: string
}

/** The audience that the test for another audience requests until a better one is set. */
export const unknownAudience = 'urn:example:another-api'

/** An hour: what most providers give. A test that waits for less than the token lives would blame the API. */
export const usualLifetime = 3600

/** Servers may allow for clocks that differ; a longer allowance than this needs a longer Wait step. */
const clockAllowance = 1
const longestWait = 3600

/** The parts that each generated case is made of. */
interface Parts {
  token: OAuth2Step
  request: SendRequestStep | undefined
  options: NegativeOptions
  newId(): string
}

/**
 * Ordinary cases, one for each kind that fits the step (see {@link negativeOffers}), with the assertions that a correct server
 * satisfies. Each gets its own token in scope TestCase, so that the tokens of other cases stay unchanged; it has the start
 * values of the case that the step is in, and copies of the steps that token and request depend on. `newId` gives ids that are
 * unique in the file.
 */
export function negativeCases(
  one: Case,
  step: OAuth2Step,
  kinds: readonly NegativeKind[],
  newId: () => string,
  options: NegativeOptions = {},
): Case[] {
  return negativeOffers(one, step)
    .filter(({ kind, unfit }) => unfit === undefined && kinds.includes(kind))
    .map(({ kind, why }) => {
      const request = atTheProvider.has(kind) ? undefined : requestWithToken(one, step)
      const token: OAuth2Step = { ...structuredClone(step), id: newId(), disabled: false, variableScope: 'TestCase' }
      const { before, between, after } = dependencies(one, step, request, newId)
      const [first, ...rest] = stepsOf(kind, { token, request, options, newId })
      return {
        id: newId(),
        name: texts.caseNames[kind],
        description: why,
        tags: ['negative'],
        variables: structuredClone(one.variables),
        onFailure: 'stop',
        steps: [...before, ...(first ? [first] : []), ...between, ...rest, ...after],
      }
    })
}

/** Kinds that the provider rejects: no request to an API is made. */
const atTheProvider: ReadonlySet<NegativeKind> = new Set(['replayed-code', 'wrong-verifier', 'wrong-secret'])

/**
 * Copies of what the token and the request depend on: before the token, between the two, and the ends of loops. What they set
 * stays in the case; ids are new, and references among them follow.
 */
function dependencies(one: Case, step: OAuth2Step, request: SendRequestStep | undefined, newId: () => string) {
  const needed = neededSteps(one, request ? [step, request] : [step])
  const ids = new Map(needed.map(({ id }) => [id, newId()]))
  const at = one.steps.indexOf(step)
  const last = request ? one.steps.indexOf(request) : at
  const copies = (from: number, to: number): Step[] =>
    needed
      .filter((found) => one.steps.indexOf(found) > from && one.steps.indexOf(found) < to)
      .map((found) => keepInCase(copiedStep(found, ids.get(found.id) ?? newId(), ids)))
  return { before: copies(-1, at), between: copies(at, last), after: copies(last, one.steps.length) }
}

function stepsOf(kind: NegativeKind, { token, request, options, newId }: Parts): Step[] {
  const made = (raw: object): Step => v.parse(stepSchema, { ...raw, id: newId() })
  /** The token as text, or a part of it: the live variable would be refreshed. */
  const copy = (name: string, parts: Record<string, string>): Step =>
    made({
      kind: 'data-transfer',
      name,
      transfers: Object.entries(parts).map(([to, match]) => ({ source: 'variable', name: token.variableName, match, to })),
    })
  const refused = (...status: number[]): Step =>
    made({ kind: 'assertion', name: texts.refused, checks: [{ source: 'status', is: 'one-of', value: status }] })
  const requestWith = (value: string): Step[] => (request ? [{ ...withToken(request, token, value), id: newId() }] : [])
  const live = tokenReference(token)

  switch (kind) {
    case 'expired-token':
      return [
        token,
        copy(texts.copy, { expired_token: '^(.+)$' }),
        ...pauses((options.tokenLifetime ?? usualLifetime) + clockAllowance).map((seconds) =>
          made({ kind: 'wait', name: texts.waits, seconds }),
        ),
        ...requestWith('${expired_token}'),
        refused(401, 403),
      ]
    case 'wrong-audience':
      return [forAudience(token, options.otherAudience?.trim() || unknownAudience), ...requestWith(live), refused(401, 403)]
    case 'missing-scope':
      return [withoutScope(token, options.scope), ...requestWith(live), refused(401, 403)]
    case 'tampered-signature':
      // So much is replaced that what the record shows of the parts can't be combined into a token.
      return [
        token,
        copy(texts.cut, { signed_part: '^([^.]+\\.[^.]+\\.)', end_of_signature: '^[^.]+\\.[^.]+\\..{32}(.+)$' }),
        ...requestWith('${signed_part}tamperedtamperedtamperedtampered${end_of_signature}'),
        refused(401, 403),
      ]
    case 'alg-none':
      return [
        token,
        copy(texts.payload, { token_claims: '^[^.]+\\.([^.]+)\\.' }),
        ...requestWith(`${headerOfNone}.\${token_claims}.`),
        refused(401, 403),
      ]
    case 'token-in-query':
      return [token, ...(request ? [{ ...inQuery(request, live), id: newId() }] : []), refused(400, 401, 403)]
    case 'replayed-code':
      return [{ ...token, fault: 'replay-code', expectError: 'invalid_grant' }]
    case 'wrong-verifier':
      return [{ ...token, fault: 'wrong-verifier', expectError: 'invalid_grant' }]
    case 'wrong-secret':
      return [{ ...token, fault: 'wrong-secret', expectError: 'invalid_client' }]
  }
}

/** `{"alg":"none","typ":"at+jwt"}` in base64url. */
const headerOfNone = 'eyJhbGciOiJub25lIiwidHlwIjoiYXQrand0In0'

/** A Wait step holds an hour at most. */
function pauses(seconds: number): number[] {
  const whole = Math.max(1, Math.ceil(seconds))
  return whole <= longestWait ? [whole] : [longestWait, ...pauses(whole - longestWait)]
}

/** The request with another text wherever it uses the token. */
function withToken(request: SendRequestStep, token: OAuth2Step, value: string): SendRequestStep {
  const text = JSON.stringify(request).replaceAll(tokenReference(token), () => JSON.stringify(value).slice(1, -1))
  return v.parse(stepSchema, JSON.parse(text)) as SendRequestStep
}

function inQuery(request: SendRequestStep, live: string): SendRequestStep {
  const { headers, query } = structuredClone(request)
  return {
    ...structuredClone(request),
    headers: headers.filter(({ value }) => !value.includes(live)),
    query: [...query, { name: 'access_token', value: live, disabled: false }],
  }
}

/** RFC 8707 section 2; a step that names its API by an additional parameter `audience` goes on doing so. */
function forAudience(token: OAuth2Step, audience: string): OAuth2Step {
  const named = token.additionalParameters.some(({ name }) => name === 'audience')
  if (!named) return { ...token, resource: [audience] }
  const additionalParameters = token.additionalParameters.map((one) =>
    one.name === 'audience' ? { ...one, value: audience } : one,
  )
  return { ...token, additionalParameters }
}

/** The token without one of its scopes, by default its last. */
function withoutScope(token: OAuth2Step, left?: string): OAuth2Step {
  const gone = left ?? scopesOf(token).at(-1)
  const names = token.scope.split(/\s+/).filter((name) => name !== '' && name !== gone)
  // Providers reject a sign-in that asks for nothing at all.
  return { ...token, scope: names.join(' ') || (grantOf(token).person ? 'openid' : '') }
}
