import { grantOf } from '#engine/steps/oauth2/grant.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import type { OAuth2Step } from '#engine/steps/oauth2/schema.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import type { Case } from '#engine/project/format/schema.ts'
import { negativeCaseTexts as texts } from './texts.ts'

/** What a negative test gets wrong. */
export type NegativeKind = keyof typeof texts.titles

/** Every {@link NegativeKind}, in the order in which they are offered. */
export const negativeKinds = Object.keys(texts.titles) as NegativeKind[]

/** A kind as it is offered for a step. */
export interface NegativeOffer {
  kind: NegativeKind
  title: string
  /** What a correct server does, with the RFC's section. */
  why: string
  /** Why this kind makes no sense for the step; absent: it does. */
  unfit?: string
}

/** A template that uses the step's token, whichever of its letters are in the rest of the text. */
export const tokenReference = ({ variableName }: OAuth2Step): string => `\${${variableName}}`

/** The first enabled request behind the step, in its case, that uses its token. */
export function requestWithToken(one: Case, step: OAuth2Step): SendRequestStep | undefined {
  const reference = tokenReference(step)
  return one.steps
    .slice(one.steps.findIndex(({ id }) => id === step.id) + 1)
    .filter(isSendRequestStep)
    .find(
      ({ disabled, url, query, headers, body }) => !disabled && JSON.stringify([url, query, headers, body]).includes(reference),
    )
}

/** Names of scopes that belong to OpenID Connect itself and open no API. */
const identityScopes = new Set(['openid', 'profile', 'email', 'address', 'phone', 'offline_access'])

/** The names of scopes that a step asks for and that could be omitted. */
export const scopesOf = ({ scope }: OAuth2Step): string[] =>
  scope.split(/\s+/).filter((name) => name !== '' && !identityScopes.has(name))

/** What is known of the step's tokens from one that it got. */
export interface KnownToken {
  /** It is not a JWT: no one but the provider can read it. */
  opaque?: boolean
}

/** What can be tested with a step of a case, and why the rest can't. */
export function negativeOffers(one: Case, step: OAuth2Step, known: KnownToken = {}): NegativeOffer[] {
  const request = requestWithToken(one, step)
  return negativeKinds.map((kind) => {
    const unfit = unfitFor(kind, step, request, known)
    return { kind, title: texts.titles[kind], why: texts.why[kind], ...(unfit === undefined ? {} : { unfit }) }
  })
}

function unfitFor(
  kind: NegativeKind,
  step: OAuth2Step,
  request: SendRequestStep | undefined,
  { opaque = false }: KnownToken,
): string | undefined {
  switch (kind) {
    case 'replayed-code':
      return grantOf(step).code ? undefined : texts.needsCode
    case 'wrong-verifier':
      if (!grantOf(step).code) return texts.needsCode
      return step.requirePkce ? undefined : texts.needsPkce
    case 'wrong-secret':
      if (grantOf(step).client === 'unproven') return texts.noSecretSent(grantOf(step).title)
      if (step.clientAuthMethod === 'ClientAssertion') return texts.usesAssertion
      if (step.clientAuthMethod === 'ClientCertificate') return texts.usesCertificate
      return step.clientSecret === undefined ? texts.needsSecret : undefined
    default:
  }
  if (request === undefined) return texts.noRequest(step.variableName)
  if (opaque && (kind === 'tampered-signature' || kind === 'alg-none')) return texts.opaque
  if (kind === 'missing-scope') return scopesOf(step).length === 0 ? texts.noScope : undefined
  if (kind === 'wrong-audience') return undefined
  if (step.enableDpop) return texts.boundByDpop
  const inHeader = request.headers.some(({ value, disabled }) => !disabled && value.includes(tokenReference(step)))
  return kind === 'token-in-query' && !inHeader ? texts.notInHeader : undefined
}
